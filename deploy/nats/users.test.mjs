// Tests the rights of the users of the bus on a real server that starts with them.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

const here = import.meta.dirname;
const list = join(here, "../../services/services.txt");
const events = join(here, "../../proto/declared/events.txt");
// All subjects that are declared.
const declared = readFileSync(events, "utf8")
  .split("\n")
  .map((line) => line.split(" ")[0])
  .filter((subject) => subject.startsWith("evt."));
// The size of each stream, as it is declared.
const sizes = new Map([...readFileSync(events, "utf8").matchAll(/^([A-Z_]+) = .* (\d+) B,/gm)].map(([, name, size]) => [name, Number(size)]));
const largest = Math.max(...sizes.values());
const eventsOf = (column) => items(column).map((name) => `evt.${name}.>`);
const services = readFileSync(list, "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split(/\s+/))
  .filter(([, , needs]) => items(needs).includes("nats"))
  .map(([name, kind, , , publishes, follows, hears, makes, replaces]) => ({
    name,
    kind,
    publishes: eventsOf(publishes),
    // Streams that it makes for others.
    makes: items(makes).map((made) => made.toUpperCase()),
    follows: [...eventsOf(follows), ...eventsOf(hears)],
    replaces: items(replaces),
    // A service has no durable for events that it only hears.
    reads: eventsOf(follows),
  }));
const home = mkdtempSync(join(tmpdir(), "nats-users-"));
let server;
let port;
let log = "";

function items(column) {
  return column === "-" ? [] : column.split(",");
}

const freePort = () =>
  new Promise((resolve) => {
    const listener = createServer().listen(0, "127.0.0.1", () => {
      const { port } = listener.address();
      listener.close(() => resolve(port));
    });
  });

const nextLook = () => new Promise((next) => setTimeout(next, 10));

// Whether a whole message has come.
function isAnswered(heard) {
  const head = /^H?MSG .* (\d+)\r\n/m.exec(heard);
  return head !== null && heard.length >= head.index + head[0].length + Number(head[1]);
}

// Speaks the protocol by hand: returns the output of the server until it has answered a ping and the request. The action `meanwhile`
// runs after the ping.
async function say(user, lines, meanwhile, patience = 2_000, at = port) {
  const socket = connect(at, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text) => (heard += text));
  socket.on("error", () => {});
  const login = JSON.stringify({ user, pass: `secret-of-${user}`, verbose: false, pedantic: false, protocol: 1, headers: true });
  socket.write([`CONNECT ${login}`, ...lines, "PING", ""].join("\r\n"));
  const deadline = Date.now() + 10_000;
  while (!/^PONG/m.test(heard) && !socket.closed && Date.now() < deadline) await nextLook();
  await meanwhile?.();
  // Refusals come before the pong, what the stream answers after it.
  const isAsked = lines.some((line) => line.startsWith("SUB")) && (meanwhile || lines.some((line) => line.startsWith("PUB")));
  const end = Date.now() + patience;
  while (isAsked && !isAnswered(heard) && !/^-ERR/m.test(heard) && Date.now() < end) await nextLook();
  socket.destroy();
  return heard;
}

const publish = (subject, payload = "") => [`PUB ${subject} ${payload.length}`, payload];
const inbox = (user) => `_INBOX_${user.replace(/_next$/, "")}.test`;
const ask = (user, subject, payload = "") => [`SUB ${inbox(user)} 1`, `PUB ${subject} ${inbox(user)} ${payload.length}`, payload];
const event = (wildcard) => declared.find((subject) => subject.startsWith(wildcard.slice(0, -1)));
const publisher = (wildcard) => wildcard.split(".")[1];
const stream = (wildcard) => `EVT_${publisher(wildcard).toUpperCase()}`;
const refusal = (subject) => new RegExp(`-ERR 'Permissions Violation for .* to "${subject.replaceAll(/[.$>*]/g, "\\$&")}"`, "i");

const logins = [...services.map(({ name }) => name), "tests", "identity_next"];
// An event of the catalog, and the part of its events that the team "desk" reads.
const catalogEvent = event("evt.catalog.>");
const part = catalogEvent.replace(/[^.]+\.v\d+$/, ">");
const teamLine = (name, subjects) => `${name} secret-of-${name} ${subjects}`;
const teams = [teamLine("research", "evt.catalog.>"), teamLine("research_next", "evt.catalog.>"), teamLine("desk", part)];

function configure(logins) {
  const passwords = [...logins.map((name) => `${name} secret-of-${name}`), ...teams];
  writeFileSync(join(home, "passwords"), `${passwords.join("\n")}\n`);
  const users = execFileSync("awk", ["-f", join(here, "users.awk"), join(home, "passwords"), list, events], { encoding: "utf8" });
  writeFileSync(join(home, "nats.conf"), readFileSync(join(here, "nats.conf"), "utf8") + users);
}

before(async () => {
  port = await freePort();
  configure(logins);
  server = spawn("nats-server", ["-c", join(home, "nats.conf")], {
    env: { ...process.env, NATS_LISTEN: `127.0.0.1:${port}`, NATS_STORE: home },
    stdio: ["ignore", "ignore", "pipe"],
  });
  server.stderr.setEncoding("utf8").on("data", (text) => (log += text));
  for (let tries = 0; tries < 500; tries++) {
    const heard = await say("tests", []);
    if (/^PONG/m.test(heard)) return;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error("the server did not start");
});

after(async () => {
  server.kill();
  await new Promise((ended) => server.once("exit", ended));
  rmSync(home, { recursive: true, force: true });
});

test("a service makes its stream and publishes its own events", async () => {
  for (const { name, publishes } of services) {
    for (const wildcard of publishes) {
      const config = JSON.stringify({ name: stream(wildcard), subjects: [wildcard], storage: "file", max_bytes: 1 << 20 });
      const made = await say(name, ask(name, `$JS.API.STREAM.CREATE.${stream(wildcard)}`, config));
      assert.match(made, /"did_create":true/, name);
      const kept = await say(name, ask(name, event(wildcard), "x"));
      assert.match(kept, /"seq":1/, name);
    }
  }
});

test("no service publishes the events of another", async () => {
  for (const { name, publishes } of services) {
    const others = services.flatMap((other) => other.publishes).filter((wildcard) => !publishes.includes(wildcard));
    for (const wildcard of others) {
      assert.match(await say(name, publish(event(wildcard), "x")), refusal(event(wildcard)), `${name} to ${wildcard}`);
    }
  }
});

// How many messages and durables the owner of a stream, or another user that may read its state, finds in it.
async function facts(name, kept) {
  const answer = await say(name, ask(name, `$JS.API.STREAM.INFO.${kept}`));
  return { messages: Number(/"messages":(\d+)/.exec(answer)?.[1]), durables: Number(/"consumer_count":(\d+)/.exec(answer)?.[1]) };
}

const creation = (wildcard, durable, more) => {
  const config = { durable_name: durable, name: durable, ack_policy: "explicit", filter_subject: wildcard, ...more };
  return JSON.stringify({ stream_name: stream(wildcard), config, action: "" });
};

test("a service consumes what it follows, by durables of its own names, and nothing else", async () => {
  const all = services.flatMap((service) => service.publishes);
  for (const { name, publishes, follows, reads } of services) {
    for (const wildcard of all) {
      const durable = `${name}__${publisher(wildcard)}`;
      const subject = `$JS.API.CONSUMER.CREATE.${stream(wildcard)}.${durable}`;
      const answered = await say(name, ask(name, `${subject}.${wildcard}`, creation(wildcard, durable)));
      if (reads.includes(wildcard)) {
        assert.match(answered, /consumer_create_response/, `${name} of ${wildcard}`);
        const next = await say(name, ask(name, `$JS.API.CONSUMER.MSG.NEXT.${stream(wildcard)}.${durable}`, "1"));
        assert.match(next, /\$JS\.ACK\./, `${name} of ${wildcard}`);
      } else {
        assert.match(answered, /Permissions Violation/, `${name} of ${wildcard}`);
      }
      const heard = await say(name, [`SUB ${wildcard} 1`]);
      if ([...publishes, ...follows].includes(wildcard)) assert.doesNotMatch(heard, /-ERR/);
      else assert.match(heard, refusal(wildcard), `${name} of ${wildcard}`);
    }
  }
});

test("no service listens to the inboxes of another, or sends into them", async () => {
  for (const { name } of services) {
    for (const other of [...services.map((service) => `_INBOX_${service.name}`), "_INBOX_research", "_INBOX"]) {
      if (other === `_INBOX_${name}`) continue;
      assert.match(await say(name, [`SUB ${other}.> 1`]), refusal(`${other}.>`), name);
      assert.match(await say(name, publish(`${other}.test`, "x")), refusal(`${other}.test`), name);
    }
  }
});

test("no service changes the stream of another, or that of dead letters", async () => {
  const all = services.flatMap((service) => service.publishes);
  assert.equal(services.filter(({ makes }) => makes.includes("DLQ")).length, 1, "one service makes it");
  for (const { name, publishes, makes } of services) {
    for (const wildcard of all.filter((wildcard) => !publishes.includes(wildcard))) {
      const config = JSON.stringify({ name: stream(wildcard), subjects: [wildcard], max_bytes: 1, max_age: 1 });
      for (const verb of ["UPDATE", "CREATE", "PURGE"]) {
        const subject = `$JS.API.STREAM.${verb}.${stream(wildcard)}`;
        assert.match(await say(name, publish(subject, config)), refusal(subject), name);
      }
    }
    const useless = JSON.stringify({ name: "DLQ", subjects: ["dlq.>"], storage: "file", max_bytes: 1 });
    for (const verb of [...(makes.includes("DLQ") ? [] : ["CREATE", "UPDATE"]), "PURGE", "DELETE"]) {
      const subject = `$JS.API.STREAM.${verb}.DLQ`;
      assert.match(await say(name, publish(subject, useless)), refusal(subject), name);
    }
  }
});

test("no service reads dead letters, which hold events that it may not follow", async () => {
  for (const { name } of services) {
    for (const verb of ["STREAM.MSG.GET.DLQ", "DIRECT.GET.DLQ", "CONSUMER.CREATE.DLQ"]) {
      assert.match(await say(name, publish(`$JS.API.${verb}`, '{"seq":1}')), refusal(`$JS.API.${verb}`), name);
    }
  }
});

test("no service touches the durables of another on a stream that both read", async () => {
  for (const { name, reads } of services) {
    for (const wildcard of reads) {
      const [kept, other, own] = [stream(wildcard), `other__${publisher(wildcard)}`, `${name}__${publisher(wildcard)}`];
      for (const subject of [
        `$JS.API.CONSUMER.CREATE.${kept}.${other}.${wildcard}`,
        `$JS.API.CONSUMER.CREATE.${kept}`,
        `$JS.API.CONSUMER.DURABLE.CREATE.${kept}.${own}`,
        `$JS.API.CONSUMER.DELETE.${kept}.${other}`,
        `$JS.API.CONSUMER.MSG.NEXT.${kept}.${other}`,
        `$JS.ACK.${kept}.${other}.1.1.1.1.1`,
        `dlq.${other}.${event(wildcard)}`,
      ]) {
        assert.match(await say(name, publish(subject, creation(wildcard, other))), refusal(subject), name);
      }
      // A request whose subject and content name different durables is refused, too.
      const made = await facts(publisher(wildcard), kept);
      await say(name, ask(name, `$JS.API.CONSUMER.CREATE.${kept}.${own}.${wildcard}`, creation(wildcard, other)));
      assert.equal((await facts(publisher(wildcard), kept)).durables, made.durables, name);
    }
  }
});

test("a service removes the durables of earlier releases that it replaces", async () => {
  for (const { name, reads, replaces } of services) {
    for (const wildcard of reads) {
      for (const former of replaces) {
        const request = (verb, payload) => ask(name, `$JS.API.CONSUMER.${verb}`, payload);
        const place = `${stream(wildcard)}.${former}`;
        assert.match(await say(name, request(`CREATE.${place}.${wildcard}`, creation(wildcard, former))), /consumer_create_response/, former);
        assert.match(await say(name, request(`INFO.${place}`)), /consumer_info_response/, former);
        assert.match(await say(name, request(`DELETE.${place}`)), /"success":true/, former);
      }
    }
  }
});

test("no service removes a stream, or asks about those that it has nothing to do with", async () => {
  const all = services.flatMap((service) => service.publishes).map(stream);
  for (const { name } of services) {
    for (const other of all) {
      const subject = `$JS.API.STREAM.DELETE.${other}`;
      assert.match(await say(name, publish(subject)), refusal(subject), name);
    }
    assert.match(await say(name, ["SUB > 1"]), refusal(">"), name);
  }
});

test("events come at once to those who follow them", async () => {
  for (const { name, publishes } of services) {
    for (const wildcard of publishes) {
      const followers = services.filter(({ follows }) => follows.includes(wildcard)).map((service) => service.name);
      for (const follower of [...followers, ...(name === "catalog" ? ["research", "desk"] : [])]) {
        const publishing = () => say(name, ask(name, event(wildcard), "new"));
        const heard = await say(follower, [`SUB ${follower === "desk" ? part : wildcard} 1`], publishing);
        assert.match(heard, /MSG evt\.\S+ 1 .*3\r\nnew\r\n/, `${follower} of ${wildcard}`);
        assert.equal(heard.match(/MSG /g).length, 1, `${follower} of ${wildcard}`);
      }
    }
  }
});

test("every service that the gateway calls hears of the users whose role changes", () => {
  for (const { name, publishes, follows } of services.filter(({ kind }) => kind === "grpc")) {
    assert.ok([...publishes, ...follows].includes("evt.identity.>"), name);
  }
});

test("the answer to a request lands in no stream, but by the rights of its user", async () => {
  const publishers = services.filter(({ publishes }) => publishes.length > 0);
  const reader = services.find(({ reads }) => reads.length > 0).name;
  const dlq = JSON.stringify({ name: "DLQ", subjects: ["dlq.>"], storage: "file", max_bytes: 1 << 20 });
  const maker = services.find(({ makes }) => makes.includes("DLQ")).name;
  assert.match(await say(maker, ask(maker, "$JS.API.STREAM.CREATE.DLQ", dlq)), /"did_create":true/);
  const all = async () => {
    const found = {};
    for (const { name, publishes } of publishers) found[name] = (await facts(name, stream(publishes[0]))).messages;
    return { ...found, dlq: (await facts(reader, "DLQ")).messages };
  };
  const requests = services.map(({ name, publishes, reads }) => {
    const durables = reads.map((wildcard) => `$JS.API.CONSUMER.MSG.NEXT.${stream(wildcard)}.${name}__${publisher(wildcard)}`);
    const known = [...publishes, ...reads].flatMap((of) => [`$JS.API.STREAM.INFO.${stream(of)}`, `$JS.API.STREAM.MSG.GET.${stream(of)}`]);
    return [name, [...durables, ...known, ...publishes.map(event)]];
  });
  const verbs = ["STREAM.INFO.EVT_CATALOG", "STREAM.MSG.GET.EVT_CATALOG", "DIRECT.GET.EVT_CATALOG", `DIRECT.GET.EVT_CATALOG.${event("evt.catalog.>")}`];
  requests.push(["research", verbs.map((verb) => `$JS.API.${verb}`)]);
  for (const [user, subjects] of requests) {
    const before = await all();
    const own = subjects.filter((subject) => subject.startsWith("evt.")).length;
    const places = publishers.filter(({ name }) => name !== user).map(({ publishes }) => event(publishes[0]));
    places.push(`dlq.other__catalog.${catalogEvent}`);
    const payload = '{"seq":1}';
    const lines = subjects.flatMap((subject) => places.flatMap((place) => [`PUB ${subject} ${place} ${payload.length}`, payload]));
    assert.doesNotMatch(await say(user, lines), /-ERR/, user);
    await new Promise((next) => setTimeout(next, 50));
    if (user in before) before[user] += own * places.length;
    assert.deepEqual(await all(), before, user);
  }
});

test("a durable delivers to nobody else and into no stream, and to no subject of the server's own API", async () => {
  for (const { name, reads, replaces } of services) {
    for (const wildcard of reads) {
      const [kept, durable] = [stream(wildcard), replaces[0] ?? `${name}__${publisher(wildcard)}`];
      const others = services.filter(({ publishes }) => publishes.length > 0 && !publishes.includes(wildcard));
      const places = others.map((other) => [event(other.publishes[0]), other.name]);
      places.push(...["STREAM.DELETE", "STREAM.PURGE"].map((verb) => [`$JS.API.${verb}.${kept}`, publisher(wildcard)]));
      for (const [place, owner] of places) {
        const own = place.startsWith("evt.") ? stream(place) : kept;
        const before = await facts(owner, own);
        await say(name, ask(name, `$JS.API.CONSUMER.DELETE.${kept}.${durable}`));
        const deliver = async () => {
          const kind = { deliver_subject: place, ack_policy: "none", headers_only: true };
          const subject = `$JS.API.CONSUMER.CREATE.${kept}.${durable}.${wildcard}`;
          const made = await say(name, ask(name, subject, creation(wildcard, durable, kind)));
          assert.match(made, /consumer_create_response(?!.*"error")/, `${name} to ${place}`);
          await new Promise((next) => setTimeout(next, 50));
        };
        // It delivers where somebody listens.
        if (own === kept) await deliver();
        else assert.doesNotMatch(await say(owner, [`SUB ${place} 1`], deliver, 50), /MSG /, `${name} to ${place}`);
        assert.equal((await facts(owner, own)).messages, before.messages, `${name} to ${place}`);
      }
      await say(name, ask(name, `$JS.API.CONSUMER.DELETE.${kept}.${durable}`));
    }
  }
});

test("a stream holds nothing of another", async () => {
  const [own, other] = services.filter(({ publishes }) => publishes.length > 0);
  const wildcard = own.publishes[0];
  for (const more of [
    { sources: [{ name: stream(other.publishes[0]) }] },
    { republish: { src: wildcard, dest: `evt.${other.name}.thing.>` } },
  ]) {
    const before = (await facts(other.name, stream(other.publishes[0]))).messages;
    const held = (await facts(own.name, stream(wildcard))).messages;
    const config = { name: stream(wildcard), subjects: [wildcard], storage: "file", max_bytes: 1 << 20, ...more };
    await say(own.name, ask(own.name, `$JS.API.STREAM.UPDATE.${stream(wildcard)}`, JSON.stringify(config)));
    await say(own.name, ask(own.name, event(wildcard), "x"));
    await new Promise((next) => setTimeout(next, 50));
    assert.equal((await facts(other.name, stream(other.publishes[0]))).messages, before);
    assert.equal((await facts(own.name, stream(wildcard))).messages, held + 1);
  }
});

test("what is under way goes on while the server reads new logins", async () => {
  const { name, reads } = services.find(({ reads }) => reads.length > 0);
  const [wildcard] = reads;
  const [owner, kept, durable] = [publisher(wildcard), stream(wildcard), `${name}__${publisher(wildcard)}`];
  await say(name, ask(name, `$JS.API.CONSUMER.DELETE.${kept}.${durable}`));
  const fresh = creation(wildcard, durable, { deliver_policy: "new" });
  await say(name, ask(name, `$JS.API.CONSUMER.CREATE.${kept}.${durable}.${wildcard}`, fresh));
  const publishing = () => say(owner, ask(owner, event(wildcard), "late"));
  const reload = async () => {
    configure([...logins, `${name}_next`]);
    server.kill("SIGHUP");
    while (!/^PONG/m.test(await say(`${name}_next`, []))) await nextLook();
    await publishing();
  };
  const next = ask(name, `$JS.API.CONSUMER.MSG.NEXT.${kept}.${durable}`, JSON.stringify({ batch: 1, expires: 10e9 }));
  assert.match(await say(name, next, reload), /\$JS\.ACK\.\S+ 4\r\nlate/);
  for (const login of [name, `${name}_next`]) {
    assert.match(await say(login, ask(name, `$JS.API.CONSUMER.INFO.${kept}.${durable}`)), /consumer_info_response/, login);
    assert.match(await say(login, [`SUB ${wildcard} 1`], publishing), /\r\nlate/, login);
  }
  configure(logins);
  server.kill("SIGHUP");
  while (!/Authorization Violation/.test(await say(`${name}_next`, []))) await nextLook();
  assert.match(await say(name, [`SUB ${wildcard} 1`], publishing), /\r\nlate/);
});

test("streams of a bus without accounts move into theirs, with what was read of them", async () => {
  const former = mkdtempSync(join(tmpdir(), "nats-former-"));
  const place = await freePort();
  const settings = { NATS_LISTEN: `127.0.0.1:${place}`, NATS_STORE: former };
  const begin = async (file, login) => {
    const began = spawn("nats-server", ["-c", file], { env: { ...process.env, ...settings }, stdio: "ignore" });
    const isThere = async () => {
      const answer = await say(login, ask(login, "$JS.API.STREAM.INFO.EVT_CATALOG"), undefined, 100, place);
      return /stream_info_response/.test(answer);
    };
    for (let tries = 0; tries < 200 && !(await isThere()); tries++) await nextLook();
    return async () => {
      began.kill();
      await new Promise((ended) => began.once("exit", ended));
    };
  };
  const talk = (login, subject, payload) => say(login, ask(login, subject, payload), undefined, 2_000, place);
  try {
    const users = ["catalog", "timeseries"].map((name) => `{ user: ${name}, password: secret-of-${name} }`).join(", ");
    const conf = readFileSync(join(here, "nats.conf"), "utf8");
    writeFileSync(join(former, "former.conf"), `${conf}authorization { users: [${users}] }\n`);
    let end = await begin(join(former, "former.conf"), "catalog");
    const config = { name: "EVT_CATALOG", subjects: ["evt.catalog.>"], storage: "file", max_bytes: 1 << 20 };
    assert.match(await talk("catalog", "$JS.API.STREAM.CREATE.EVT_CATALOG", JSON.stringify(config)), /"did_create":true/);
    for (const payload of ["first", "second"]) assert.match(await talk("catalog", event("evt.catalog.>"), payload), /"seq":/);
    const durable = "EVT_CATALOG.timeseries__catalog";
    await talk("timeseries", `$JS.API.CONSUMER.CREATE.${durable}.evt.catalog.>`, creation("evt.catalog.>", "timeseries__catalog"));
    const first = await talk("timeseries", `$JS.API.CONSUMER.MSG.NEXT.${durable}`, "1");
    await say("timeseries", publish(/\$JS\.ACK\.\S+/.exec(first)[0]), undefined, 0, place);
    await end();

    execFileSync("sh", [join(here, "move-streams.sh"), former]);
    execFileSync("sh", [join(here, "move-streams.sh"), former]);
    configure(logins);
    end = await begin(join(home, "nats.conf"), "catalog");
    assert.match(await talk("catalog", "$JS.API.STREAM.INFO.EVT_CATALOG"), /"messages":2,/);
    assert.match(await talk("timeseries", `$JS.API.CONSUMER.MSG.NEXT.${durable}`, "1"), /second/);
    await end();
  } finally {
    rmSync(former, { recursive: true, force: true });
  }
});

test("the second login of a service has the rights of the first", async () => {
  assert.match(await say("identity_next", ask("identity_next", "$JS.API.STREAM.INFO.EVT_IDENTITY")), /stream_info_response/);
  assert.match(await say("identity_next", publish(catalogEvent, "x")), refusal(catalogEvent));
});

test("a team reads the events that it was allowed to, and does nothing else", async () => {
  const requested = (subject, payload) => ask("research", subject, payload);
  const direct = { name: "EVT_CATALOG", subjects: ["evt.catalog.>"], storage: "file", max_bytes: 1 << 20, allow_direct: true };
  await say("catalog", ask("catalog", "$JS.API.STREAM.UPDATE.EVT_CATALOG", JSON.stringify(direct)));
  for (const verb of ["STREAM.MSG.GET", "DIRECT.GET"]) {
    const answer = await say("research", requested(`$JS.API.${verb}.EVT_CATALOG`, '{"seq":1}'));
    assert.ok(answer.includes(catalogEvent), verb);
  }
  assert.doesNotMatch(await say("research", ["SUB evt.catalog.> 1"]), /-ERR/);
  for (const lines of [
    requested("$JS.API.STREAM.MSG.GET.EVT_IDENTITY", '{"seq":1}'),
    requested("$JS.API.CONSUMER.CREATE.EVT_CATALOG.research", "{}"),
    requested("$JS.API.CONSUMER.MSG.NEXT.EVT_CATALOG.timeseries__catalog", "1"),
    requested("$JS.API.STREAM.CREATE.EVT_CATALOG", "{}"),
    publish(catalogEvent, "x"),
    ["SUB evt.identity.> 1"],
    ["SUB _INBOX.> 1"],
  ]) {
    assert.match(await say("research", lines), /Permissions Violation/, lines.join(" "));
  }
});

test("the second login of a team has the rights of the first, also once the first is gone", async () => {
  for (const login of ["research", "research_next"]) {
    const answer = await say(login, ask(login, "$JS.API.STREAM.MSG.GET.EVT_CATALOG", '{"seq":1}'));
    assert.ok(answer.includes(catalogEvent), login);
    const publishing = () => say("catalog", publish(catalogEvent, "late"));
    assert.match(await say(login, ["SUB evt.catalog.> 1"], publishing), /\r\nlate/, login);
    for (const lines of [publish(catalogEvent, "x"), ["SUB evt.identity.> 1"]]) {
      assert.match(await say(login, lines), /Permissions Violation/, `${login}: ${lines.join(" ")}`);
    }
  }
  const alone = (login) => {
    const input = `catalog secret\n${teamLine(login, "evt.catalog.>")}\n`;
    return execFileSync("awk", ["-f", join(here, "users.awk"), "/dev/stdin", list, events], { input, encoding: "utf8" });
  };
  assert.equal(alone("research_next"), alone("research").replace('"research", password: "secret-of-research"', '"research_next", password: "secret-of-research_next"'));
});

test("a team that reads a part of a stream reads no earlier events, as it would get any", async () => {
  for (const verb of ["STREAM.MSG.GET.EVT_CATALOG", "DIRECT.GET.EVT_CATALOG", "STREAM.INFO.EVT_CATALOG"]) {
    assert.match(await say("desk", ask("desk", `$JS.API.${verb}`, '{"seq":1}')), /Permissions Violation/, verb);
  }
  assert.match(await say("desk", ["SUB evt.catalog.> 1"]), refusal("evt.catalog.>"));
});

// Lines of logins, each with the reason for which it is refused.
const refused = [
  ["research secret", "login research of the bus: it names no subjects behind the password"],
  ["EVT_CATALOG secret", "login EVT_CATALOG of the bus: it names no subjects behind the password"],
  ["catalog secret evt.identity.>", "login catalog of the bus: a team cannot have the name of a program"],
  ["DLQ secret evt.catalog.>", "login DLQ of the bus: the name of a team has small letters and digits"],
  ["catalog_next secret evt.catalog.>", "login catalog_next of the bus: a team cannot have the name of a program"],
  ["tests_next secret evt.catalog.>", "login tests_next of the bus: a team cannot have the name of the tests"],
  ["research_next_next secret evt.catalog.>", "login research_next_next of the bus: the name of a team has small letters and digits"],
  ["research secret evt.>", 'login research of the bus: subjects look like evt.SERVICE.>, not "evt.>"'],
  ["research secret evt.catalog", 'login research of the bus: subjects look like evt.SERVICE.>, not "evt.catalog"'],
  ["research secret evt.weather.>", "login research of the bus: no service publishes evt.weather.>"],
  ["research secret evt.catalog.> evt.identity.>", "login research of the bus: only commas stand between its subjects"],
  ["desk secret evt.catalog.>\ndesk secret evt.identity.>", "login desk of the bus: it is there twice"],
  ["desk secret evt.catalog.>\ndesk_next secret evt.identity.>", "login desk_next of the bus: the other login of its team has other subjects"],
];

test("a login that would have other rights than its line says is refused", () => {
  for (const [lines, reason] of refused) {
    const made = spawnSync("awk", ["-f", join(here, "users.awk"), "/dev/stdin", list, events], { input: `${lines}\n`, encoding: "utf8" });
    assert.deepEqual([made.status, made.stdout, made.stderr], [1, "", `${reason}\n`], lines);
  }
});

test("without declared events nothing is printed, as no service could publish", () => {
  const undeclared = join(home, "undeclared.txt");
  writeFileSync(undeclared, "# no event\n");
  for (const files of [[], ["/dev/null"], [undeclared]]) {
    const made = spawnSync("awk", ["-f", join(here, "users.awk"), "/dev/stdin", list, ...files], { input: "catalog secret\n", encoding: "utf8" });
    assert.deepEqual([made.status, made.stdout, made.stderr], [1, "", "users.awk: the third file, events.txt, declares no event\n"], files[0]);
  }
});

test("a container keeps its former configuration where a line of its readers is refused", () => {
  const container = mkdtempSync(join(tmpdir(), "nats-container-"));
  for (const folder of ["run/urls", "run/readers", "tmp", "nats"]) mkdirSync(join(container, folder), { recursive: true });
  for (const file of ["users.awk", "nats.conf"]) copyFileSync(join(here, file), join(container, "nats", file));
  copyFileSync(list, join(container, "services.txt"));
  copyFileSync(events, join(container, "events.txt"));
  writeFileSync(join(container, "run/urls/catalog"), "tls://catalog:secret@nats:4222");
  const script = readFileSync(join(here, "write-config.sh"), "utf8").replaceAll(/(?<=[\s">])\/(?=(run|tmp|nats|services\.txt|events\.txt)\b)/g, `${container}/`);
  const write = () => spawnSync("sh", ["-c", script], { encoding: "utf8" });
  const written = () => readFileSync(join(container, "tmp/nats.conf"), "utf8");
  try {
    assert.equal(write().status, 0);
    assert.doesNotMatch(written(), /research/);
    // Files without an end of the line, too.
    writeFileSync(join(container, "run/readers/tests"), "tests secret");
    for (const team of ["desk", "research"]) writeFileSync(join(container, "run/readers", team), `${team} secret evt.catalog.>`);
    assert.equal(write().status, 0);
    const former = written();
    assert.match(former, /user: "catalog"[^]*user: "desk"[^]*user: "research"/);
    assert.doesNotMatch(former, /user: "tests"/);
    for (const [lines, reason] of refused.filter(([lines]) => !lines.startsWith("desk"))) {
      writeFileSync(join(container, "run/readers/research"), lines);
      const outcome = write();
      assert.equal(outcome.status, 1, lines);
      assert.ok(outcome.stderr.includes(`${reason}\n`), outcome.stderr);
      assert.equal(written(), former, lines);
    }
  } finally {
    rmSync(container, { recursive: true, force: true });
  }
});

test("a service publishes every declared event of its own, and no subject that is not declared", async () => {
  for (const { name, publishes } of services) {
    for (const wildcard of publishes) {
      const own = declared.filter((subject) => subject.startsWith(wildcard.slice(0, -1)));
      const accepted = await say(name, own.flatMap((subject) => publish(subject)));
      assert.doesNotMatch(accepted, /-ERR/, name);
      const [, , entity, fact] = own[0].split(".");
      const prefix = wildcard.slice(0, -2);
      for (const subject of [`${prefix}.x`, `${prefix}.thing.happened.v1`, `${prefix}.${entity}.${fact}.v99`, `${own[0]}.more`]) {
        assert.match(await say(name, publish(subject, "x")), refusal(subject), name);
      }
    }
  }
});

test("no stream grows beyond the largest that is declared, and as many of that size fit together", async () => {
  const makers = services.flatMap(({ name, publishes, makes }) => [
    ...publishes.map((wildcard) => [name, stream(wildcard), wildcard]),
    ...makes.map((kept) => [name, kept, `${kept.toLowerCase()}.>`]),
  ]);
  assert.deepEqual(makers.map(([, kept]) => kept).sort(), [...sizes.keys()].sort());
  for (const [name, kept, subject] of makers) {
    const enlarge = (max_bytes) => {
      const config = JSON.stringify({ name: kept, subjects: [subject], storage: "file", max_bytes });
      return say(name, ask(name, `$JS.API.STREAM.UPDATE.${kept}`, config));
    };
    assert.match(await enlarge(largest + 1), /exceeds account limit max stream bytes/, kept);
    assert.match(await enlarge(-1), /requires a stream config to have max bytes set/, kept);
    assert.match(await enlarge(largest), /stream_update_response(?!.*"error")/, kept);
  }
});

test("a service makes its stream on the disk alone, and no second one", async () => {
  const bounds = [...readFileSync(join(home, "nats.conf"), "utf8").matchAll(/^ {2}(\w+) \{\n {4}jetstream: (.*)$/gm)];
  const bounded = bounds.filter(([, , bound]) => bound.includes(`disk_max_stream_bytes: ${largest} `)).map(([, account]) => account);
  assert.deepEqual(bounded.sort(), [...sizes.keys()].sort());
  for (const [, account, bound] of bounds.filter(([, account]) => account !== "tests")) assert.match(bound, /max_memory: 0, max_streams: 1,/, account);
});

test("a wrong password is refused", async () => {
  assert.match(await say("nobody", []), /Authorization Violation/);
});

test("the shared configuration opens no monitor, which would want no login", () => {
  assert.match(log, /Server is ready/);
  assert.doesNotMatch(log, /Starting https? monitor/);
});
