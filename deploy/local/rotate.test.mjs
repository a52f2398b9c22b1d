// Replaces every secret of a stack under load: no request fails, the replaced secrets are refused afterwards, and each new one has
// the rights of its program alone. BINARIES names the folder of the built programs.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { createHmac, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { connect as connectPlainly } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "..", "..");
const state = join(root, ".local", "rotate");
const old = mkdtempSync(join(tmpdir(), "rotate-"));
const { NODE_TEST_CONTEXT, ...inherited } = process.env;
const env = { ...inherited, ASSAY_STACK: "rotate" };
const bash = (script) => execFileSync("bash", ["-c", `. deploy/local/all_parts.sh\n${script}`], { cwd: root, env, encoding: "utf8" });
let origin;
let cookies;
// The port of each service.
let ports;
// The visitor who requested a link before anything was replaced, and the link.
let earlier;

const stop = `stop_services; halt oidc; halt smtp; stop_servers; rm -rf "$(postgres_home)" "\${STATE:?}"/{nats,redis,mail,tls,urls,keys}`;

// Secrets that an operator keeps in files and replaces by hand. A signing key is 32 bytes.
const kept = {
  signing: { before: "07".repeat(32), later: "08".repeat(32) },
  intercom: { before: "hush", later: "hush-later" },
};

// The secret of this client at an OpenID provider, which accepts those of a file of its own.
const client = { before: "former-client", later: "later-client" };

// Our login at the mail server, which accepts those of a file of its own and notes the user of each mail.
const mailing = { before: "site:former-mail", later: "site_next:later-mail" };

function replaceSecret(name, value) {
  const file = join(state, "secrets", name);
  writeFileSync(`${file}.new`, value, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const secret = (name) => readFileSync(join(state, "secrets", name), "utf8");
const providers = () => secret("oidc");

// The stack has no site, so that all answers come from the services.
const start = `make_state; lock_stack; ${stop}; make_state
  keep_binaries "\${BINARIES:-$ROOT/target/debug}"
  npm_install "$ROOT/deploy/peers"
  claim_front_port
  keep_secret accepted ${client.before}
  claim_port oidc
  launch oidc node "$ROOT/deploy/peers/oidc.mjs" --port "$(port oidc)" --client-secrets "$SECRETS/accepted" \\
    --redirect-uri "http://127.0.0.1:$(port gateway)/api/auth/callback/peer"
  await oidc 30 grep -q '^ready' "$LOGS/oidc.log"
  keep_secret mailing ${mailing.before}
  claim_port smtp
  launch smtp node "$ROOT/deploy/peers/smtp.mjs" --port "$(port smtp)" --dir "$MAIL" --logins "$SECRETS/mailing"
  await smtp 30 grep -q '^ready' "$LOGS/smtp.log"
  start_servers
  create_databases
  EXPLICIT=(SAMPLE_DATA RATES_PER_USER RATES_PER_ADDRESS TIMESERIES_DATASETS_SECONDS) SAMPLE_DATA=off TIMESERIES_DATASETS_SECONDS=1
  EXPLICIT+=(TIMESERIES_SIGNING_KEY_FILE INTERCOM_SECRET_FILE SMTP_URL_FILE OIDC_PROVIDERS_FILE)
  TIMESERIES_SIGNING_KEY_FILE=$SECRETS/signing INTERCOM_SECRET_FILE=$SECRETS/intercom SMTP_URL_FILE=$SECRETS/smtp
  OIDC_PROVIDERS_FILE=$SECRETS/oidc
  keep_secret oidc '[{"id":"peer","name":"Peer","issuer":"http://127.0.0.1:'"$(port oidc)"'","clientId":"assay","clientSecret":"${client.before}"}]'
${Object.entries(kept)
  .map(([name, { before }]) => `  keep_secret ${name} ${before}`)
  .join("\n")}
  keep_secret smtp "smtp://${mailing.before}@127.0.0.1:$(port smtp)"
  RATES_PER_USER=session=9999/60,reading=9999/60,downloading=9999/60,administration=9999/60
  RATES_PER_ADDRESS=sign-in=9999/60,$RATES_PER_USER
  write_settings
  # As if the stack had run for an hour: a key that is younger than ten minutes takes the place of none.
  for file in "$KEYS"/*/*.pem; do
    name=\${file%.pem} second=\${name##*[!0-9]}
    mv "$file" "\${name%"$second"}$((second - 3600)).pem"
  done
  sed -i '/^GATEWAY_SITE_DIR=/d' "$STATE/settings/gateway"
  migrate_services
  start_services
  echo "port $(port gateway)"
  for name in $(list_services); do echo "service $name $(port "$name")"; done`;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function send(path, options = {}) {
  const headers = { cookie: cookies ?? "", ...options.headers };
  return fetch(`${origin}${path}`, { redirect: "manual", signal: AbortSignal.timeout(20_000), ...options, headers });
}

const keep = (answer, known) => {
  const jar = new Map(known);
  for (const cookie of answer.headers.getSetCookie()) {
    const [name, ...value] = cookie.split(";")[0].split("=");
    jar.set(name, value.join("="));
  }
  return jar;
};
const written = (jar) => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

// Begins a sign-in of a new visitor; answers with their cookies and the page that they are led to.
async function beginSignIn(provider, fields = {}) {
  const csrf = await send("/api/auth/csrf", { headers: { cookie: "" } });
  const jar = keep(csrf, []);
  const { csrfToken } = await csrf.json();
  const answer = await send(`/api/auth/signin/${provider}`, {
    method: "POST",
    headers: { cookie: written(jar), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, ...fields, callbackUrl: "/", json: "true" }).toString(),
  });
  const { url } = await answer.json();
  return { jar: keep(answer, jar), url };
}

// Requests a link by mail; answers with the cookies of the visitor who did.
async function requestLink(email) {
  const { jar, url } = await beginSignIn("email", { email });
  assert.match(url, /verify-request/);
  return jar;
}

const mails = (ending) => {
  const names = readdirSync(join(state, "mail")).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => readFileSync(join(state, "mail", name), "utf8"));
};

async function mailedLink(email) {
  for (let tries = 0; tries < 600; tries++) {
    for (const mail of mails(".eml")) {
      const text = mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
      const link = text.match(/\/api\/auth\/callback\/email[^\s"<>]*/);
      if (link && mail.includes(`To: ${email}`)) return link[0].replaceAll("&amp;", "&");
    }
    await wait(100);
  }
  throw new Error("no mail came");
}

// Fills in the forms of the OpenID provider; answers with the path by which the browser comes back.
async function visitProvider(start, login) {
  const forms = [{ prompt: "login", login, password: "any" }, { prompt: "consent" }];
  let jar = new Map();
  let url = start;
  let form;
  for (let steps = 0; steps < 20; steps++) {
    const answer = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
      method: form ? "POST" : "GET",
      body: form && new URLSearchParams(form),
      headers: { cookie: written(jar) },
    });
    jar = keep(answer, jar);
    const page = await answer.text();
    const location = answer.headers.get("location");
    form = location ? undefined : forms.shift();
    url = new URL(location ?? /action="([^"]+)"/.exec(page)[1], url).href;
    if (url.startsWith(`${origin}/api/auth/callback/`)) return url.slice(origin.length);
  }
  throw new Error("the provider did not lead back");
}

async function signInAtProvider(login) {
  const { jar, url } = await beginSignIn("peer");
  const path = await visitProvider(url, login);
  const answer = await send(path, { headers: { cookie: written(jar) } });
  const session = keep(answer, []).get("next-auth.session-token");
  assert.ok(session, `no session: ${answer.status} ${answer.headers.get("location")}`);
}

// Loads one number, of which there is a signed file soon. Nothing may hold up this process while it visits: the gateway closes
// connections that are idle for long, and the next request would use one of them.
async function load(value) {
  const folder = mkdtempSync(join(tmpdir(), "rotate-load-"));
  const origin = { source: "test", licence: "CC0-1.0", retrieved_on: "2026-01-02" };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ files: { "long.csv": origin } }));
  writeFileSync(join(folder, "long.csv"), `subject_kind,subject_slug,measure,date,value\nasset,coin,71,2026-01-01,${value}\n`);
  await promisify(execFile)("deploy/local/seed", [folder, "--any-subject"], { cwd: root, env: { ...env, SERVICE: "timeseries" } });
  rmSync(folder, { recursive: true });
}

async function dataset(name) {
  const answer = await send(`/api/download/datasets/${name}`);
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

// The private key of an Ed25519 seed.
function privateKey(seed) {
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
}

async function isSignedWith(seed) {
  const key = createPublicKey(privateKey(Buffer.from(seed, "hex")));
  return (await dataset("public_key.pem")).toString() === key.export({ format: "pem", type: "spki" });
}

const eventually = async (what, check) => {
  for (let tries = 0; tries < 450; tries++) {
    if (await check().catch(() => false)) return;
    await wait(200);
  }
  throw new Error(`${what} did not happen`);
};

// The keys of a program, oldest first: the second in which each was made.
const secondsOfKeys = (program) =>
  readdirSync(join(state, "keys", program))
    .filter((name) => name.endsWith(".pem"))
    .map((name) => Number.parseInt(name, 10))
    .sort((one, other) => one - other);

// Twice as long as a program uses a key before it reads the folder again.
const settle = () => wait(10_000);

// Waits for a new key of each program, and lets time pass until it is signed with. Answers with the programs.
async function useNewKeys() {
  const programs = readdirSync(join(state, "keys")).filter((name) => name !== "public");
  await eventually("a new key of each program", async () => programs.every((name) => secondsOfKeys(name).length === 2));
  await age(programs, 400);
  return programs;
}

// Lets this number of seconds pass for the newest key of each program. First everybody reads its public part.
async function age(programs, seconds) {
  const folder = join(state, "keys");
  const names = programs.map((program) => {
    const made = secondsOfKeys(program)[1];
    return { program, made, earlier: made - seconds };
  });
  for (const { program, made, earlier } of names)
    cpSync(join(folder, "public", `${program}.${made}.pem`), join(folder, "public", `${program}.${earlier}.pem`));
  await settle();
  for (const { program, made, earlier } of names) renameSync(join(folder, program, `${made}.pem`), join(folder, program, `${earlier}.pem`));
  await settle();
}

// How a service answers a call that does not exist, signed with a key of the gateway: 7 if it knows the key, and otherwise 16.
async function answerTo(service, folder, second) {
  const pem = readFileSync(join(folder, "keys", "gateway", `${second}.pem`), "utf8");
  const key = privateKey(Buffer.from(pem.replaceAll(/-----.*-----/g, ""), "base64").subarray(16, 48));
  const claim = { issuer: "gateway", key: second, expires_at: Math.floor(Date.now() / 1000) + 50, claim: { audience: service } };
  const payload = Buffer.from(JSON.stringify(claim)).toString("base64url");
  const signature = sign(null, Buffer.from(`assay peer 1\n${payload}`), key).toString("base64url");
  const read = (name) => readFileSync(join(state, "tls", name));
  const certificates = { ca: read("ca/ca.pem"), cert: read("gateway/tls.crt"), key: read("gateway/tls.key") };
  const session = connect(`https://127.0.0.1:${ports.get(service)}`, { ...certificates, servername: service });
  // The request fails with the connection.
  session.on("error", () => {});
  try {
    const headers = { "content-type": "application/grpc", te: "trailers", "assay-peer": `${payload}.${signature}` };
    const call = session.request({ ":method": "POST", ":path": `/${service}.v1.None/None`, ...headers }, { endStream: true });
    call.on("error", () => {});
    const [answer] = await once(call, "response", { signal: AbortSignal.timeout(10_000) });
    return Number(answer["grpc-status"]);
  } finally {
    session.destroy();
  }
}

const everyService = async (code, folder, second) => {
  for (const service of ports.keys()) if ((await answerTo(service, folder, second)) !== code) return false;
  return true;
};

// Lets time pass until the keys that have new ones end by themselves, and removes them.
async function removeFormerKeys(programs) {
  const [former, later] = secondsOfKeys("gateway");
  await eventually("a call signed with either key", async () => (await everyService(7, old, former)) && (await everyService(7, state, later)));
  await age(programs, 320);
  await eventually("the end of the former key", () => everyService(16, old, former));
  const { stdout } = await promisify(execFile)(join(state, "bin", "gateway"), ["service-keys", join(state, "keys")], { env: { PATH: env.PATH } });
  assert.match(stdout, new RegExp(`^0 keys are new, ${programs.length} old ones are removed$`, "m"));
  assert.deepEqual(secondsOfKeys("gateway"), [later - 320]);
  await eventually("a call signed with the later key", () => everyService(7, state, later - 320));
  await settle();
}

// The proof of the user for the support chat.
async function chatProof() {
  const answer = await send("/api/trpc/users.getProfile");
  return /"intercom_hmac":"([0-9a-f]+)"/.exec(await answer.text())?.[1];
}
const proves = (proof, secret) => proof === createHmac("sha256", secret).update("somebody@example.test").digest("hex");

// Open sessions of logins that are replaced, as a thief has them.
const sessions = [];

async function openSession(path) {
  const address = readFileSync(join(state, "urls", path), "utf8").trim();
  const psql = join(bash("find_postgres").trim(), "psql");
  const variables = { ...env, PGSSLROOTCERT: join(state, "tls/ca/ca.pem") };
  const child = spawn(psql, [address, "-AtXq"], { env: variables, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => {});
  child.stdin.write("SELECT 'open';\n");
  const [said] = await once(child.stdout, "data", { signal: AbortSignal.timeout(20_000) });
  assert.equal(`${said}`, "open\n");
  sessions.push({ path, address, child });
}

// They set their passwords all the time, so that they would log in again with them.
function setPasswords() {
  const setting = setInterval(() => {
    for (const { child } of sessions) if (child.exitCode === null) child.stdin.write("ALTER ROLE CURRENT_USER PASSWORD 'stolen';\n");
  }, 100);
  return () => clearInterval(setting);
}

before(async () => {
  const printed = bash(start);
  origin = `http://127.0.0.1:${printed.match(/^port (\d+)$/m)[1]}`;
  ports = new Map([...printed.matchAll(/^service (\w+) (\d+)$/gm)].map(([, name, port]) => [name, Number(port)]));
  const jar = await requestLink("somebody@example.test");
  const signedIn = await send(await mailedLink("somebody@example.test"), { headers: { cookie: written(jar) } });
  assert.equal(signedIn.status, 302);
  cookies = written(keep(signedIn, jar));
  const visitor = await requestLink("earlier@example.test");
  earlier = { cookies: written(visitor), link: await mailedLink("earlier@example.test") };
  assert.ok(proves(await chatProof(), kept.intercom.before));
  await load(1);
  await eventually("a signed manifest", () => isSignedWith(kept.signing.before));
  for (const path of ["postgres/identity", "owner/identity"]) await openSession(path);
  for (const folder of ["urls", "tls", "secrets", "keys"]) cpSync(join(state, folder), join(old, folder), { recursive: true });
});

after(() => {
  for (const { child } of sessions) child.kill();
  bash(`make_state; lock_stack; ${stop}`);
  rmSync(old, { recursive: true, force: true });
});

const profile = (occupation) => ({
  profile: { occupation, acquisitionChannel: "Podcast", assetClassInterests: ["Stablecoins"], shouldReceiveMarketing: false },
});

let reads = 0;
// A page of a list that was not requested before, so that no cache answers it.
async function page(list, condition) {
  reads += 1;
  const input = { filter: condition(reads), pagination: { perPage: 10 } };
  const answer = await send(`/api/trpc/${list}?input=${encodeURIComponent(JSON.stringify(input))}`);
  await answer.text();
  return answer.status;
}

// The requests that visitors send all the time; each answers with its status. Every service and every server has a part in it.
let number = 0;
const visits = {
  // The catalog leaves it to Postgres which letters that are not ASCII are the same, capital and small; else it has its lists in memory.
  catalog: () => page("assets.list", (read) => ({ operator: "ilike", field: "name", value: `%ä${read}%` })),
  // Timeseries reads loads from Postgres each time.
  timeseries: () => page("loads.list", (read) => ({ operator: "notEquals", field: "file", value: `none-${read}.csv` })),
  profile: async () => (await send("/api/trpc/users.getProfile")).status,
  session: async () => {
    const answer = await send("/api/auth/session");
    return (await answer.text()).includes("somebody@example.test") ? answer.status : "signed out";
  },
  change: async () => {
    number += 1;
    const body = JSON.stringify(profile(number % 2 ? "Trader" : "Analyst"));
    const headers = { "content-type": "application/json" };
    return (await send("/api/trpc/userSettings.updateProfile", { method: "POST", headers, body })).status;
  },
  // The three files belong together, unless others came between the requests.
  manifest: async () => {
    const [key, text] = [await dataset("public_key.pem"), await dataset("manifest.json")];
    const signature = await dataset("manifest.json.sig");
    if (verify(null, text, createPublicKey(key), signature)) return 200;
    const areSame = key.equals(await dataset("public_key.pem")) && text.equals(await dataset("manifest.json"));
    return areSame ? "a wrong signature" : 200;
  },
};

test("no request fails while every secret is replaced", { timeout: 400_000 }, async () => {
  let isRunning = true;
  let answered = 0;
  const failures = [];
  const visit = async (name, pause) => {
    while (isRunning) {
      const outcome = await visits[name]().catch((error) => `${error} ${error.cause ?? ""}`);
      answered += 1;
      if (outcome !== 200) failures.push(`${name}: ${outcome}`);
      await wait(pause);
    }
  };
  // Several at once now and then, so that pools open connections.
  const visitors = Object.keys(visits).flatMap((name) => [visit(name, 100), visit(name, 500), visit(name, 1_000)]);
  const requesting = (async () => {
    for (let sent = 0; isRunning && sent < 20; sent++) {
      await requestLink(`visitor-${sent}@example.test`).catch((error) => failures.push(`mail: ${error}`));
      answered += 1;
      await wait(2_000);
    }
  })();
  const signing = (async () => {
    while (isRunning) {
      await signInAtProvider("visitor").catch((error) => failures.push(`provider: ${error} ${error.cause ?? ""}`));
      answered += 1;
      await wait(1_000);
    }
  })();

  const rotation = spawn("deploy/local/rotate", [], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let stealing;
  rotation.stdout.on("data", (text) => {
    printed += text;
    // Before, the service would not log in any more.
    if (/the first ones are refused/.test(printed)) stealing ??= setPasswords();
  });
  rotation.stderr.on("data", (text) => (printed += text));
  const ended = new Promise((resolve) => rotation.once("close", resolve));
  for (const [name, { later }] of Object.entries(kept)) replaceSecret(name, later);
  replaceSecret("accepted", `${client.before}\n${client.later}`);
  replaceSecret("oidc", providers().replace(client.before, client.later));
  replaceSecret("mailing", `${mailing.before}\n${mailing.later}`);
  replaceSecret("smtp", secret("smtp").replace(mailing.before, mailing.later));
  const keys = Promise.all([useNewKeys(), ended]).then(([programs]) => removeFormerKeys(programs)).catch(String);
  const code = await ended;
  stealing?.();
  replaceSecret("accepted", client.later);
  replaceSecret("mailing", mailing.later);
  const areKeysReplaced = await keys;
  // By now everything needs the new ones. A manifest is signed when there is something new.
  await load(2);
  const isSigned = await eventually("a manifest that the new key signs", () => isSignedWith(kept.signing.later)).catch(String);
  await wait(3_000);
  isRunning = false;
  await Promise.all([...visitors, requesting, signing]);
  assert.equal(code, 0, printed);
  assert.equal(areKeysReplaced, undefined);
  assert.equal(isSigned, undefined);
  assert.equal(failures.length, 0, `${failures.length} of ${answered} requests failed: ${failures.slice(0, 20).join("; ")}`);
  assert.ok(answered > 100, `only ${answered} requests were answered`);
});

// The reply of the mail server to a login: 235 if it accepts the login, otherwise 535.
async function mailServerSays(login) {
  const socket = connectPlainly(Number(new URL(secret("smtp")).port), "127.0.0.1");
  socket.setTimeout(10_000, () => socket.destroy()).on("error", () => {});
  const credentials = Buffer.from(`\0${login.replace(":", "\0")}`).toString("base64");
  const lines = ["EHLO localhost", `AUTH PLAIN ${credentials}`];
  for await (const line of createInterface({ input: socket })) {
    if (line[3] !== " ") continue;
    if (lines.length === 0) {
      socket.destroy();
      return Number(line.slice(0, 3));
    }
    socket.write(`${lines.shift()}\r\n`);
  }
  throw new Error("the mail server did not answer");
}

test("mails leave by the login that replaced the former, which opens nothing, and proofs of users come from the later secret", async () => {
  await requestLink("elsewhere@example.test");
  await mailedLink("elsewhere@example.test");
  const users = mails(".json").map((envelope) => JSON.parse(envelope).user);
  assert.deepEqual([users[0], users.at(-1)], ["site", "site_next"]);
  assert.deepEqual([await mailServerSays(mailing.before), await mailServerSays(mailing.later)], [535, 235]);
  assert.ok(proves(await chatProof(), kept.intercom.later));
});

test("a sign-in at the OpenID provider needs the client secret that replaced the former", async () => {
  await signInAtProvider("afterwards");
  const [{ issuer }] = JSON.parse(providers());
  const errorOf = async (secret) => {
    const answer = await fetch(`${issuer}/token`, {
      method: "POST",
      signal: AbortSignal.timeout(20_000),
      headers: { authorization: `Basic ${btoa(`assay:${secret}`)}` },
      body: new URLSearchParams({ grant_type: "authorization_code", code: "none", redirect_uri: `${origin}/api/auth/callback/peer` }),
    });
    return (await answer.json()).error;
  };
  assert.equal(await errorOf(client.before), "invalid_client");
  assert.equal(await errorOf(client.later), "invalid_grant");
});

test("every program is connected with its new login", async () => {
  const answers = () =>
    bash(`for name in $(list_services) gateway; do
      exec 3<>"/dev/tcp/127.0.0.1/$(port "\${name}_admin")"
      printf 'GET /readyz HTTP/1.0\\r\\nhost: localhost\\r\\n\\r\\n' >&3; cat <&3; echo; exec 3>&-
    done`);
  const lost = /"missing":\[[^\]]*"(postgres|redis|nats)"|HTTP\/1\.\d [45]/;
  let last;
  for (let tries = 0; tries < 100; tries++) {
    last = answers();
    if (!lost.test(last)) break;
    await wait(200);
  }
  assert.doesNotMatch(last, lost);
});

// The first line that each statement is answered with.
const answers = (address, statements) =>
  bash(`set +e
    try() { PGSSLROOTCERT=$TLS/ca/ca.pem "$(find_postgres)/psql" "$1" -AtXqc "$2" 2>&1 | head -n 1; }
    ${statements.map((statement) => `try ${JSON.stringify(address)} ${JSON.stringify(statement)}`).join("\n")}
    true`)
    .trimEnd()
    .split("\n");

test("a login of Postgres reads and writes the rows of its service over TLS, and does nothing else", () => {
  const own = readFileSync(join(state, "urls", "postgres", "identity"), "utf8").trim();
  assert.deepEqual(answers(own, ["SELECT count(*) > 0 FROM users"]), ["t"]);
  const refused = [
    ["CREATE TABLE mine (id int)", /permission denied for schema public/],
    ["DROP TABLE users", /must be owner of table users/],
    ["ALTER TABLE users ADD COLUMN mine int", /must be owner of table users/],
    ["TRUNCATE users", /permission denied for table users/],
    ["CREATE ROLE mine", /permission denied to create role/],
    ["CREATE DATABASE mine", /permission denied to create database/],
    ["SET ROLE identity_owner", /permission denied to set role/],
    // A login that could take this role could set the password of the login that the next rotation uses.
    ["SET ROLE identity", /permission denied to set role/],
    ["DELETE FROM _sqlx_migrations", /permission denied for table _sqlx_migrations/],
    ["UPDATE _kit_migrations SET success = false", /permission denied for table _kit_migrations/],
    ["COPY users TO PROGRAM 'cat'", /must be superuser|permission denied to COPY/],
  ];
  const answered = answers(own, refused.map(([statement]) => statement));
  assert.equal(answered.length, refused.length, answered.join("\n"));
  for (const [at, [statement, reason]] of refused.entries()) assert.match(answered[at], reason, statement);
  for (const database of ["profiles", "postgres", "template1"]) {
    const foreign = own.replace("/identity?", `/${database}?`);
    assert.notEqual(foreign, own);
    assert.match(answers(foreign, ["SELECT 1"])[0], /permission denied for database/, database);
  }
  const open = own.replace("sslmode=verify-full", "sslmode=disable");
  assert.notEqual(open, own);
  assert.match(answers(open, ["SELECT 1"])[0], /no pg_hba\.conf entry .* no encryption/);
});

test("an open session of a former login ends, and the password that it set opens nothing", async () => {
  for (const { path, address, child } of sessions) {
    await eventually(`the end of the session of ${path}`, async () => child.exitCode !== null);
    const stolen = new URL(address);
    stolen.password = "stolen";
    assert.match(answers(stolen.href, ["SELECT 1"])[0], /is not permitted to log in|password authentication failed/, path);
  }
});

// The reply of Redis to a command that is sent with these login options.
const redisAnswer = (login, command) =>
  bash(`set +e\nredis-cli --tls --cacert "$TLS/ca/ca.pem" --no-auth-warning ${login} ${command} 2>&1\ntrue`);

test("a login of Redis counts under keys of its program, and does nothing else", () => {
  const commands = [
    ["set identity:mine 1 px 1000", /^OK$/],
    ["get gateway:limit:any", /NOPERM/],
    ["set gateway:limit:any 1", /NOPERM/],
    [`eval "return redis.call('get', 'gateway:limit:any')" 0`, /NOPERM|can.t access at least one of the keys/],
    ["del identity:mine", /NOPERM/],
    ['keys "*"', /NOPERM/],
    ["flushall", /NOPERM/],
    ["config get maxmemory", /NOPERM/],
    ["acl list", /NOPERM/],
  ];
  const own = `-u "$(cat "$URLS/redis/identity")"`;
  for (const [command, answer] of commands) assert.match(redisAnswer(own, command).trim(), answer, command);
  assert.match(redisAnswer('-h 127.0.0.1 -p "$(port redis)"', "get identity:mine"), /NOAUTH/);
});

// The addresses of all logins on a server by name, with that of its operator, as they are in a folder.
function addresses(folder, server) {
  const read = (path) => readFileSync(join(folder, path), "utf8").trim();
  const names = readdirSync(join(folder, "urls", server));
  const all = Object.fromEntries(names.map((name) => [name, read(`urls/${server}/${name}`)]));
  if (server === "postgres" || server === "redis") {
    const operator = new URL(all.identity);
    operator.username = server === "postgres" ? "postgres" : "operator";
    operator.password = read(`secrets/${server}`);
    if (server === "postgres") operator.pathname = "/postgres";
    all.operator = operator.href;
  }
  return all;
}

test("the replaced logins are refused, and the replaced authority is nobody's", () => {
  const logins = ["postgres", "owner", "redis", "nats"].flatMap((server) => {
    const present = addresses(state, server);
    return Object.entries(addresses(old, server)).map(([name, former]) => ({ server, name, former, present: present[name] }));
  });
  const configuration = readFileSync(join(state, "nats", "nats.conf"), "utf8");
  for (const { server, name, former, present } of logins) {
    const login = `${server} of ${name}`;
    assert.notEqual(present, former, login);
    if (server === "nats") {
      assert.ok(!configuration.includes(new URL(former).password), login);
      assert.ok(configuration.includes(new URL(present).password), login);
    } else if (server === "redis") {
      assert.match(redisAnswer(`-u '${former}'`, "ping"), /WRONGPASS/, login);
      assert.match(redisAnswer(`-u '${present}'`, "ping"), /^PONG$/m, login);
    } else {
      assert.match(answers(former, ["SELECT 1"])[0], /password authentication failed/, login);
      assert.deepEqual(answers(present, ["SELECT 1"]), ["1"], login);
    }
  }
  const tried = bash(`set +e
    try() { PGSSLROOTCERT=$1 "$(find_postgres)/psql" "$(cat "$URLS/postgres/identity")" -Atc 'SELECT 1' 2>&1; }
    try "$TLS/ca/ca.pem"
    try "${old}/tls/ca/ca.pem" || true`);
  assert.match(tried, /^1\n.*certificate verify failed/s);
});

const secrets = (folder) => readFileSync(join(folder, "secrets", "auth"), "utf8").trim().split("\n");

// The answer to the form of a visitor, and the cookies that came with it.
async function submit(visitor) {
  const csrf = await send("/api/auth/csrf", { headers: { cookie: visitor } });
  const { csrfToken } = await csrf.json();
  return { csrfToken, jar: keep(csrf, visitor.split("; ").map((pair) => pair.split(/=(.*)/s).slice(0, 2))) };
}

test("forms and links of before still work with the new secret", async () => {
  // The scripts of the test before kept this process from noticing which connections the gateway has closed.
  await wait(200);
  const [present, previous] = secrets(state);
  assert.equal(previous, secrets(old)[0]);
  assert.notEqual(present, previous);
  const before = new Map(earlier.cookies.split("; ").map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  const { csrfToken, jar } = await submit(earlier.cookies);
  const name = "next-auth.csrf-token";
  assert.ok(decodeURIComponent(before.get(name)).startsWith(`${csrfToken}|`), "the browser keeps its token");
  assert.notEqual(jar.get(name), before.get(name), "its cookie moves to the new secret");
  const signedIn = await send(earlier.link, { headers: { cookie: earlier.cookies } });
  assert.equal(signedIn.status, 302);
  assert.match(keep(signedIn, []).get("next-auth.session-token") ?? "", /^.{32,}$/);
});

test("a secret that is forgotten opens nothing", { timeout: 60_000 }, async () => {
  const visitor = written(await requestLink("late@example.test"));
  const link = await mailedLink("late@example.test");
  execFileSync("deploy/local/rotate", ["secret"], { cwd: root, env });
  execFileSync("deploy/local/rotate", ["forget"], { cwd: root, env });
  await wait(3_000);
  assert.equal(secrets(state).length, 1);
  const refused = await send(link, { headers: { cookie: visitor } });
  assert.equal(keep(refused, []).get("next-auth.session-token"), undefined);
  const token = decodeURIComponent(visitor.match(/next-auth\.csrf-token=([^;]*)/)[1]).split("|")[0];
  const { csrfToken } = await submit(visitor);
  assert.notEqual(csrfToken, token, "its form is refused, and the browser gets another token");
  assert.equal(await visits.session(), 200, "sessions do not depend on the secret");
});

test("the next replacement uses the first logins again, with other passwords", { timeout: 120_000 }, () => {
  const before = addresses(state, "postgres");
  execFileSync("deploy/local/rotate", ["logins"], { cwd: root, env });
  const { operator, ...present } = addresses(state, "postgres");
  for (const [name, address] of Object.entries(present)) {
    assert.equal(new URL(address).username, name);
    assert.deepEqual(answers(address, ["SELECT 1"]), ["1"], name);
    assert.match(answers(before[name], ["SELECT 1"])[0], /password authentication failed/, name);
  }
});
