// Fails when a file of web/src imports upwards, a feature imports a feature, api keeps interface state, files of different
// folders import each other in a circle, or two names differ by case or ending alone.
//   node web-layers.mjs [<root>]
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const src = join(process.argv[2] ?? join(import.meta.dirname, "../.."), "web/src");

// The folders that a folder of web/src may import besides itself.
const mayImport = {
  lib: [],
  api: ["lib"],
  "app-state": ["api", "lib"],
  components: ["lib"],
  records: ["app-state", "api", "components", "lib"],
  lists: ["records", "app-state", "api", "components", "lib"],
  charts: ["records", "app-state", "api", "components", "lib"],
  features: ["charts", "lists", "records", "app-state", "api", "components", "lib"],
  pages: ["features", "charts", "lists", "records", "app-state", "api", "components", "lib", "styles"],
};

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else yield relative(src, path);
  }
}

const files = [...filesIn(src)];
const endings = ["", ".ts", ".tsx", "/index.ts"];
const specifier = /(?:\bfrom|\bimport\s*\(|\bimport)\s*["']([^"'\n]+)["']/g;

function importsOf(file) {
  const found = [];
  for (const [, name] of readFileSync(join(src, file), "utf8").matchAll(specifier)) {
    if (!name.startsWith("@/") && !name.startsWith(".")) continue;
    const base = name.startsWith("@/") ? join(src, name.slice(2)) : resolve(src, dirname(file), name);
    const ending = endings.find((one) => existsSync(base + one) && /\.\w+$/.test(base + one));
    if (ending !== undefined) found.push(relative(src, base + ending));
  }
  return found;
}

// Generated: shapes, labels and limits, and no code. It may be imported from everywhere.
const contract = "api/contract.ts";

const top = (file) => file.split("/")[0];
const feature = (file) => (top(file) === "features" ? file.split("/")[1] : null);
const isCode = (file) => /\.tsx?$/.test(file) && !/\.test\.|Fixtures\./.test(file) && top(file) !== "testing";
const graph = new Map(files.filter(isCode).map((file) => [file, importsOf(file).filter(isCode)]));
const faults = [];

for (const [file, others] of graph) {
  for (const other of others) {
    const stays = top(file) === top(other) && feature(file) === feature(other);
    const down = top(file) !== top(other) && (mayImport[top(file)] ?? []).includes(top(other));
    if (!stays && !down && other !== contract) faults.push(`${file} imports ${other}, which is not beneath it`);
    if (top(file) === "api" && other === "lib/createStore.ts") {
      faults.push(`${file} keeps interface state, which belongs to app-state`);
    }
  }
}

// Tarjan's algorithm: files that can reach each other form a circle.
const order = new Map();
const low = new Map();
const path = [];
function walk(file) {
  order.set(file, order.size);
  low.set(file, order.get(file));
  path.push(file);
  for (const other of graph.get(file) ?? []) {
    if (!order.has(other)) walk(other);
    if (path.includes(other)) low.set(file, Math.min(low.get(file), low.get(other)));
  }
  if (low.get(file) !== order.get(file)) return;
  const circle = path.splice(path.indexOf(file));
  if (new Set(circle.map(dirname)).size > 1) faults.push(`a circle of imports: ${circle.join(", ")}`);
}
for (const file of graph.keys()) if (!order.has(file)) walk(file);

const names = new Map();
for (const file of files) {
  const name = file.replace(/\.tsx?$/, "").toLowerCase();
  if (names.has(name)) faults.push(`${names.get(name)} and ${file} differ by case or ending alone`);
  names.set(name, file);
}

for (const fault of faults) console.error(`web/src: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
