// Fails if deploy/asvs.csv lacks a requirement of ASVS 5.0.0 at the levels 1 and 2, leaves one that is neither met nor argued, or
// names a test, a setting, a document or a place that does not exist.
//   node asvs.mjs [<root> [<another table>]]
//
// Evidence is separated by "; " and is one of
//   path::name          a test in Rust or Python
//   path#title          a test in TypeScript or JavaScript
//   setting:NAME        a setting that .env.example or the README of the kit explains
//   check:path          a file; check:path#text a file with this text
//   doc:path#heading    a document with this heading, or with words in bold that begin so
//
// A requirement that is not met to the letter is argued: the note states the reason in a sentence, and the evidence names the measure in its place.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = process.argv[2] ?? join(import.meta.dirname, "../..");
const table = process.argv[3] ?? join(root, "deploy/asvs.csv");
const columns = ["id", "level", "summary", "status", "evidence", "note"];

// The levels of the requirements of each section, in their order: 1.2.4 has the fourth digit of 1.2. Those of level 3 are not
// in the table.
const sections = {
  1.1: "22", 1.2: "1111122223", 1.3: "112222222223", 1.4: "222", 1.5: "123",
  2.1: "122", 2.2: "112", 2.3: "12223", 2.4: "23",
  3.1: "3", 3.2: "113", 3.3: "12223", 3.4: "11222233", 3.5: "11122333", 3.6: "3", 3.7: "22333",
  4.1: "12233", 4.2: "23333", 4.3: "22", 4.4: "1222",
  5.1: "2", 5.2: "112333", 5.3: "113", 5.4: "222",
  6.1: "122", 6.2: "111111112222", 6.3: "11223333", 6.4: "112233", 6.5: "22222333", 6.6: "2223", 6.7: "33", 6.8: "2222",
  7.1: "222", 7.2: "1111", 7.3: "22", 7.4: "11222", 7.5: "223", 7.6: "22",
  8.1: "1233", 8.2: "1123", 8.3: "133", 8.4: "23",
  9.1: "111", 9.2: "1222",
  10.1: "22", 10.2: "223", 10.3: "22223", 10.4: "1111122222233333", 10.5: "22222", 10.6: "22", 10.7: "222",
  11.1: "2233", 11.2: "22233", 11.3: "11233", 11.4: "1222", 11.5: "23", 11.6: "23", 11.7: "33",
  12.1: "12233", 12.2: "11", 12.3: "22223",
  13.1: "2333", 13.2: "222223", 13.3: "2233", 13.4: "1222233",
  14.1: "22", 14.2: "12223333", 14.3: "122",
  15.1: "12233", 15.2: "12233", 15.3: "1222222", 15.4: "3333",
  16.1: "2", 16.2: "22222", 16.3: "2222", 16.4: "222", 16.5: "2223",
  17.1: "23", 17.2: "22223333", 17.3: "22",
};
const levels = new Map(
  Object.entries(sections).flatMap(([section, digits]) =>
    [...digits].flatMap((level, index) => (level === "3" ? [] : [[`${section}.${index + 1}`, level]])),
  ),
);

const problems = [];

// A row is a line; a cell with a comma or a quote is quoted.
function cells(line) {
  const found = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)];
  const length = found.reduce((sum, [whole]) => sum + whole.length, 0);
  if (length !== line.length) return null;
  return found.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

function rows() {
  const [head, ...lines] = readFileSync(table, "utf8").trimEnd().split("\n");
  if (head !== columns.join(",")) problems.push(`the first line must be ${columns.join(",")}`);
  return lines.flatMap((line, index) => {
    const found = cells(line);
    if (found?.length === columns.length) return [Object.fromEntries(columns.map((name, at) => [name, found[at]]))];
    problems.push(`line ${index + 2} must have ${columns.length} cells`);
    return [];
  });
}

const texts = new Map();
function text(path) {
  if (!texts.has(path)) texts.set(path, existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null);
  return texts.get(path);
}

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function hasTest(source, path, name) {
  if (path.endsWith(".py")) return new RegExp(`^def ${escaped(name)}\\(`, "m").test(source);
  const attributes = "((?:#\\[[^\\]]*\\]\\s*)+)";
  const found = new RegExp(`${attributes}(?:async )?fn ${escaped(name)}\\(`).exec(source)?.[1] ?? "";
  return /#\[(tokio::)?test\b/.test(found) && !found.includes("ignore");
}

function hasTitle(source, title) {
  return new RegExp(`(?<![.\\w])(?:test|it)\\(\\s*(["'\`])${escaped(title)}\\1`).test(source);
}

function hasHeading(source, heading) {
  return source.split("\n").some((line) => (/^#+ /.test(line) && line.endsWith(heading)) || line.includes(`**${heading}`));
}

// The fault of a piece of evidence; undefined if it is valid.
function fault(evidence) {
  const setting = /^setting:([A-Z][A-Z0-9_]*)$/.exec(evidence)?.[1];
  if (setting) {
    const known = new RegExp(`(^#?|\`)${setting}(=|\`)`, "m");
    const explained = [".env.example", "services/libs/kit/README.md"].some((path) => known.test(text(path) ?? ""));
    return explained ? null : `${setting} is explained neither in .env.example nor in the README of the kit`;
  }
  const place = /^(check|doc):([^#]+)(?:#(.+))?$/.exec(evidence);
  if (place) {
    const [, kind, path, words] = place;
    if (!existsSync(join(root, path))) return `${path} does not exist`;
    if (kind === "doc" && !hasHeading(text(path), words ?? "")) return `${path} has no heading ${words ?? ""}`;
    if (kind === "check" && words && !text(path).includes(words)) return `${path} does not contain ${words}`;
    return null;
  }
  const [, path, kind, name] = /^([\w@./[\]-]+\.\w+)(::|#)(.+)$/.exec(evidence) ?? [];
  if (!path) return `${evidence} is no evidence of a known form`;
  const source = text(path);
  if (source === null) return `${path} does not exist`;
  const stands = kind === "::" ? hasTest(source, path, name) : hasTitle(source, name);
  return stands ? null : `${path} has no test ${name}`;
}

// At least one whole sentence: a few words explain no exception.
const isSentence = (words) => /^[A-Z].*\.$/.test(words) && words.split(" ").length >= 8;

function judge({ id, level, summary, status, evidence, note }) {
  const say = (problem) => problems.push(`${id}: ${problem}`);
  if (!levels.has(id)) return say("there is no such requirement at level 1 or 2");
  if (levels.get(id) !== level) say(`its level is ${levels.get(id)}`);
  if (summary === "") say("it has no summary");
  const pieces = evidence === "" ? [] : evidence.split("; ");
  for (const piece of pieces) {
    const problem = fault(piece);
    if (problem) say(problem);
  }
  if (status === "not met") return say("it is not met: meet it, or argue in a sentence why not");
  if (!["met", "not applicable", "argued"].includes(status)) say(`the status ${status} is unknown`);
  if (status === "met" && pieces.length === 0) say("it is met by nothing that is named");
  if (status === "argued" && pieces.length === 0) say("it is argued and names nothing that holds instead");
  if (status === "argued" && !isSentence(note)) say("it is argued by less than a sentence");
  if (status === "not applicable" && note === "") say(`it is ${status} and the note does not say why`);
}

const seen = new Set();
for (const row of rows()) {
  if (seen.has(row.id)) problems.push(`${row.id}: it has a second row`);
  seen.add(row.id);
  judge(row);
}
for (const id of levels.keys()) if (!seen.has(id)) problems.push(`${id}: it has no row`);

for (const problem of problems) console.error(`deploy/asvs.csv: ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
