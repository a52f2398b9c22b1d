// The genuine server beside the gateway: node trpc.differential.mjs <origin>
// The same bytes go to both; status and the shape of the answer must agree.
import assert from "node:assert/strict";
import { createServer, request } from "node:http";

import { createHTTPHandler, initTRPC, TRPCError } from "./trpc-v11/index.mjs";

const [origin] = process.argv.slice(2);

const trpc = initTRPC.create({
  isDev: false,
  errorFormatter: ({ shape }) => shape,
});
const object = (input) => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) throw new Error("no object");
  return input;
};
const nobody = () => {
  throw new TRPCError({ code: "UNAUTHORIZED" });
};
const { procedure, router } = trpc;
const member = procedure.use(nobody);
const genuine = router({
  users: router({ getProfile: member.query(() => null) }),
  userSettings: router({ updateProfile: member.input(object).mutation(() => null) }),
  search: router({ getInitialSearchGroups: procedure.query(() => []) }),
  analytics: router({
    track: procedure
      .input((input) => {
        const { name, properties } = object(input);
        if (typeof name !== "string") throw new Error("no name");
        object(properties);
        return input;
      })
      .mutation(() => undefined),
  }),
});
const handler = createHTTPHandler({ router: genuine, basePath: "/api/trpc/", maxBatchSize: 50, maxBodySize: 1 << 20 });
const server = createServer(handler).listen(0, "127.0.0.1");
await new Promise((listening) => server.once("listening", listening));
const peer = `http://127.0.0.1:${server.address().port}`;

function send(base, { method, target, headers = {}, body }) {
  return new Promise((answered, failed) => {
    const { hostname, port } = new URL(base);
    const sending = request({ hostname, port, method, path: target, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => answered({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }));
    });
    sending.on("error", failed);
    sending.end(body);
  });
}

/** The parts that must agree: everything except the wording of errors and the results of search. */
function shape(entry) {
  if (Array.isArray(entry)) return entry.map(shape);
  if (entry?.error) {
    const { message, code, data } = entry.error;
    assert(typeof message === "string" && message.length > 0);
    const { code: word, httpStatus, path } = data;
    return { code, word, httpStatus, path };
  }
  return { result: Object.keys(entry.result) };
}

const json = { "content-type": "application/json" };
const get = (target, headers) => ({ method: "GET", target, headers });
const post = (target, body, headers = json) => ({ method: "POST", target, headers, body });
const [profile, update, search, track] = [
  "users.getProfile",
  "userSettings.updateProfile",
  "search.getInitialSearchGroups",
  "analytics.track",
].map((name) => `/api/trpc/${name}`);
const event = JSON.stringify({ name: "x", logRocketSessionUrl: null, properties: { pathname: "/" } });

const cases = [
  get(profile),
  get(profile, json),
  get(profile, { "content-type": "text/html" }),
  get(`${profile}?input=%7B`),
  get(search),
  get(`${search}?input=%7B`),
  get(`${search}?input=null`),
  get(`${search}?batch=1`),
  get(`${search}?batch=1&input=%7B%7D`),
  get(`${search}?batch=1&input=%5B`),
  get(`${search}?batch=true`),
  get(`${search}?batch=0`),
  get(`${search}?other=1`),
  get(`${search},search.getInitialSearchGroups`),
  get(`${search},search.getInitialSearchGroups?batch=1`),
  get(`${search}%2Csearch.getInitialSearchGroups?batch=1`),
  get(`${search}%252Cx?batch=1`),
  get(`${search},users.getProfile?batch=1`),
  get(`${profile},users.getProfile?batch=1`),
  get(`${search},no.such,users.getProfile?batch=1&input=%7B%7D`),
  get(`${search},analytics.track?batch=1`),
  post(`${search},analytics.track?batch=1`, "{}"),
  get(`${profile},${",".repeat(48)}?batch=1`),
  get(`${profile},${",".repeat(49)}?batch=1`),
  get("/api/trpc/"),
  get("/api/trpc/?batch=1"),
  get("/api/trpc/,?batch=1"),
  get("/api/trpc/a.b,?batch=1"),
  get("/api/trpc/no.such"),
  get("/api/trpc/__proto__"),
  get("/api/trpc/constructor"),
  get("/api/trpc/users"),
  get("/api/trpc/users.getprofile"),
  get("/api/trpc/%75sers.getProfile"),
  get("/api/trpc/users%2EgetProfile"),
  get("/api/trpc/%"),
  get("/api/trpc/%ZZ"),
  get("/api/trpc/%FF"),
  get("/api/trpc/%C3%28?batch=1"),
  get("/api/trpc/%00"),
  get("/api/trpc/a%20b"),
  get("/api/trpc/a+b"),
  get(update),
  get(`${update}?batch=1`),
  get(track),
  post(profile, "{}"),
  post(profile, ""),
  post(update, "{}"),
  post(update, "{"),
  post("/api/trpc/no.such", "{"),
  post("/api/trpc/no.such,no.other?batch=1", "{"),
  post(track, event),
  post(track, ""),
  post(track, "{"),
  post(track, "null"),
  post(track, "[]"),
  post(track, '"x"'),
  post(track, "{}"),
  post(track, event, {}),
  post(track, event, { "content-type": "text/plain" }),
  post(track, event, { "content-type": "application/x-www-form-urlencoded" }),
  post(track, event, { "content-type": "application/json; charset=utf-8" }),
  post(track, event, { "content-type": "APPLICATION/JSON" }),
  post(track, event, { "content-type": "application/json5" }),
  post(`${track}?batch=1`, event, {}),
  post(`${track}?batch=1`, `{"0":${event}}`),
  post(`${track}?batch=1`, `{"1":${event}}`),
  post(`${track}?batch=1`, `[${event}]`),
  post(`${track}?batch=1`, '"x"'),
  post(`${track}?batch=1`, "{"),
  post(`${track}?batch=1`, ""),
  post(`${track},analytics.track?batch=1`, `{"0":${event}}`),
  post(`${track},userSettings.updateProfile?batch=1`, `{"0":${event}}`),
  post(track, `"${"x".repeat(1 << 20)}"`),
  post(`${track},userSettings.updateProfile?batch=1`, `"${"x".repeat(1 << 20)}"`),
  { method: "PUT", target: track, headers: json, body: event },
  { method: "PATCH", target: `${track}?batch=1`, headers: json, body: event },
  { method: "DELETE", target: search, headers: json },
  { method: "DELETE", target: "/api/trpc/no.such", headers: json },
  { method: "OPTIONS", target: search },
  { method: "OPTIONS", target: search, headers: json },
  { method: "HEAD", target: search },
  { method: "HEAD", target: track },
  { method: "HEAD", target: "/api/trpc/no.such" },
];

let different = 0;
for (const one of cases) {
  const [ours, theirs] = await Promise.all([send(origin, one), send(peer, one)]);
  const name = `${one.method} ${one.target.slice(0, 100)} ${JSON.stringify(one.headers ?? {})} ${(one.body ?? "").slice(0, 40)}`;
  try {
    assert.equal(ours.status, theirs.status);
    assert.equal(ours.body === "", theirs.body === "");
    if (theirs.body) assert.deepEqual(shape(JSON.parse(ours.body)), shape(JSON.parse(theirs.body)));
    if (theirs.headers.allow) assert.equal(ours.headers.allow, theirs.headers.allow);
  } catch (error) {
    different += 1;
    console.error(`${name}\n  ours ${ours.status} ${ours.body.slice(0, 300)}\n  theirs ${theirs.status} ${theirs.body.slice(0, 300)}\n  ${error.message.slice(0, 400)}`);
  }
}
server.close();
console.log(`${cases.length - different} of ${cases.length} requests answered alike`);
process.exit(different ? 1 : 0);
