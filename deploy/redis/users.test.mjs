// Tests the rights of each user of Redis, and the logins that are refused.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const here = import.meta.dirname;
const list = join(here, "../../services/services.txt");
const programs = readFileSync(list, "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split(/\s+/))
  .filter(([, , needs]) => needs.split(",").includes("redis"))
  .map(([name]) => name);
const users = (lines, services = list) =>
  spawnSync("awk", ["-f", join(here, "users.awk"), "/dev/stdin", services], { input: `${lines.join("\n")}\n`, encoding: "utf8" });
const counter = (login, program = login) => `user ${login} on >${login}-secret resetchannels ~${program}:* -@all +ping +eval +time +get +set`;

test("a program counts under keys of its own with either login, and the operator alone may do everything", () => {
  const logins = [...programs, "operator", ...programs.map((name) => `${name}_next`)];
  const made = users(logins.map((login) => `${login} ${login}-secret`));
  assert.deepEqual([made.status, made.stderr], [0, ""]);
  assert.deepEqual(made.stdout.trimEnd().split("\n"), [
    "user default off",
    ...programs.map((name) => counter(name)),
    "user operator on >operator-secret resetchannels ~* &* +@all",
    ...programs.map((name) => counter(`${name}_next`, name)),
  ]);
});

const stranger = "no program that needs Redis has this name";
// Logins, each with the reason for which it is refused.
const refused = [
  ["reporting secret", `login reporting of Redis: ${stranger}`],
  ["reporting_next secret", `login reporting_next of Redis: ${stranger}`],
  ["sample secret", `login sample of Redis: ${stranger}`],
  ["default secret", `login default of Redis: ${stranger}`],
  ["operator_next secret", `login operator_next of Redis: ${stranger}`],
  ["identity other", "login identity of Redis: it is there twice"],
  ["identity_next", "login identity_next of Redis: it has no password"],
];

test("every other login is refused, and none is printed", () => {
  for (const [line, reason] of refused) {
    const made = users(["identity secret", "operator secret", line]);
    assert.deepEqual([made.status, made.stdout, made.stderr], [1, "", `${reason}\n`], line);
  }
});

test("without a list of programs nothing is printed, as nobody's rights are known", () => {
  const made = users(["identity secret", "operator secret"], "/dev/null");
  const reason = "users.awk: the second file, services.txt, lists no program that needs Redis\n";
  assert.deepEqual([made.status, made.stdout, made.stderr], [1, "", reason]);
});

test("a container keeps its former users while there is an address of a program that is gone", () => {
  const container = mkdtempSync(join(tmpdir(), "redis-container-"));
  for (const folder of ["run/urls", "run/secrets", "data", "redis"]) mkdirSync(join(container, folder), { recursive: true });
  copyFileSync(join(here, "users.awk"), join(container, "redis/users.awk"));
  copyFileSync(list, join(container, "services.txt"));
  writeFileSync(join(container, "run/secrets/redis_password"), "secret");
  const keep = (name) => writeFileSync(join(container, "run/urls", name), `rediss://${name}:${name}-secret@redis:6379`);
  const script = readFileSync(join(here, "write-users.sh"), "utf8").replaceAll(/(?<=[\s">])\/(?=(run|data|redis|services\.txt)\b)/g, `${container}/`);
  const write = () => spawnSync("sh", ["-c", script], { encoding: "utf8" });
  const written = () => readFileSync(join(container, "data/users.acl"), "utf8");
  try {
    for (const name of programs) keep(name);
    assert.equal(write().status, 0);
    const former = written();
    assert.deepEqual(former.split("\n").filter((line) => line.includes("+@all")), ["user operator on >secret resetchannels ~* &* +@all"]);
    keep("reporting");
    const outcome = write();
    assert.deepEqual([outcome.status, outcome.stderr], [1, `login reporting of Redis: ${stranger}\n`]);
    assert.equal(written(), former);
    rmSync(join(container, "run/urls/reporting"));
    assert.equal(write().status, 0);
  } finally {
    rmSync(container, { recursive: true, force: true });
  }
});
