// A mail server for the tests. Each message becomes an .eml file, its envelope a .json file of the same name.
//   node smtp.mjs --port 0 --dir /tmp/mails --tls required --certificate-out /tmp/mails/ca.pem
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { SMTPServer } from "smtp-server";

import { makeCertificate } from "./certificate.mjs";
import { readArguments, sayReady } from "./command.mjs";

const settings = readArguments({
  dir: { type: "string" },
  // none: plain text only; starttls: offered; required: refused without; implicit: TLS from the first byte.
  tls: { type: "string", default: "none" },
  "certificate-out": { type: "string" },
  user: { type: "string" },
  password: { type: "string" },
  // A file with the logins that are accepted at the moment, each user:password in a line; read each time, in place of the one above.
  logins: { type: "string" },
  // none, sender, recipient, data (refused for good), later (refused for now), hang (says nothing at all).
  refuse: { type: "string", default: "none" },
});

function refusal(step) {
  if (settings.refuse === "later" && step === "recipient") {
    return Object.assign(new Error("Try again later"), { responseCode: 451 });
  }
  if (settings.refuse !== step) return null;
  return Object.assign(new Error(`This ${step} is refused`), { responseCode: 550 });
}

async function certificate() {
  const made = await makeCertificate();
  if (settings["certificate-out"]) writeFileSync(settings["certificate-out"], made.cert);
  return made;
}

let count = 0;

// The envelope is written first and the message renamed into place, so that a reader of the .eml sees all of it.
function keep(message, session) {
  count += 1;
  const name = join(settings.dir, `${Date.now()}-${String(count).padStart(5, "0")}`);
  const envelope = {
    from: session.envelope.mailFrom.address,
    to: session.envelope.rcptTo.map((recipient) => recipient.address),
    secure: session.secure,
    user: session.user ?? null,
  };
  writeFileSync(`${name}.json`, JSON.stringify(envelope));
  writeFileSync(`${name}.part`, message);
  renameSync(`${name}.part`, `${name}.eml`);
}

function receive(stream, session, done) {
  const chunks = [];
  stream.on("data", (chunk) => chunks.push(chunk));
  stream.on("end", () => {
    const refused = refusal("data");
    if (!refused) keep(Buffer.concat(chunks), session);
    done(refused);
  });
}

const wantsLogin = Boolean(settings.user ?? settings.logins);

function acceptedLogins() {
  return settings.logins ? readFileSync(settings.logins, "utf8").split("\n") : [`${settings.user}:${settings.password}`];
}

function authenticate(login, _session, done) {
  const known = acceptedLogins().includes(`${login.username}:${login.password}`);
  if (known) done(null, { user: login.username });
  else done(Object.assign(new Error("Wrong user or password"), { responseCode: 535 }));
}

async function start() {
  if (settings.refuse === "hang") {
    const silent = createServer(() => {});
    silent.listen(Number(settings.port), "127.0.0.1", () => sayReady(silent.address().port));
    return;
  }
  mkdirSync(settings.dir, { recursive: true });
  const encrypted = settings.tls !== "none";
  const disabled = [];
  if (!encrypted) disabled.push("STARTTLS");
  if (!wantsLogin) disabled.push("AUTH");
  const needsTls = (session) =>
    settings.tls === "required" && !session.secure
      ? Object.assign(new Error("Must issue a STARTTLS command first"), { responseCode: 530 })
      : null;
  const server = new SMTPServer({
    ...(encrypted ? await certificate() : {}),
    secure: settings.tls === "implicit",
    authOptional: !wantsLogin,
    allowInsecureAuth: settings.tls === "none",
    disabledCommands: disabled,
    disableReverseLookup: true,
    logger: false,
    onAuth: authenticate,
    onMailFrom: (_address, session, done) => done(needsTls(session) ?? refusal("sender")),
    onRcptTo: (_address, _session, done) => done(refusal("recipient")),
    onData: receive,
  });
  // A client that goes away in the middle is part of the tests.
  server.on("error", (error) => console.error(error.message));
  server.listen(Number(settings.port), "127.0.0.1", () => sayReady(server.server.address().port));
}

await start();
