// Fails for a Rust file whose head (//!) is missing, is more than one sentence, or begins with a question word, for a head or
// doc comment (///, /** */) that begins with one or says "so many" for a limit, or that begins with "Of" or "Those" in place of
// a noun. "How many" names a number, so doc comments may begin with "How".
//   node module-heads.mjs [<root>]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = process.argv[2] ?? join(import.meta.dirname, "../..");
const kinds = ["*.rs", "*.ts", "*.tsx"];
const listed = execFileSync("git", ["-C", root, "ls-files", "--cached", "--others", "--exclude-standard", ...kinds], { encoding: "utf8" });

// The reader would look for the noun in the name below the comment, or in a comment further above.
const nounless = /^(Of|Those|That of|None of)\b/;

function headFault(text) {
  const head = text.split("\n").filter((line) => line.startsWith("//!")).map((line) => line.slice(3).trim());
  const sentence = head.join(" ").replace(/`[^`]*`/g, "x");
  if (head.length === 0) return "has no head (//!)";
  if (head.includes("") || /[.!?]["')]?\s+\S/.test(sentence.replace(/\b(e\.g|i\.e|etc)\./g, "$1"))) return "has a head of more than one sentence";
  if (!sentence.endsWith(".")) return "has a head that is not a sentence";
  if (/^(What|Who|Whom|Whose|Whoever|How|Which) /.test(sentence)) return `has a head that begins with "${sentence.split(" ")[0]}": begin with the thing that the file is about`;
  const missing = sentence.match(nounless);
  if (missing) return `has a head that begins with "${missing[0]}": begin with the noun`;
  const vague = sentence.match(/\bso (many|much)\b/i);
  return vague && `has a head with "${vague[0]}": name the number or the limit`;
}

// Lines that follow one another with the same marks are one comment.
function docComments(text, isRust) {
  const blocks = isRust ? /^[ \t]*\/\/\/(?!\/).*(?:\n[ \t]*\/\/\/(?!\/).*)*/gm : /^[ \t]*\/\*\*[^]*?\*\//gm;
  return [...text.matchAll(blocks)].map(({ 0: block, index }) => ({
    line: text.slice(0, index).split("\n").length,
    sentence: block.replace(/^[ \t]*(\/\/\/|\/?\*+\/?)|\*\/$/gm, " ").replace(/\s+/g, " ").trim(),
  }));
}

function docFault(sentence) {
  const question = sentence.match(/^(What|Who|Whom|Whose|Whoever|Which)\b/);
  if (question) return `has a doc comment that begins with "${question[0]}": begin with the thing that it is about`;
  const missing = sentence.match(nounless);
  if (missing) return `has a doc comment that begins with "${missing[0]}": begin with the noun`;
  const vague = sentence.match(/\bso (many|much)\b/i);
  return vague && `has a doc comment with "${vague[0]}": name the number or the limit`;
}

let code = 0;
function refuse(place, fault) {
  if (!fault) return;
  console.error(`${place} ${fault}`);
  code = 1;
}

for (const path of listed.split("\n").filter((path) => path && existsSync(join(root, path)))) {
  const text = readFileSync(join(root, path), "utf8");
  const isRust = path.endsWith(".rs");
  if (isRust) refuse(path, headFault(text));
  for (const { line, sentence } of docComments(text, isRust)) refuse(`${path}:${line}`, docFault(sentence));
}
process.exit(code);
