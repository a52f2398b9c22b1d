// deploy/compose-rotate replaces every secret that the head of compose.yaml makes. Docker is a stand-in that records its commands.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const copy = mkdtempSync(join(tmpdir(), "compose-rotate-"));
const secrets = join(copy, ".local/compose");
const log = join(copy, "docker.log");
const compose = readFileSync(join(root, "compose.yaml"), "utf8");

// Files that a rotation leaves unchanged, each with the reason.
const kept = [
  [/^tls\/[^/]+\/hosts$/, "the names of a server, no secret"],
  [/^keys\//, "a key stays beside its successor while what it signed is valid"],
];

const run = (command, words) =>
  execFileSync(command, words, { cwd: copy, encoding: "utf8", env: { ...process.env, PATH: `${join(copy, "bin")}:${process.env.PATH}` } });
const rotate = (...words) => run("deploy/compose-rotate", words);
const make = () => run("sh", ["-c", "sed -n 's/^#\\$ //p' compose.yaml | sh"]);

// The text of each secret, by its path.
function read() {
  const files = readdirSync(secrets, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name));
  return Object.fromEntries(paths.map((path) => [path.slice(secrets.length + 1), readFileSync(path, "utf8")]));
}

const password = (url) => /:\/\/[^:]+:([^@]+)@/.exec(url)[1];

// The seconds in which the keys of a program were made.
const keys = (program) => readdirSync(join(secrets, "keys", program)).map((file) => Number(basename(file, ".pem"))).sort((one, other) => one - other);

const programs = () => readdirSync(join(secrets, "keys")).filter((name) => name !== "public");

// Makes the keys older by a number of seconds.
function age(program, seconds) {
  for (const made of keys(program)) {
    const pem = (second) => [`${program}/${second}.pem`, `public/${program}.${second}.pem`];
    const later = pem(made - seconds);
    pem(made).forEach((file, at) => renameSync(join(secrets, "keys", file), join(secrets, "keys", later[at])));
  }
}

before(() => {
  for (const file of ["compose.yaml", "deploy/compose-rotate", "deploy/certificates", "services/services.txt"]) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  mkdirSync(join(copy, "bin"));
  const docker = `#!/bin/sh\nprintf '%s\\n' "$*" >>${log}\n[ "$2" != exec ] || cat >>${log}\n`;
  writeFileSync(join(copy, "bin/docker"), docker, { mode: 0o755 });
  writeFileSync(join(copy, "bin/sleep"), "#!/bin/sh\n", { mode: 0o755 });
  make();
});

after(() => rmSync(copy, { recursive: true, force: true }));

test("the containers are given no secret that is not made", () => {
  const given = new Set(compose.match(/(?<=^[^#]*\.local\/compose\/)[\w/]+/gm));
  assert.ok(given.size > 20);
  assert.deepEqual([...given].filter((path) => !existsSync(join(secrets, path))), []);
});

test("made again, what exists is kept, in the very files that containers have", () => {
  const former = read();
  const files = () => Object.keys(former).map((path) => statSync(join(secrets, path)).ino);
  const places = files();
  make();
  assert.deepEqual(read(), former);
  assert.deepEqual(files(), places);
});

test("every secret is replaced, and the servers know what replaced it", () => {
  for (const program of programs()) age(program, 3600);
  const former = read();
  rotate();
  const present = read();
  const same = Object.keys(former).filter((path) => present[path] === former[path] && !kept.some(([pattern]) => pattern.test(path)));
  assert.deepEqual(same, [], "a secret that is made is replaced, or named above with the reason");
  for (const [path, url] of Object.entries(former)) {
    if (/^(databases|owners|nats|redis)\//.test(path)) assert.notEqual(password(present[path]), password(url), path);
  }
  for (const program of programs()) assert.equal(keys(program).length, 2, program);
  const [line, earlier] = present.auth_secret.split("\n");
  assert.notEqual(line, former.auth_secret);
  assert.equal(earlier, former.auth_secret, "what it signed is still accepted");
  const peppers = present.api_key_peppers.split("\n");
  assert.notEqual(peppers[0], former.api_key_peppers);
  assert.equal(peppers[1], former.api_key_peppers, "keys of before are still accepted");
  const said = readFileSync(log, "utf8");
  assert.ok(said.includes(`ALTER ROLE postgres PASSWORD '${present.postgres_password}'`));
  assert.ok(said.includes(`acl setuser operator >${present.redis_password}`));
  assert.ok(!Object.keys(present).some((path) => path.endsWith(".other")), "no second login is left");
  // Refused before anything is said to end their sessions; owners are let in again with other passwords.
  const databases = Object.keys(former).filter((path) => path.startsWith("databases/")).map((path) => basename(path)).sort();
  const retired = (step, roles) => said.lastIndexOf(`\\setenv ROLES '${roles}'\n\\set step ${step}\n\\i /postgres/retire.sql`);
  const [refusal, end, owners] = [
    retired("refuse", databases.join(" ")),
    retired("end", databases.join(" ")),
    retired("end", databases.map((name) => ` ${name}_owner`).join("")),
  ];
  assert.ok(refusal > 0 && refusal < end && end < owners, said);
});

test("a new key is there beside the former one, which goes once its successor is ten minutes old", () => {
  for (const program of programs()) age(program, 700);
  const former = keys("catalog");
  assert.equal(former.length, 2);
  rotate("keys");
  const present = keys("catalog");
  assert.deepEqual(present.slice(0, -1), former.slice(1));
  const isPublic = (made) => existsSync(join(secrets, "keys/public", `catalog.${made}.pem`));
  assert.deepEqual([...present, former[0]].map(isPublic), [true, true, false]);
});

test("only the words that its head explains are known", () => {
  assert.throws(() => rotate("everything"), (error) => error.status === 2);
});
