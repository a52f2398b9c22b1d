// The search for the files that name a service finds its texts, modules and settings, and no longer words that begin like it.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const root = mkdtempSync(join(tmpdir(), "service-places-"));
after(() => rmSync(root, { recursive: true, force: true }));
execFileSync("git", ["init", "--quiet", root]);
const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
write("services/services.txt", "notes grpc postgres,nats\n");

const run = (...words) =>
  spawnSync("node", [join(import.meta.dirname, "service-places.mjs"), root, ...words], { encoding: "utf8" });

function isNamed(text) {
  write("gateway/src/part.rs", text);
  return run("notes").stdout.includes("gateway/src/part.rs");
}

for (const text of [
  `const NAME: &str = "notes";`,
  `const PATH: &str = "/notes.v1.Notes/Get";`,
  `config.bytes(".notes.v1.JsonText");`,
  `const URL: &str = "NOTES_URL";`,
  `const SUBJECT: &str = "evt.notes.>";`,
  "mod notes;",
  "pub static NOTES: Stream = Stream {};",
  "let domain = Domain::Notes;",
]) {
  test(`${text} names the service`, () => assert.ok(isNamed(text)));
}

for (const text of [`("notes_count", Kind::Integer)`, `("is_notes", Kind::Truth)`, `(".notes_count", 1)`, "let notes = 1;", `// "notes"`]) {
  test(`${text} does not name the service`, () => assert.ok(!isNamed(text)));
}

test("six files may name a service, and a seventh is refused", () => {
  // The list is one of them.
  write("gateway/src/part.rs", "");
  for (let count = 1; count <= 5; count++) write(`gateway/src/part${count}.rs`, "mod notes;");
  assert.equal(run().status, 0);
  write("gateway/src/part6.rs", "mod notes;");
  const { status, stderr } = run();
  assert.equal(status, 1);
  assert.match(stderr, /^7 files beside its own name the service notes; the limit is 6:$/m);
});
