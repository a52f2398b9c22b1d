// Fails if a README, a DECISIONS file or another document cites a path that does not exist.
//   node cited-paths.mjs [<root>]
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = process.argv[2] ?? join(import.meta.dirname, "../..");
const skipped = new Set(["node_modules", "target", ".local", ".git", ".next", "out"]);

function* documents(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* documents(path);
    else if (/^(README|DECISIONS|CHANGELOG|SECURITY|security)\.md$/.test(entry.name)) yield path;
  }
}

// A word in backticks is a path if it contains a slash and starts with an existing folder, here or at the root.
// A file or folder called x stands for any.
function citedIn(text) {
  const words = [...text.matchAll(/`([\w.@[\]-]+(?:\/[\w.@[\]-]+)+\/?)`/g)]
    .map((match) => match[1])
    .filter((word) => !/\/x(\.|\/|$)/.test(word));
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map((match) => match[1]);
  return { words, links };
}

const gone = [];
for (const document of documents(root)) {
  const here = dirname(document);
  const { words, links } = citedIn(readFileSync(document, "utf8"));
  for (const word of words) {
    const start = word.split("/")[0];
    const known = existsSync(join(root, start)) || existsSync(join(here, start));
    if (known && !existsSync(join(root, word)) && !existsSync(join(here, word))) gone.push([document, word]);
  }
  for (const link of links) if (!existsSync(join(here, link))) gone.push([document, link]);
}

for (const [document, path] of gone) console.error(`${relative(root, document)} names ${path}, which does not exist`);
process.exit(gone.length > 0 ? 1 : 0);
