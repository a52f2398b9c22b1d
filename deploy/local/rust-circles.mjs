// Fails when files of different folders of a crate import each other in a circle.
//   node rust-circles.mjs <root>
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = process.argv[2];

function* rustFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* rustFiles(path);
    else if (entry.name.endsWith(".rs")) yield path;
  }
}

function* crates(folder) {
  if (existsSync(join(folder, "src/lib.rs"))) yield join(folder, "src");
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isOther = ["src", "node_modules", "target", "tests"].includes(entry.name) || entry.name.startsWith(".");
    if (entry.isDirectory() && !isOther) yield* crates(join(folder, entry.name));
  }
}

// The module path of a file: `a/b.rs` and `a/b/mod.rs` are `a::b`.
function moduleOf(src, file) {
  const parts = relative(src, file).replace(/\.rs$/, "").split("/");
  if (["mod", "lib", "main"].includes(parts.at(-1))) parts.pop();
  return parts;
}

// `a::{b, c::{d as e}}` are the paths a::b and a::c::d.
function* paths(tree, before = []) {
  const open = tree.indexOf("{");
  if (open < 0) {
    yield [...before, ...tree.split(/\s+as\s+/)[0].split("::")].map((part) => part.trim()).filter(Boolean);
    return;
  }
  const head = tree.slice(0, open).split("::").map((part) => part.trim()).filter(Boolean);
  let [depth, from] = [0, open + 1];
  for (let at = open + 1; at < tree.length; at++) {
    if (tree[at] === "{") depth++;
    if ((tree[at] === "," && depth === 0) || (tree[at] === "}" && depth === 0)) {
      const part = tree.slice(from, at).trim();
      if (part) yield* paths(part, [...before, ...head]);
      from = at + 1;
    }
    if (tree[at] === "}") depth--;
  }
}

function importsOf(text, own) {
  const production = text.split(/^#\[cfg\(test\)\]\s*\nmod /m)[0].replace(/\/\/.*$/gm, "");
  const found = [];
  for (const [, tree] of production.matchAll(/^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+([^;]+);/gm)) found.push(...paths(tree));
  for (const [, path] of production.matchAll(/\b((?:crate|super)(?:::\w+)+)/g)) found.push(path.split("::"));
  return found.flatMap((path) => {
    if (path[0] === "crate") return [path.slice(1)];
    const base = [...own];
    let at = 0;
    for (; path[at] === "super"; at++) base.pop();
    if (path[0] === "self") at = 1;
    return at > 0 ? [[...base, ...path.slice(at)]] : [];
  });
}

const faults = [];
for (const src of crates(root)) {
  const files = [...rustFiles(src)].filter((file) => !/\/tests?(\.rs$|\/)/.test(relative(src, file).replace(/^/, "/")));
  const byModule = new Map(files.map((file) => [moduleOf(src, file).join("::"), file]));
  const graph = new Map(
    files.map((file) => {
      const own = moduleOf(src, file);
      const targets = importsOf(readFileSync(file, "utf8"), own).map((path) => {
        for (let length = path.length; length > 0; length--) {
          const target = byModule.get(path.slice(0, length).join("::"));
          if (target !== undefined) return target;
        }
        return file;
      });
      return [file, new Set(targets.filter((target) => target !== file))];
    }),
  );
  for (const circle of circles(graph)) {
    const folders = new Set(circle.map(folderOf));
    if (folders.size > 1) faults.push(circle.map((file) => relative(root, file)).join(", "));
  }
}

// A folder's mod.rs stands in it, and so does the file beside it that has its name.
function folderOf(file) {
  const folder = file.replace(/\.rs$/, "");
  return existsSync(folder) ? folder : dirname(file);
}

// Tarjan: files that reach each other.
function circles(graph) {
  const [order, low, stack, found] = [new Map(), new Map(), [], []];
  function visit(file) {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    for (const other of graph.get(file) ?? []) {
      if (!order.has(other)) {
        visit(other);
        low.set(file, Math.min(low.get(file), low.get(other)));
      } else if (stack.includes(other)) low.set(file, Math.min(low.get(file), order.get(other)));
    }
    if (low.get(file) === order.get(file)) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) found.push(circle);
    }
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

for (const fault of faults) console.error(`files of different folders import each other in a circle: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
