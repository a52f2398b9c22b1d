// Weighs the scripts of the export as a browser fetches them and fails above the budgets.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const out = new URL("./out/", import.meta.url).pathname;
const kilo = 1000;
const budgets = { shell: 160 * kilo, table: 70 * kilo, chart: 210 * kilo };

const weights = new Map();

/** The size of a file as the gateway sends it. */
function weigh(path) {
  if (!weights.has(path))
    weights.set(path, brotliCompressSync(readFileSync(join(out, path))).length);
  return weights.get(path);
}

/** The scripts that a browser with modules fetches for a page before anything is done on it. */
function firstScripts(page) {
  const html = readFileSync(join(out, page), "utf8");
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes);
  return scripts
    .filter((attributes) => !/\bnomodule\b/i.test(attributes))
    .flatMap((attributes) => attributes.match(/\bsrc="\/([^"]+)"/)?.[1] ?? [])
    .map(decodeURIComponent);
}

function sum(paths) {
  return [...paths].reduce((total, path) => total + weigh(path), 0);
}

/** The chunks that hold a text of a library, wherever in the export they are. */
function chunksWith(text) {
  const folder = "_next/static/chunks";
  const found = readdirSync(join(out, folder), { recursive: true }).map(String);
  return found
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(folder, name))
    .filter((path) => readFileSync(join(out, path), "utf8").includes(text));
}

const shell = firstScripts("index.html");
const pages = readdirSync(out, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".html"))
  .map((page) => [page, sum(firstScripts(page))])
  .sort(([, one], [, other]) => other - one);
const [heaviest = ["index.html", 0]] = pages;
const tables = chunksWith("aria-rowindex");
const charts = chunksWith("ECharts");

const rows = [
  ["shell, on /", sum(shell), budgets.shell],
  [`most at first, on ${heaviest[0]}`, heaviest[1], budgets.shell + budgets.table],
  ["tables, beyond the shell", sum(tables.filter((path) => !shell.includes(path))), budgets.table],
  ["charts, after the first paint", sum(charts), budgets.chart],
];

let over = false;
for (const [name, bytes, most] of rows) {
  const verdict = bytes > most ? "TOO MUCH" : "ok";
  over ||= bytes > most;
  const size = `${(bytes / kilo).toFixed(1).padStart(7)} kB of ${most / kilo} kB`;
  process.stdout.write(`${size}  ${name}  ${verdict}\n`);
}
const early = charts.filter((path) => pages.some(([page]) => firstScripts(page).includes(path)));
for (const path of early) {
  over = true;
  process.stdout.write(
    `${basename(path)} holds chart code and is fetched before the first paint\n`,
  );
}
process.exit(over ? 1 : 0);
