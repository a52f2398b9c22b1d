// The checks of the house that take the root of a tree find that of their own tree without one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");

for (const check of ["rust-circles", "kind-places", "service-places", "cited-paths", "asvs", "web-layers", "module-heads"]) {
  test(`${check} checks its own tree without an argument`, () => {
    // Runs from outside the tree, because a relative path would find it from within.
    const run = (...words) => {
      const script = join(import.meta.dirname, `${check}.mjs`);
      const { status, stdout, stderr } = spawnSync("node", [script, ...words], { cwd: tmpdir(), encoding: "utf8" });
      return { status, stdout, stderr };
    };
    assert.deepEqual(run(), run(root));
    assert.doesNotMatch(run().stderr, /^ {4}at /m, "no stack trace");
  });
}
