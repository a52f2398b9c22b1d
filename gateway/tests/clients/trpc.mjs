// The genuine clients of the procedures: node trpc.mjs <origin> <session token>
import assert from "node:assert/strict";

const [origin, token] = process.argv.slice(2);
const url = `${origin}/api/trpc`;
const profile = {
  occupation: "Trader",
  acquisitionChannel: "LinkedIn",
  assetClassInterests: ["Real Estate", "Private Funds"],
  shouldReceiveMarketing: true,
};

/** A client with what it sent. */
function client(trpc, link, { signedIn = true, ...options } = {}) {
  const sent = [];
  const cookie = signedIn ? { cookie: `next-auth.session-token=${token}` } : {};
  const counting = (input, init) => {
    sent.push({ url: String(input), method: init?.method ?? "GET" });
    return fetch(input, init);
  };
  const links = [trpc[link]({ url, fetch: counting, headers: () => cookie, ...options })];
  return { api: trpc.createClient({ links }), sent };
}

async function failure(trpc, call) {
  const error = await call.then(
    (value) => assert.fail(`succeeded with ${JSON.stringify(value)}`),
    (error) => error,
  );
  assert(error instanceof trpc.TRPCClientError, String(error));
  return error;
}

function errorSummary(error) {
  return [error.data?.code, error.data?.httpStatus, error.data?.path, error.shape?.code];
}

async function answersEachLink(trpc) {
  for (const link of ["httpLink", "httpBatchLink"]) {
    const { api } = client(trpc, link);
    const saved = await api.userSettings.updateProfile.mutate({ profile });
    assert.deepEqual(saved, { profile });
    const user = await api.users.getProfile.query();
    assert.deepEqual(user.profile, profile);
    assert.equal(Object.keys(user.features).length, 7);
    assert.deepEqual(await api.sessions.revokeOthers.mutate(), { revoked: 3 });
    assert(Array.isArray(await api.search.getInitialSearchGroups.query()));

    const stranger = client(trpc, link, { signedIn: false }).api;
    const error = await failure(trpc, stranger.users.getProfile.query());
    assert.deepEqual(errorSummary(error), ["UNAUTHORIZED", 401, "users.getProfile", -32001]);
    assert(error.message.length > 0);
    const refused = await failure(trpc, api.userSettings.updateProfile.mutate({ profile: {} }));
    assert.deepEqual(errorSummary(refused), ["BAD_REQUEST", 400, "userSettings.updateProfile", -32600]);
    const unknown = await failure(trpc, api.no.such.query());
    assert.deepEqual(errorSummary(unknown), ["NOT_FOUND", 404, "no.such", -32004]);
    const wrongKind = await failure(trpc, api.users.getProfile.mutate());
    assert.equal(wrongKind.data.code, "METHOD_NOT_SUPPORTED");
    const admin = await failure(trpc, api.adminUsers.list.query({}));
    assert.deepEqual(errorSummary(admin), ["FORBIDDEN", 403, "adminUsers.list", -32003]);
    assert.equal(admin.data.reason, "role_required");
  }
}

async function batchesWhatIsCalledTogether(trpc) {
  const { api, sent } = client(trpc, "httpBatchLink");
  const outcomes = await Promise.allSettled([
    api.search.getInitialSearchGroups.query(),
    api.no.such.query(),
    api.users.getProfile.query(),
    api.users.getProfile.query(),
    api.userSettings.updateProfile.mutate({ profile }),
    api.userSettings.updateProfile.mutate({ profile: { ...profile, occupation: "Astronaut" } }),
    api.userSettings.updatePreferences.mutate({ preferences: { darkMode: true } }),
  ]);
  assert.deepEqual(sent.map(({ method }) => method).sort(), ["GET", "POST"]);
  assert.deepEqual(
    outcomes.map(({ status, reason }) => reason?.data?.code ?? status),
    ["fulfilled", "NOT_FOUND", "fulfilled", "fulfilled", "fulfilled", "BAD_REQUEST", "fulfilled"],
  );
}

async function everyCallOfTooWideABatchLearnsWhy(trpc) {
  const { api, sent } = client(trpc, "httpBatchLink");
  const calls = Array.from({ length: 51 }, () => failure(trpc, api.users.getProfile.query()));
  for (const error of await Promise.all(calls)) assert.equal(error.data.code, "BAD_REQUEST");
  assert.equal(sent.length, 1);
  const fifty = Array.from({ length: 50 }, () => api.users.getProfile.query());
  assert.equal((await Promise.all(fifty)).length, 50);
}

async function splitsByTheLengthOfTheAddress(trpc) {
  const { api, sent } = client(trpc, "httpBatchLink", { maxURLLength: 200 });
  const calls = Array.from({ length: 20 }, () => api.users.getProfile.query());
  assert.equal((await Promise.all(calls)).length, 20);
  assert(sent.length > 1 && sent.every(({ url }) => url.length <= 200));
}

async function anAbortedCallDisturbsNobody(trpc) {
  const { api } = client(trpc, "httpLink");
  const controller = new AbortController();
  const aborted = failure(trpc, api.users.getProfile.query(undefined, { signal: controller.signal }));
  controller.abort();
  await aborted;
  assert.equal((await api.users.getProfile.query()).role, "CUSTOMER");
}

for (const line of ["trpc-v10-early", "trpc-v10", "trpc-v11"]) {
  const trpc = await import(`./${line}/index.mjs`);
  for (const check of [
    answersEachLink,
    batchesWhatIsCalledTogether,
    everyCallOfTooWideABatchLearnsWhy,
    splitsByTheLengthOfTheAddress,
    anAbortedCallDisturbsNobody,
  ]) {
    await check(trpc);
    console.log(`${line}: ${check.name}`);
  }
}
