// The check of heads accepts one sentence, and refuses none, a fragment, a second one and a question word at the beginning;
// that of doc comments refuses a question word or a missing noun at the beginning, and "so many".
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = mkdtempSync(join(tmpdir(), "module-heads-"));
after(() => rmSync(root, { recursive: true, force: true }));
execFileSync("git", ["init", "--quiet", root]);

function check(text, name = "part.rs") {
  writeFileSync(join(root, name), text);
  const { status, stderr } = spawnSync("node", [join(import.meta.dirname, "module-heads.mjs"), root], { encoding: "utf8" });
  rmSync(join(root, name));
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
  ["a head that says \"so many\"", "//! Permits, of which only so many are held.\n", 'part.rs has a head with "so many": name the number or the limit'],
  ["a head without a noun", "//! Of files.\n", 'part.rs has a head that begins with "Of": begin with the noun'],
  ...["What", "Who", "Whom", "Whose", "Whoever", "How", "Which"].map((word) => [
    `a head that begins with "${word}"`,
    `//! ${word} files has a load.\n`,
    `part.rs has a head that begins with "${word}": begin with the thing that the file is about`,
  ]),
]) {
  test(`${what} is refused`, () => assert.equal(check(text), fault));
}

// A doc comment in each of the two languages, behind a line of code.
const documented = (words) => [
  ["part.rs", `//! Files.\n${words.map((line) => `    /// ${line}\n`).join("")}fn build() {}\n`],
  ["part.ts", `import "./a";\n/**\n${words.map((line) => ` * ${line}\n`).join("")} */\nconst a = 1;\n`],
];

test("doc comments may name a number by how many it is, and have a question word within", () => {
  for (const words of [["How many files there are."], ["The rules of", "What may be called."], ["Whole numbers."]]) {
    for (const [name, text] of documented(words)) assert.equal(check(text, name), "");
  }
  assert.equal(check("/** The files. */\n// So many files.\n", "part.tsx"), "");
});

for (const word of ["What", "Who", "Whom", "Whose", "Whoever", "Which"]) {
  test(`a doc comment that begins with "${word}" is refused`, () => {
    for (const [name, text] of documented([`${word} a load reads.`])) {
      assert.equal(check(text, name), `${name}:2 has a doc comment that begins with "${word}": begin with the thing that it is about`);
    }
  });
}

for (const beginning of ["Of", "Those", "That of", "None of"]) {
  test(`a doc comment that begins with "${beginning}" is refused`, () => {
    const text = `//! Files.\n    /// ${beginning} a load.\n    bytes: usize,\n`;
    assert.equal(check(text), `part.rs:2 has a doc comment that begins with "${beginning}": begin with the noun`);
  });
}

test("a doc comment may begin with a longer word, and have such words within", () => {
  for (const words of ["Offers of a load.", "The bytes of a load, those of its files too."]) {
    assert.equal(check(`//! Files.\n/// ${words}\nfn build() {}\n`), "");
  }
});

for (const [vague, words] of [
  ["So many", ["So many files are read."]],
  ["so much", ["A budget of so", "much memory."]],
]) {
  test(`a doc comment with "${vague}" is refused`, () => {
    for (const [name, text] of documented(words)) {
      assert.equal(check(text, name), `${name}:2 has a doc comment with "${vague}": name the number or the limit`);
    }
  });
}

test("a doc comment of one line is checked, too", () => {
  assert.equal(
    check("type A = {\n  /** What is read. */\n  a: number;\n};\n", "part.tsx"),
    'part.tsx:2 has a doc comment that begins with "What": begin with the thing that it is about',
  );
});
