// Adds a small service to a copy of the tree, the way README.md says, and expects everything else to follow: the manifest,
// the database, the rights on the bus, compose, the chart, and the local scripts that start it and find it healthy.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const copy = mkdtempSync(join(tmpdir(), "new-service-"));
// A service that it can be modelled on: a database, one group of calls, nothing special.
const model = "profiles";
const name = "notes";

const run = (command, words, options = {}) => {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  try {
    return execFileSync(command, words, { cwd: copy, encoding: "utf8", env, maxBuffer: 64 << 20, stdio: "pipe", ...options });
  } catch (error) {
    error.message += `\n${error.stdout?.slice(-4000)}\n${error.stderr?.slice(-4000)}`;
    throw error;
  }
};
const git = (...words) => run("git", ["-c", "user.name=test", "-c", "user.email=test@localhost", ...words]);
const renamed = (text) =>
  text
    .replaceAll(model, name)
    .replaceAll(model.toUpperCase(), name.toUpperCase())
    .replaceAll("Profiles", "Notes")
    .replaceAll("/// The tables of notes", "/// The tables of the notes");
const read = (path) => readFileSync(join(copy, path), "utf8");
const write = (path, text) => {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
};
const edit = (path, change) => write(path, change(read(path)));

// The block of the model, again under the new name and right behind the first.
const blockAgain = (first, end) => (text) => {
  const from = text.indexOf(first);
  assert.ok(from >= 0, `${first} is missing`);
  const to = text.slice(from + first.length).search(end) + from + first.length;
  return text.slice(0, to) + renamed(text.slice(from, to)) + text.slice(to);
};

before(() => {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ":!web", ":!deploy/seed"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  for (const file of files.split("\0").filter(Boolean)) {
    try {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(root, file), join(copy, file));
    } catch (error) {
      if (error.code !== "ENOENT") throw error; // Deleted and not committed yet.
    }
  }
  // Postgres runs as another user where the tests run as root.
  chmodSync(copy, 0o711);
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "The tree as it is");

  write(`services/${name}/Cargo.toml`, renamed(read(`services/${model}/Cargo.toml`)));
  write(`services/${name}/settings.txt`, renamed(read(`services/${model}/settings.txt`)));
  write(`services/${name}/src/main.rs`, renamed(read(`services/${model}/src/main.rs`)));
  write(`services/${name}/src/lib.rs`, `//! Notes.\n`);
  write(`services/${name}/migrations/0001_notes.sql`, "CREATE TABLE notes (id uuid PRIMARY KEY, text text NOT NULL);\n");
  write(`proto/protos/${name}.proto`, `syntax = "proto3";\npackage ${name}.v1;\nservice Notes {}\n`);
  write(`gateway/src/procedures/${name}.rs`, "//! What callers note.\n");
  edit("gateway/src/procedures/mod.rs", (text) => text.replace("mod sessions;", `mod ${name};\nmod sessions;`));
  edit("services/services.txt", (text) => text.replace(/^gateway/m, `${name} grpc postgres,nats - ${name} identity\ngateway`));
  edit("compose.yaml", blockAgain(`  ${model}: &${model}\n`, /^ {2}\w+: &/m));
  edit("helm/values.yaml", blockAgain(`\n  ${model}:\n`, /^ {2}\w+:$/m));
});

after(() => rmSync(copy, { recursive: true, force: true }));

test("a new service takes one line or block in each of four files", () => {
  const edited = git("diff", "--name-only").trim().split("\n");
  assert.deepEqual(edited, ["compose.yaml", "gateway/src/procedures/mod.rs", "helm/values.yaml", "services/services.txt"]);
  const named = run("node", [join(root, "deploy/local/service-places.mjs"), copy, name]).trim().split("\n");
  assert.deepEqual(named.sort(), edited);
});

test("a seventh file that names a service is refused", () => {
  const more = ["Makefile", "deploy/Dockerfile", "deploy/local/up"];
  for (const file of more) appendFileSync(join(copy, file), `${name}\n`);
  assert.throws(
    () => run("node", [join(root, "deploy/local/service-places.mjs"), copy]),
    (error) => error.status === 1 && more.every((file) => error.stderr.includes(`  ${file}\n`)),
  );
  git("checkout", "--quiet", "--", ...more);
});

test("cargo knows the new crate", () => {
  const metadata = JSON.parse(run("cargo", ["metadata", "--offline", "--format-version", "1", "--no-deps"]));
  assert.ok(metadata.packages.some((crate) => crate.name === name && crate.targets.some(({ kind }) => kind[0] === "bin")));
});

test("the chart deploys the new service, and compose gives it what it needs", () => {
  const chosen = [`test_every_service_of_the_values_is_deployed`, `test_compose`, `test_the_gateway_is_given`];
  const output = run("helm/tests/run", ["-k", chosen.join(" or ")]);
  assert.match(output, /^[1-9]\d* passed, 0 failed$/m);
});

// Answers as a service does, and does nothing.
const standIn = `#!/usr/bin/env node
const { createServer } = require("node:http");
const name = require("node:path").basename(process.argv[1]);
const own = (ending) => name.toUpperCase() + ending;
const names = [own("_LISTEN"), own("_ADMIN_LISTEN"), own("_DATABASE_URL"), "NATS_URL", "NOTES_URL", "PUBLIC_URL", "SMTP_URL", "NOTES_LENGTH"];
if (process.argv[2] === "settings") console.log(names.filter((name) => process.env[name] !== undefined).join("\\n"));
if (process.argv[2] !== "serve") process.exit();
const [host, port] = process.env[own("_ADMIN_LISTEN")].split(":");
createServer((_, response) => response.end("ready")).listen(Number(port), host);
process.on("SIGTERM", () => process.exit());
`;

test("the local scripts give it a database and a place, start it and find it healthy", () => {
  const script = `. deploy/local/all_parts.sh
    make_state; lock_stack
    stop_everything() { stop_services; stop_servers; rm -rf "$(postgres_home)"; }
    trap stop_everything EXIT
    mkdir -p "$STATE/bin"
    for name in $(list_programs); do cat >"$STATE/bin/$name" <<'STAND_IN'
${standIn}STAND_IN
      chmod +x "$STATE/bin/$name"
    done
    claim_front_port
    start_servers
    create_databases
    export NOTES_LENGTH=80 NOTES_WIDTH=20
    write_settings
    migrate_services; seed_services; start_services; start_workers
    echo "database $(run_psql -d ${name} -c "SELECT current_database() || ' of ' || pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()")"
    echo "caller $(grep ^NOTES_URL "$STATE/settings/gateway" | sed 's/:[0-9]*$//')"
    echo "settings $(grep -c '^NOTES_LENGTH=80$' "$STATE/settings/${name}") $(grep -c ^NOTES_WIDTH "$STATE/settings/${name}" || true)"
    deploy/local/status`;
  const output = run("bash", ["-c", script], { env: { ...process.env, ASSAY_STACK: "new", NODE_TEST_CONTEXT: "" } });
  assert.match(output, /^database notes of notes_owner$/m);
  assert.match(output, /^caller NOTES_URL=https:\/\/127\.0\.0\.1$/m);
  assert.match(output, /^settings 1 0$/m);
  assert.match(output, /^notes +ready +127\.0\.0\.1:\d+ /m);
  assert.doesNotMatch(output, /^\w+ +(not ready|down|starting) /m);
});
