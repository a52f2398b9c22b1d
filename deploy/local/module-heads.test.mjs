// The check of heads accepts one sentence, and refuses none, a fragment, a second one and a question word at the beginning.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = mkdtempSync(join(tmpdir(), "module-heads-"));
after(() => rmSync(root, { recursive: true, force: true }));
execFileSync("git", ["init", "--quiet", root]);

function check(text) {
  writeFileSync(join(root, "part.rs"), text);
  const { status, stderr } = spawnSync("node", [join(import.meta.dirname, "module-heads.mjs"), root], { encoding: "utf8" });
  assert.equal(status, stderr === "" ? 0 : 1);
  return stderr.trim();
}

test("a question word is accepted within a sentence, and as the beginning of a longer word", () => {
  assert.equal(check("//! The rules of who may call what.\n"), "");
  assert.equal(check("//! Whole numbers.\n"), "");
});

test("one sentence is accepted, over several lines and with paths in it", () => {
  assert.equal(check("//! Files: written by `build.rs`, e.g. one for each\n//! list (`a.b. c`).\n\nfn build() {}\n"), "");
});

for (const [what, text, fault] of [
  ["a file without one", "fn build() {}\n", "part.rs has no head (//!)"],
  ["a second sentence", "//! Files. They are small.\n", "part.rs has a head of more than one sentence"],
  ["a second paragraph", "//! Files.\n//!\n//! They are small.\n", "part.rs has a head of more than one sentence"],
  ["a fragment", "//! Files\n", "part.rs has a head that is not a sentence"],
  ...["What", "Who", "Whom", "Whose", "Whoever", "How", "Which"].map((word) => [
    `a head that begins with "${word}"`,
    `//! ${word} files has a load.\n`,
    `part.rs has a head that begins with "${word}": begin with the thing that the file is about`,
  ]),
]) {
  test(`${what} is refused`, () => assert.equal(check(text), fault));
}
