// The check of deploy/asvs.csv accepts the table as it is, and names the fault of a changed one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const table = readFileSync(join(root, "deploy/asvs.csv"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "asvs-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function check(text) {
  const path = join(folder, "asvs.csv");
  writeFileSync(path, text);
  const { status, stderr } = spawnSync("node", [join(root, "deploy/local/asvs.mjs"), root, path], { encoding: "utf8" });
  return { status, lines: stderr.split("\n").filter(Boolean) };
}

// The table with another row for a requirement.
const withRow = (id, row) => table.replace(new RegExp(`^${id.replaceAll(".", "\\.")},.*\n`, "m"), row === "" ? "" : `${row}\n`);

test("the table is complete, and everything that it names exists", () => {
  assert.deepEqual(check(table), { status: 0, lines: [] });
});

const broken = [
  ["a missing row", withRow("1.2.4", ""), "1.2.4: it has no row"],
  ["a repeated row", `${table}1.2.6,2,LDAP,not applicable,,There is none\n`, "1.2.6: it has a second row"],
  ["a requirement of level 3", `${table}1.5.3,3,Parsers,met,check:Makefile,\n`, "1.5.3: there is no such requirement at level 1 or 2"],
  ["a wrong level", withRow("1.2.6", "1.2.6,1,LDAP,not applicable,,There is none"), "1.2.6: its level is 2"],
  ["a row without a summary", withRow("1.2.6", "1.2.6,2,,not applicable,,There is none"), "1.2.6: it has no summary"],
  ["an unknown status", withRow("1.2.6", "1.2.6,2,LDAP,partly met,,"), "1.2.6: the status partly met is unknown"],
  ["a claim without evidence", withRow("1.2.6", "1.2.6,2,LDAP,met,,"), "1.2.6: it is met by nothing that is named"],
  ["an exception without a reason", withRow("1.2.6", "1.2.6,2,LDAP,not applicable,,"), "1.2.6: it is not applicable and the note does not say why"],
  ["a gap", withRow("1.2.6", "1.2.6,2,LDAP,not met,,Nobody has had the time to meet it as yet."), "1.2.6: it is not met: meet it, or argue in a sentence why not"],
  ["an argument without a word", withRow("1.2.6", "1.2.6,2,LDAP,argued,check:Makefile,"), "1.2.6: it is argued by less than a sentence"],
  ["an argument of a few words", withRow("1.2.6", "1.2.6,2,LDAP,argued,check:Makefile,Left to the operator."), "1.2.6: it is argued by less than a sentence"],
  [
    "an argument with nothing behind it",
    withRow("1.2.6", "1.2.6,2,LDAP,argued,,The operator asks the directory and binds every name as a parameter."),
    "1.2.6: it is argued and names nothing that holds instead",
  ],
  ["a row with a cell too few", withRow("1.2.6", '1.2.6,2,"LDAP, too",not applicable,'), "must have 6 cells"],
  ["another first line", table.replace("id,level", "id,degree"), "the first line must be id,level,summary,status,evidence,note"],
];
test("an argument in a whole sentence is accepted", () => {
  const row = "1.2.6,2,LDAP,argued,check:Makefile,The operator asks the directory and binds every name as a parameter.";
  assert.deepEqual(check(withRow("1.2.6", row)), { status: 0, lines: [] });
});

const evidence = [
  ["gateway/tests/site.rs::no_such_test", "gateway/tests/site.rs has no test no_such_test"],
  // A function that is no test.
  ["gateway/tests/site.rs::world", "gateway/tests/site.rs has no test world"],
  ["gateway/tests/gone.rs::a_test", "gateway/tests/gone.rs does not exist"],
  ["helm/tests/test_render.py::test_of_nothing", "helm/tests/test_render.py has no test test_of_nothing"],
  ["web/e2e/session.spec.ts#all other sessions", "web/e2e/session.spec.ts has no test all other sessions"],
  ["setting:NO_SUCH_SETTING", "NO_SUCH_SETTING is explained neither in .env.example nor in the README of the kit"],
  ["check:deploy/local/gone.mjs", "deploy/local/gone.mjs does not exist"],
  ["check:Makefile#no such text", "Makefile does not contain no such text"],
  ["doc:SECURITY.md#No such heading", "SECURITY.md has no heading No such heading"],
  ["we looked at it", "we looked at it is no evidence of a known form"],
];

for (const [name, text, problem] of broken) {
  test(`${name} is refused`, () => {
    const { status, lines } = check(text);
    assert.equal(status, 1);
    assert.ok(lines.some((line) => line.startsWith("deploy/asvs.csv: ") && line.endsWith(problem)), lines.join("\n"));
  });
}

for (const [piece, problem] of evidence) {
  test(`evidence ${piece} is refused`, () => {
    const text = withRow("1.2.6", `1.2.6,2,LDAP,met,check:Makefile; ${piece},`);
    assert.deepEqual(check(text), { status: 1, lines: [`deploy/asvs.csv: 1.2.6: ${problem}`] });
  });
}
