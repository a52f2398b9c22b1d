// Fails for a Rust file whose head (//!) is missing, is more than one sentence, or begins with a question word.
//   node module-heads.mjs [<root>]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = process.argv[2] ?? join(import.meta.dirname, "../..");
const listed = execFileSync("git", ["-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "*.rs"], { encoding: "utf8" });

let code = 0;
for (const path of listed.split("\n").filter((path) => path && existsSync(join(root, path)))) {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  const head = lines.filter((line) => line.startsWith("//!")).map((line) => line.slice(3).trim());
  const text = head.join(" ").replace(/`[^`]*`/g, "x");
  let fault;
  if (head.length === 0) fault = "has no head (//!)";
  else if (head.includes("") || /[.!?]["')]?\s+\S/.test(text.replace(/\b(e\.g|i\.e|etc)\./g, "$1"))) fault = "has a head of more than one sentence";
  else if (!text.endsWith(".")) fault = "has a head that is not a sentence";
  else if (/^(What|Who|Whom|Whose|Whoever|How|Which) /.test(text)) fault = `has a head that begins with "${text.split(" ")[0]}": begin with the thing that the file is about`;
  if (!fault) continue;
  console.error(`${path} ${fault}`);
  code = 1;
}
process.exit(code);
