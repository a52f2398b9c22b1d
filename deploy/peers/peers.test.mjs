import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

const started = [];
const scratch = mkdtempSync(join(tmpdir(), "peers-"));
after(() => {
  for (const peer of started) peer.kill();
  rmSync(scratch, { recursive: true });
});

async function start(script, ...flags) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const peer = spawn(process.execPath, [path, ...flags], { stdio: ["ignore", "pipe", "ignore"] });
  started.push(peer);
  for await (const line of createInterface({ input: peer.stdout })) {
    if (line.startsWith("ready ")) return Number(line.slice(6));
  }
  throw new Error(`${script} ended before it was ready`);
}

// A browser reduced to what the forms need: redirects followed by hand, cookies kept.
function browser() {
  const jar = new Map();
  return async function visit(url, form) {
    const answer = await fetch(url, {
      redirect: "manual",
      method: form ? "POST" : "GET",
      body: form ? new URLSearchParams(form) : undefined,
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    const location = answer.headers.get("location");
    return { status: answer.status, location: location && new URL(location, url).href, text: await answer.text() };
  };
}

async function signIn(port, callback, login, parameters = {}) {
  const issuer = `http://127.0.0.1:${port}`;
  const found = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  assert.equal(found.issuer, issuer);
  const verifier = randomBytes(32).toString("base64url");
  const authorize = new URL(found.authorization_endpoint);
  authorize.search = new URLSearchParams({
    client_id: "assay",
    redirect_uri: callback,
    response_type: "code",
    scope: "openid email profile",
    state: "the-state",
    nonce: "the-nonce",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...parameters,
  }).toString();

  const visit = browser();
  let step = await visit(authorize);
  const forms = [{ prompt: "login", login, password: "any" }, { prompt: "consent" }];
  while (!step.location?.startsWith(callback)) {
    step = step.location
      ? await visit(step.location)
      : await visit(/action="([^"]+)"/.exec(step.text)[1], forms.shift());
  }
  const returned = new URL(step.location).searchParams;
  assert.equal(returned.get("state"), "the-state");
  const tokens = await (
    await fetch(found.token_endpoint, {
      method: "POST",
      headers: { authorization: `Basic ${btoa("assay:peer-secret")}` },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: returned.get("code"),
        redirect_uri: callback,
        code_verifier: verifier,
      }),
    })
  ).json();
  const decoded = (part) => JSON.parse(Buffer.from(part, "base64url").toString());
  const [head, claims] = tokens.id_token.split(".").slice(0, 2).map(decoded);
  const person = await (
    await fetch(found.userinfo_endpoint, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  ).json();
  return { head, claims, person };
}

test("the provider signs anybody in and tells the e-mail by userinfo", async () => {
  const callback = "http://127.0.0.1:8080/api/auth/callback/peer";
  const port = await start("./oidc.mjs", "--redirect-uri", callback);
  const { claims, person } = await signIn(port, callback, "alice");
  assert.equal(claims.nonce, "the-nonce");
  assert.equal(claims.email, undefined);
  assert.deepEqual(person, { sub: "alice", name: "alice", email: "alice@example.test", email_verified: true });
});

test("the provider can put the claims into the ID token, and unverified people stay so", async () => {
  const callback = "http://127.0.0.1:8080/api/auth/callback/peer";
  const port = await start("./oidc.mjs", "--redirect-uri", callback, "--claims-in-id-token");
  const { claims } = await signIn(port, callback, "unverified-bob@b.test");
  assert.equal(claims.email, "unverified-bob@b.test");
  assert.equal(claims.email_verified, false);
});

test("the provider names the time of a sign-in that was requested: now, an hour ago, or not at all", async () => {
  const callback = "http://127.0.0.1:8080/api/auth/callback/peer";
  const port = await start("./oidc.mjs", "--redirect-uri", callback);
  const age = async (login, parameters) => {
    const { claims } = await signIn(port, callback, login, parameters);
    return claims.auth_time === undefined ? undefined : claims.iat - claims.auth_time;
  };
  const stepUp = { prompt: "login", max_age: "0" };
  assert.equal(await age("alice"), undefined);
  assert.ok((await age("alice", stepUp)) < 60);
  assert.ok((await age("old-alice", stepUp)) >= 3600);
  assert.equal(await age("untimed-alice", stepUp), undefined);
});

test("the provider gives some people ID tokens with a fault, and may pass for another issuer", async () => {
  const callback = "http://127.0.0.1:8080/api/auth/callback/peer";
  const port = await start("./oidc.mjs", "--redirect-uri", callback);
  const claimsOf = async (login) => (await signIn(port, callback, login)).claims;
  assert.equal((await claimsOf("resigned-alice")).aud, "assay");
  assert.equal((await claimsOf("misdirected-alice")).aud, "another-client");
  assert.deepEqual((await claimsOf("scattered-alice")).aud, ["assay", "another-client"]);
  assert.equal((await claimsOf("foreign-alice")).iss, "https://another.example");
  assert.equal((await claimsOf("moved-alice")).sub, "alice");
  const headOf = async (login) => (await signIn(port, callback, login)).head;
  assert.equal((await headOf("carried-alice")).jwk.kty, "RSA");
  const { kid, jku } = await headOf("referred-alice");
  assert.equal((await (await fetch(jku)).json()).keys[0].kid, kid);
  const other = await start("./oidc.mjs", "--redirect-uri", callback, "--issuer-suffix", "/");
  const metadata = await (await fetch(`http://127.0.0.1:${other}/.well-known/openid-configuration`)).json();
  assert.equal(metadata.issuer, `http://127.0.0.1:${other}/`);
});

test("the provider accepts the secrets that its file names at the moment", async () => {
  const callback = "http://127.0.0.1:8080/api/auth/callback/peer";
  const file = join(scratch, "secrets");
  writeFileSync(file, "former");
  const port = await start("./oidc.mjs", "--redirect-uri", callback, "--client-secrets", file);
  const errorOf = async (secret) => {
    const answer = await fetch(`http://127.0.0.1:${port}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`assay:${secret}`)}` },
      body: new URLSearchParams({ grant_type: "authorization_code", code: "none", redirect_uri: callback }),
    });
    return (await answer.json()).error;
  };
  for (const [accepted, former, later] of [
    ["former", "invalid_grant", "invalid_client"],
    ["former\nlater", "invalid_grant", "invalid_grant"],
    ["later", "invalid_client", "invalid_grant"],
  ]) {
    writeFileSync(file, accepted);
    assert.deepEqual([await errorOf("former"), await errorOf("later")], [former, later]);
  }
});

// One SMTP conversation: each line is sent once the answer to the one before has come.
function talk(socket, lines) {
  return new Promise((resolve, reject) => {
    const answers = [];
    const queue = [...lines];
    socket.setEncoding("utf8");
    let held = "";
    socket.on("error", reject);
    socket.on("data", (text) => {
      held += text;
      if (!/^\d{3} .*\r\n$/m.test(held)) return;
      answers.push(Number(held.slice(0, 3)));
      held = "";
      if (queue.length > 0) socket.write(`${queue.shift()}\r\n`);
      else resolve(answers);
    });
  });
}

const mail = (to) => ["MAIL FROM:<a@b.test>", `RCPT TO:<${to}>`, "DATA", "Subject: hi\r\n\r\nhello\r\n."];

test("the mail server keeps the message and its envelope", async () => {
  const dir = join(scratch, "plain");
  const port = await start("./smtp.mjs", "--dir", dir);
  const socket = connect(port, "127.0.0.1");
  assert.deepEqual(await talk(socket, ["EHLO me", ...mail("to@b.test")]), [220, 250, 250, 250, 354, 250]);
  socket.destroy();
  const files = readdirSync(dir).sort();
  assert.deepEqual(files.map((name) => name.split(".").pop()), ["eml", "json"]);
  assert.match(readFileSync(join(dir, files[0]), "utf8"), /hello/);
  assert.deepEqual(JSON.parse(readFileSync(join(dir, files[1]), "utf8")).to, ["to@b.test"]);
});

test("the mail server that requires TLS takes nothing without it, and shows a certificate for its address", async () => {
  const dir = join(scratch, "tls");
  const authority = join(scratch, "ca.pem");
  const port = await start("./smtp.mjs", "--dir", dir, "--tls", "required", "--certificate-out", authority);
  const plain = connect(port, "127.0.0.1");
  assert.deepEqual(await talk(plain, ["EHLO me", "MAIL FROM:<a@b.test>"]), [220, 250, 530]);
  plain.destroy();
  const socket = connect(port, "127.0.0.1");
  assert.deepEqual(await talk(socket, ["EHLO me", "STARTTLS"]), [220, 250, 220]);
  socket.removeAllListeners("data");
  const secure = connectTls({ socket, host: "127.0.0.1", ca: readFileSync(authority) });
  await new Promise((resolve, reject) => secure.once("secureConnect", resolve).once("error", reject));
  assert.equal(secure.authorized, true);
  secure.write("EHLO me\r\n");
  assert.deepEqual(await talk(secure, mail("to@b.test")), [250, 250, 250, 354, 250]);
  secure.destroy();
  assert.equal(readdirSync(dir).length, 2);
});

test("the mail server takes mails by the logins that its file holds at the moment", async () => {
  const dir = join(scratch, "logins");
  const file = join(scratch, "accepted-logins");
  writeFileSync(file, "site:former");
  const port = await start("./smtp.mjs", "--dir", dir, "--logins", file);
  const answerTo = async (user, password) => {
    const socket = connect(port, "127.0.0.1");
    const said = await talk(socket, ["EHLO me", `AUTH PLAIN ${btoa(`\0${user}\0${password}`)}`]);
    socket.destroy();
    return said.at(-1);
  };
  for (const [accepted, former, later] of [
    ["site:former", 235, 535],
    ["site:former\nsite_next:later", 235, 235],
    ["site_next:later", 535, 235],
  ]) {
    writeFileSync(file, accepted);
    assert.deepEqual([await answerTo("site", "former"), await answerTo("site_next", "later")], [former, later], accepted);
  }
  const nobody = connect(port, "127.0.0.1");
  assert.equal((await talk(nobody, ["EHLO me", "MAIL FROM:<a@b.test>"])).at(-1), 530);
  nobody.destroy();
});

test("the mail server refuses at the configured step", async () => {
  for (const [refuse, expected] of [
    ["recipient", [220, 250, 250, 550]],
    ["later", [220, 250, 250, 451]],
    ["sender", [220, 250, 550, 503]],
  ]) {
    const port = await start("./smtp.mjs", "--dir", join(scratch, refuse), "--refuse", refuse);
    const socket = connect(port, "127.0.0.1");
    assert.deepEqual(await talk(socket, ["EHLO me", ...mail("to@b.test").slice(0, 2)]), expected);
    socket.destroy();
  }
});

test("the scripts of others are there for every kind, and what they call answers", async () => {
  const port = await start("./scripts.mjs");
  for (const kind of ["tag_manager", "chat", "recording", "forms", "visitors", "flags"]) {
    const script = await fetch(`http://127.0.0.1:${port}/${kind}.js`);
    assert.equal(script.headers.get("content-type"), "text/javascript");
    new Script(await script.text());
    assert.equal((await fetch(`http://127.0.0.1:${port}/seen/${kind}`)).status, 200);
  }
});

test("the DNS server answers with the lines of a file", async () => {
  const dir = join(scratch, "dns");
  const port = await start("./dns.mjs", "--dir", dir);
  const long = "x".repeat(300);
  writeFileSync(join(dir, "_assay.harbour.example"), `one\n${long}\n`);
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  const records = await resolver.resolveTxt("_assay.Harbour.example");
  assert.deepEqual(
    records.map((parts) => parts.join("")),
    ["one", long],
  );
  await assert.rejects(resolver.resolveTxt("_assay.quay.example"), { code: "ENOTFOUND" });
});
