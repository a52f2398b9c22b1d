// Weighs the files of the export that a browser fetches before the first interaction, as the gateway sends them, and fails above
// the budgets. It also checks that the modules of `replacements.mjs` are replaced.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { checkReplacements } from "./replacements.mjs";

const out = new URL("./out/", import.meta.url).pathname;

const navigation = JSON.parse(
  readFileSync(new URL("./src/components/shell/navigation.json", import.meta.url), "utf8"),
);
const classes = navigation.groups.find(({ key }) => key === "asset-classes").entries;
const markets = new Set(["index.html", ...classes.map(({ href }) => `${href.slice(1)}.html`)]);

/** Kilobytes (brotli) of scripts on the heaviest page of a kind, with those that all pages share. The first match counts. */
const kinds = [
  { name: "administration", has: (page) => page.startsWith("admin/"), most: 190 },
  {
    name: "charting",
    has: (page) => /timeseries\.html$/.test(page) || page === "assets/aggregates.html",
    most: 190,
  },
  { name: "record", has: (page) => /\[\w+\]\.html$/.test(page), most: 185 },
  { name: "market", has: (page) => markets.has(page), most: 185 },
  { name: "list, account and other", has: () => true, most: 190 },
];
const mostShared = 140;
const mostStyles = 14;
const mostChart = 167;

/** As `gateway/src/http_message/coding.rs` packs a build. */
const asGateway = {
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_LGWIN]: 22,
};
/** The same settings give other sizes in the Rust of the gateway, up to this share: 0.03 % more was measured over a page. */
const margin = 0.001;

const files = readdirSync(out, { recursive: true }).map(String);
const weights = new Map();

/** The size of a file as the gateway packs it, up to the margin. */
function weigh(path) {
  if (!weights.has(path)) {
    const bytes = readFileSync(join(out, path));
    const params = { ...asGateway, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    weights.set(path, brotliCompressSync(bytes, { params }).length);
  }
  return weights.get(path);
}

function kilobytes(paths) {
  return [...paths].reduce((total, path) => total + weigh(path), 0) / 1000;
}

/** The scripts that a browser with modules fetches for a page by itself. */
function scriptsOf(page) {
  const html = readFileSync(join(out, page), "utf8");
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes);
  return scripts
    .filter((attributes) => !/\bnomodule\b/i.test(attributes))
    .flatMap((attributes) => attributes.match(/\bsrc="\/([^"]+)"/)?.[1] ?? [])
    .map(decodeURIComponent);
}

/** The heaviest page of each kind, as a line of the table. */
function rowsOf(pages) {
  return kinds.map((kind) => {
    const [heaviest] = [...pages]
      .filter(([page]) => kinds.find((each) => each.has(page)) === kind)
      .map(([page, paths]) => ({ page, size: kilobytes(paths) }))
      .sort((one, other) => other.size - one.size);
    return [`${kind.name}: ${heaviest?.page ?? "no page"}`, heaviest?.size ?? Infinity, kind.most];
  });
}

const pages = new Map(
  files.filter((name) => name.endsWith(".html")).map((page) => [page, scriptsOf(page)]),
);
const [first = []] = pages.values();
const shared = first.filter((path) => [...pages.values()].every((paths) => paths.includes(path)));
const styles = files.filter((name) => name.endsWith(".css"));
const charts = files.filter(
  (name) => name.endsWith(".js") && readFileSync(join(out, name), "utf8").includes("ECharts"),
);

const rows = [
  ["shared: scripts of every page", kilobytes(shared), mostShared],
  ...rowsOf(pages),
  ["styles of every page", kilobytes(styles), mostStyles],
  ["charts, after the first paint", kilobytes(charts), mostChart],
];
const faults = checkReplacements();
for (const [name, size, most] of rows) {
  const line = `${size.toFixed(1).padStart(7)} kB of ${String(most).padStart(3)}  ${name}`;
  process.stdout.write(`${line}\n`);
  if (size * (1 + margin) > most) faults.push(`Too much: ${name}`);
}
for (const path of charts) {
  const early = [...pages].find(([, paths]) => paths.includes(path));
  if (early) faults.push(`${early[0]} fetches chart code before the first paint: ${path}`);
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);
