// Runs the genuine `next-auth/react` against a gateway: `node nextauth.mjs <origin>`.
// The identity service behind it mails tokens that count up from FIRST_TOKEN.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createElement } from "react";
import { act, create } from "react-test-renderer";

import { openTab } from "./nextauth.browser.mjs";

const origin = process.argv[2] ?? process.env.GATEWAY_ORIGIN;
const FirstToken = 0xabc000;
let mails = 0;

globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const tab = openTab(origin);
const client = await import("next-auth/react").then((module) => module.default ?? module);

async function askForLink(email, options = {}) {
  const answer = await client.signIn("email", { email, redirect: false, ...options });
  if (answer?.error === null) mails += 1;
  return answer;
}

async function openLink(email, callbackUrl) {
  const token = (FirstToken + mails - 1).toString(16).padStart(64, "0");
  const query = new URLSearchParams({ callbackUrl, token, email });
  return tab.fetch(`/api/auth/callback/email?${query}`);
}

async function signedIn(email = "ada@example.com") {
  assert.equal((await askForLink(email)).error, null);
  assert.equal((await openLink(email, `${origin}/`)).status, 302);
}

test("getProviders lists the ways to sign in", async () => {
  const providers = await client.getProviders();
  assert.deepEqual(providers.email, {
    id: "email",
    name: "Email",
    type: "email",
    signinUrl: `${origin}/api/auth/signin/email`,
    callbackUrl: `${origin}/api/auth/callback/email`,
  });
  assert.equal(providers.acme.type, "oauth");
});

test("getCsrfToken gives the same token again", async () => {
  const token = await client.getCsrfToken();
  assert.match(token, /^[0-9a-f]{64}$/);
  assert.equal(await client.getCsrfToken(), token);
});

test("getSession is null for nobody and reports no error", async () => {
  tab.requests.length = 0;
  assert.equal(await client.getSession(), null);
  assert.deepEqual(tab.requests, ["GET /api/auth/session"]);
});

test("signIn by e-mail resolves without leaving the page", async () => {
  const answer = await askForLink("ada@example.com");
  assert.deepEqual(answer, {
    error: null,
    status: 200,
    ok: true,
    url: `${origin}/api/auth/verify-request?provider=email&type=email`,
  });
  assert.deepEqual(tab.visited, []);
});

test("signIn with a bad address reads as EmailSignin", async () => {
  const answer = await askForLink("nonsense");
  assert.deepEqual(answer, { error: "EmailSignin", status: 200, ok: true, url: null });
});

test("signIn by e-mail that redirects goes to the verify page", async () => {
  await client.signIn("email", { email: "ada@example.com", callbackUrl: "/treasuries" });
  mails += 1;
  assert.equal(tab.visited.pop(), `${origin}/api/auth/verify-request?provider=email&type=email`);
  const answer = await tab.fetch("/api/auth/verify-request?provider=email&type=email");
  assert.equal(answer.headers.get("location"), "/auth/verify");
});

test("the link leads to a session that getSession shows", async () => {
  const answer = await openLink("ada@example.com", `${origin}/treasuries`);
  assert.equal(answer.headers.get("location"), `${origin}/treasuries`);
  const session = await client.getSession();
  assert.deepEqual(session.user, { name: "Ada", email: "ada@example.com", image: null });
  assert.equal(session.expires, "2030-01-01T00:00:00.123Z");
  assert.equal(JSON.parse(tab.stored.get("nextauth.message")).data.trigger, "getSession");
});

test("a link opened elsewhere asks for a confirmation and stays valid", async () => {
  await askForLink("ada@example.com");
  const kept = new Map(tab.cookies);
  tab.cookies.clear();
  const page = await openLink("ada@example.com", `${origin}/treasuries`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Sign in as ada@example\.com/);
  assert.equal(await client.getSession(), null);
  tab.cookies.clear();
  for (const [name, value] of kept) tab.cookies.set(name, value);
  assert.equal((await openLink("ada@example.com", `${origin}/treasuries`)).status, 302);
});

test("getSession on a server forwards the visitor's cookie", async () => {
  const cookie = [...tab.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const kept = new Map(tab.cookies);
  tab.cookies.clear();
  const session = await client.getSession({ req: { headers: { cookie } } });
  assert.equal(session.user.email, "ada@example.com");
  for (const [name, value] of kept) tab.cookies.set(name, value);
});

test("signIn at a provider goes to its authorization address", async () => {
  await client.signIn("acme", { callbackUrl: "/back", redirect: false }, { prompt: "login" });
  const url = new URL(tab.visited.pop());
  assert.equal(url.origin, "https://issuer.example");
  for (const name of ["state", "pkce.code_verifier", "nonce"]) {
    assert.ok(tab.cookies.has(`next-auth.${name}`), name);
  }
  const answer = await tab.fetch("/api/auth/callback/acme?code=c&state=the-state");
  assert.equal(answer.headers.get("location"), `${origin}/back`);
  assert.ok(!tab.cookies.has("next-auth.state"));
});

test("signIn with an unknown provider goes to the sign-in page", async () => {
  await client.signIn("unknown", { callbackUrl: "/back" });
  const target = tab.visited.pop();
  assert.equal(target, `${origin}/api/auth/signin?callbackUrl=%2Fback`);
  const answer = await tab.fetch(target);
  const back = encodeURIComponent(`${origin}/back`);
  assert.equal(answer.headers.get("location"), `/login?callbackUrl=${back}`);
});

test("useSession loads, updates with POST and signs out with the page", async () => {
  await signedIn();
  let seen;
  function Page() {
    seen = client.useSession();
    return null;
  }
  let page;
  await act(async () => {
    page = create(createElement(client.SessionProvider, null, createElement(Page)));
  });
  await until(() => seen.status === "authenticated");
  assert.equal(seen.data.user.email, "ada@example.com");

  tab.requests.length = 0;
  let updated;
  await act(async () => {
    updated = await seen.update({ user: { email: "eve@example.com" } });
  });
  assert.equal(updated.user.email, "ada@example.com");
  assert.deepEqual(tab.requests, ["GET /api/auth/csrf", "POST /api/auth/session"]);

  let answer;
  await act(async () => {
    answer = await client.signOut({ redirect: false, callbackUrl: "/bye" });
  });
  assert.deepEqual(answer, { url: `${origin}/bye` });
  await until(() => seen.status === "unauthenticated");
  assert.equal(seen.data, null);
  await act(async () => page.unmount());
});

test("useSession that requires somebody goes to the sign-in page", async () => {
  function Page() {
    client.useSession({ required: true });
    return null;
  }
  let page;
  await act(async () => {
    page = create(createElement(client.SessionProvider, null, createElement(Page)));
  });
  await until(() => tab.visited.length > 0);
  const target = new URL(tab.visited.pop());
  assert.equal(target.pathname, "/api/auth/signin");
  assert.equal(target.searchParams.get("error"), "SessionRequired");
  const answer = await tab.fetch(target.href);
  assert.match(answer.headers.get("location"), /^\/login\?callbackUrl=.*&error=SessionRequired$/);
  await act(async () => page.unmount());
});

test("signOut navigates and leaves no session", async () => {
  await signedIn();
  const copied = new Map(tab.cookies);
  await client.signOut({ callbackUrl: "/bye" });
  assert.equal(tab.visited.pop(), `${origin}/bye`);
  assert.ok(!tab.cookies.has("next-auth.session-token"));
  assert.equal(await client.getSession(), null);
  for (const [name, value] of copied) tab.cookies.set(name, value);
  assert.equal(await client.getSession(), null, "a copied token is dead");
});

test("a failure is reported to the gateway and taken", async () => {
  const before = tab.fetch;
  globalThis.fetch = async (target, options) => {
    const broken = String(target).endsWith("/session");
    return broken ? new Response("<html>", { status: 502 }) : before(target, options);
  };
  tab.requests.length = 0;
  assert.equal(await client.getSession(), null);
  globalThis.fetch = before;
  assert.deepEqual(tab.requests, ["POST /api/auth/_log"]);
});

async function until(condition) {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    assert.ok(Date.now() < deadline, "never came true");
    await act(() => new Promise((resume) => setTimeout(resume, 5)));
  }
}
