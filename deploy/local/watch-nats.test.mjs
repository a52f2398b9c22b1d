// The bus of a stack starts again by itself once its full disk has room, and nothing is left running afterwards.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "watch-nats-"));
const free = join(folder, "free");
const { NODE_TEST_CONTEXT, ...inherited } = process.env;
const env = { ...inherited, ASSAY_STACK: "watch", PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}` };
const bash = (script) =>
  execFileSync("bash", ["-c", `. deploy/local/all_parts.sh\n${script}`], { cwd: root, env, encoding: "utf8" });
const pidOf = (name) => bash(`pid_of ${name} || true`).trim();
const log = () => readFileSync(join(root, ".local", "watch", "log", "nats_watch.log"), "utf8");

// Sets the number of kilobytes that are left on the disk.
function leave(kilobytes) {
  writeFileSync(`${free}.new`, `${kilobytes}`);
  renameSync(`${free}.new`, free);
}

async function eventually(expected, check) {
  for (let tries = 0; tries < 300; tries++) {
    if (check()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${expected} did not happen: ${log()}`);
}

const clear = `stop_servers; rm -rf "\${STATE:?}"/{nats,tls,urls,settings}`;

before(() => {
  mkdirSync(join(folder, "bin"));
  const df = `#!/bin/sh\necho Filesystem\necho "disk 1 1 $(cat '${free}') 1% /"\n`;
  writeFileSync(join(folder, "bin", "df"), df, { mode: 0o755 });
  leave(9_000_000);
  bash(`make_state; lock_stack; ${clear}; make_state; mkdir "$STATE/settings"
    make_certificates; start_nats; start_nats_watch`);
});

after(() => {
  bash(`make_state; ${clear}`);
  rmSync(folder, { recursive: true, force: true });
});

test("the bus starts again once its full disk has room, and not before", { timeout: 120_000 }, async () => {
  const first = pidOf("nats");
  assert.notEqual(first, "");
  leave(0);
  await eventually("a full disk", () => log().includes("the disk of the bus is full"));
  assert.equal(pidOf("nats"), first);
  leave(9_000_000);
  await eventually("a start", () => log().includes("nats is ready"));
  assert.match(pidOf("nats"), /^\d+$/);
  assert.notEqual(pidOf("nats"), first);
});

test("both end with the stack", () => {
  const pids = ["nats", "nats_watch"].map(pidOf);
  assert.ok(pids.every(Boolean), pids.join());
  bash("stop_servers");
  // Empty for a process that has ended, even if its parent has not collected it yet.
  for (const pid of pids) assert.equal(bash(`start_time ${pid}`), "");
});
