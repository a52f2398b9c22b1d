// The check of circles accepts a crate without any, and finds planted ones however the import is written.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const root = mkdtempSync(join(tmpdir(), "rust-circles-"));
after(() => rmSync(root, { recursive: true, force: true }));

// The findings of the check in a crate: the files of each circle, in the order of their names.
function circles(files) {
  rmSync(join(root, "crate"), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, "crate/src", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const { status, stderr } = spawnSync("node", [join(import.meta.dirname, "rust-circles.mjs"), root], { encoding: "utf8" });
  const found = stderr.split("\n").filter(Boolean).map((line) => line.slice(line.indexOf(": ") + 2).split(", ").sort());
  assert.equal(status, found.length === 0 ? 0 : 1, stderr);
  return found.map((circle) => circle.map((file) => file.replace("crate/src/", "")));
}

const parts = "mod child;\n\npub use child::Part;\n";

test("folders that import each other one way are accepted", () => {
  const files = {
    "lib.rs": "mod base;\nmod parts;\n\npub use base::SEED;\nuse parts::Part;\n\nfn build() -> Part {\n    parts::Part(SEED)\n}\n",
    "base.rs": "pub const SEED: u64 = 1;\n",
    "parts/mod.rs": parts,
    // SEED is declared in base.rs, although lib.rs exports it, too.
    "parts/child.rs": "use crate::SEED;\n\npub struct Part(pub u64);\n\n#[cfg(test)]\nmod tests {\n    use crate::build;\n}\n",
  };
  assert.deepEqual(circles(files), []);
});

const planted = [
  ["an item of the root", { "lib.rs": "mod parts;\nuse parts::Part;\npub const SEED: u64 = 1;\n", "parts/child.rs": "use crate::{SEED};\npub struct Part;\n" }],
  ["a path in a body", { "lib.rs": "mod parts;\npub const SEED: u64 = 1;\nfn build() { parts::Part::new() }\n", "parts/child.rs": "pub struct Part(u64);\nimpl Part { fn new() { crate::SEED } }\n" }],
  ["a module that is imported by its name", { "lib.rs": "mod parts;\nmod seeds;\nuse parts::Part;\npub fn build() -> Part { Part }\n", "seeds.rs": "", "parts/child.rs": "use crate as whole;\npub struct Part;\nfn again() { whole::build(); }\n" }],
  ["a glob", { "lib.rs": "mod parts;\nuse parts::*;\npub const SEED: u64 = 1;\n", "parts/child.rs": "use super::super::*;\npub struct Part;\n" }],
  ["another name", { "lib.rs": "mod parts;\nuse parts::Part as Whole;\npub const SEED: u64 = 1;\n", "parts/child.rs": "use crate::SEED as FIRST;\npub struct Part;\n" }],
];

for (const [what, files] of planted) {
  test(`a circle over ${what} is found`, () => {
    const found = circles({ ...files, "parts/mod.rs": parts });
    assert.equal(found.length, 1);
    assert.ok(found[0].includes("lib.rs") && found[0].includes("parts/child.rs"), found[0].join(", "));
  });
}

test("a circle over a name that a third file exports is found", () => {
  const files = {
    "lib.rs": "mod first;\nmod second;\nmod names;\n",
    "names.rs": "pub use crate::first::inner::One;\n",
    "first/mod.rs": "pub mod inner;\n",
    "first/inner.rs": "use crate::second::inner::Two;\npub struct One(Two);\n",
    "second/mod.rs": "pub mod inner;\n",
    "second/inner.rs": "use crate::names::One;\npub struct Two(Box<One>);\n",
  };
  assert.deepEqual(circles(files), [["first/inner.rs", "second/inner.rs"]]);
});

test("files of one folder may import each other", () => {
  const files = {
    "lib.rs": "mod one;\nmod two;\n",
    "one.rs": "use crate::two::Two;\npub struct One(Two);\n",
    "two.rs": "use crate::one::One;\npub struct Two(Box<One>);\n",
  };
  assert.deepEqual(circles(files), []);
});
