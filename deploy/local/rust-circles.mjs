// Fails when files of different folders of a crate import each other in a circle.
//   node rust-circles.mjs [<root>]
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = process.argv[2] ?? join(import.meta.dirname, "../..");

function* rustFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* rustFiles(path);
    else if (entry.name.endsWith(".rs")) yield path;
  }
}

function* crates(folder) {
  if (["lib.rs", "main.rs"].some((file) => existsSync(join(folder, "src", file)))) yield join(folder, "src");
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

// `a::{b, c::{d as e}}` are the paths a::b, named b, and a::c::d, named e.
function* paths(tree, before = []) {
  const open = tree.indexOf("{");
  if (open < 0) {
    const [written, alias] = tree.split(/\s+as\s+/);
    const path = [...before, ...written.split("::").map((part) => part.trim()).filter(Boolean)];
    if (path.length > 1 && path.at(-1) === "self") path.pop();
    yield { path, name: alias?.trim() ?? path.at(-1) };
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

const USE = /^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);/gm;
const PATH = /(?<![\w:])([a-z_]\w*(?:::\w+)+)/g;

// The declarations and imports of a file, without its tests and comments.
function read(src, file) {
  const production = readFileSync(file, "utf8")
    .split(/^#\[cfg\(test\)\]\s*\n(?:pub(?:\([^)]*\))?\s+)?mod \w+ \{/m)[0]
    .replace(/\/\/.*$/gm, "")
    .replace(/#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))?\s+)?(?:use|mod)\s+[^;]+;/g, "");
  const uses = [...production.matchAll(USE)].flatMap(([, , tree]) => [...paths(tree)]);
  const inBodies = [...production.replace(USE, "").matchAll(PATH)].map(([, path]) => ({ path: path.split("::") }));
  return { file, own: moduleOf(src, file), uses, paths: [...uses, ...inBodies], text: production };
}

// The full path of one that a module writes; undefined for one of another crate.
function fullPath(path, module, modules) {
  if (path[0] === "crate") return path.slice(1);
  if (path[0] === "self") return [...module.own, ...path.slice(1)];
  let ups = 0;
  while (path[ups] === "super") ups++;
  if (ups > 0) return [...module.own.slice(0, module.own.length - ups), ...path.slice(ups)];
  if (modules.has([...module.own, path[0]].join("::"))) return [...module.own, ...path];
  // A module that the file imports by its name.
  const imported = module.uses.find((use) => use.name === path[0] && use.path[0] !== path[0]);
  return imported && fullPath([...imported.path, ...path.slice(1)], module, modules);
}

// The file that declares what a path names: a name that a module only imports stands in the file it comes from.
function declaringFile(path, modules, seen = new Set()) {
  let length = path.length;
  while (length > 0 && !modules.has(path.slice(0, length).join("::"))) length--;
  const module = modules.get(path.slice(0, length).join("::"));
  if (module === undefined) return undefined;
  const [name, ...rest] = path.slice(length);
  const key = `${module.file} ${name}`;
  if (name === undefined || name === "*" || seen.has(key)) return module.file;
  seen.add(key);
  const declares = new RegExp(`\\b(?:fn|struct|enum|trait|const|static|type|mod|macro_rules!)\\s+${name}\\b`);
  for (const use of declares.test(module.text) ? [] : module.uses) {
    const isGlob = use.path.at(-1) === "*";
    if (!isGlob && use.name !== name) continue;
    const full = fullPath(isGlob ? [...use.path.slice(0, -1), name] : use.path, module, modules);
    const found = full && declaringFile([...full, ...rest], modules, seen);
    // A glob that does not have the name ends at the module whose names it takes.
    if (found !== undefined && (!isGlob || declares.test(readFileSync(found, "utf8")))) return found;
  }
  return module.file;
}

const faults = [];
for (const src of crates(root)) {
  const files = [...rustFiles(src)].filter((file) => !/\/tests?(\.rs$|\/)/.test(relative(src, file).replace(/^/, "/")));
  // The program beside a library is a crate of its own, which nothing imports.
  const hasLibrary = existsSync(join(src, "lib.rs"));
  const own = files.filter((file) => !hasLibrary || file !== join(src, "main.rs")).map((file) => read(src, file));
  const modules = new Map(own.map((module) => [module.own.join("::"), module]));
  const graph = new Map(
    own.map((module) => {
      const full = module.paths.map(({ path }) => fullPath(path, module, modules)).filter(Boolean);
      const targets = full.map((path) => declaringFile(path, modules)).filter(Boolean);
      return [module.file, new Set(targets.filter((target) => target !== module.file))];
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
