// Sends the same requests to a gateway and to the genuine server and compares the answers:
// `node nextauth.differential.mjs <origin>`. Both share the secret and the tokens below.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, test } from "node:test";

import { startGenuine } from "./nextauth.genuine.mjs";

const origin = process.argv[2];
const secret = "a-secret-of-at-least-thirty-two-chars";
const secure = process.argv[3] === "secure";
const publicOrigin = secure ? "https://app.example" : origin;
const genuine = await startGenuine(publicOrigin, {
  secret,
  expires: 1_893_456_000_123,
  sessionTokens: ["session-1", "session-2", "session-3"],
  linkTokens: ["link-1", "link-2", "link-3", "link-4"],
});

const token = "ab".repeat(32);
const signature = createHash("sha256").update(`${token}${secret}`).digest("hex");
const prefix = secure ? "__Host-" : "";
const names = {
  csrf: `${prefix}next-auth.csrf-token`,
  callback: `${prefix}next-auth.callback-url`,
  session: `${prefix}next-auth.session-token`,
};
const form = "application/x-www-form-urlencoded";
const json = "application/json";
// Links sign in at once in the browser that requested them alone; the genuine server knows no such cookie.
const linkBrowser = `${prefix}assay.link-browser`;
const requested = `${linkBrowser}=6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a`;
const csrf = `${names.csrf}=${token}%7C${signature}`;
const session = (value) => `${names.session}=${value}`;
const callback = (value) => `${names.callback}=${encodeURIComponent(value)}`;
const own = (path) => `${publicOrigin}${path}`;

const cases = [
  ...[
    "providers",
    "csrf",
    "session",
    "signin",
    "verify-request",
    "unknown",
    "callback",
    "_log",
  ].map((path) => ({ path })),
  ...["callback/unknown", "signin?csrf=true", "verify-request?provider=email&type=email"].map(
    (path) => ({ path }),
  ),
  { path: "csrf", cookies: [csrf] },
  { path: "csrf", cookies: [`${names.csrf}=${token}%7Cforged`] },
  { path: "csrf", cookies: [`${names.csrf}=${token}`] },
  { path: "csrf", cookies: [csrf, callback(own(""))] },
  { path: "csrf", cookies: [csrf, callback(own("/x?a=1"))] },
  { path: "csrf", cookies: [csrf, callback("https://evil.example/")] },
  { path: "providers", cookies: [csrf] },

  { path: "session", cookies: [csrf, session("session-1")] },
  { path: "session", cookies: [csrf, session("unknown")] },
  { path: "session", cookies: [csrf, `${names.session}.0=a`, `${names.session}.1=b`] },
  { path: "session", cookies: [csrf, session("")] },
  { path: "session", method: "POST", type: json, body: "{}" },
  {
    path: "session",
    method: "POST",
    type: json,
    body: `{"csrfToken":"${token}"}`,
    cookies: [csrf],
  },
  {
    path: "session",
    method: "POST",
    type: json,
    body: `{"csrfToken":"${token}","data":{"user":{"email":"eve@example.com"}}}`,
    cookies: [csrf, session("session-1")],
  },
  {
    path: "session",
    method: "POST",
    type: json,
    body: `{"csrfToken":"wrong"}`,
    cookies: [csrf, session("session-1")],
  },
  {
    path: "session",
    method: "POST",
    type: form,
    body: `csrfToken=${token}`,
    cookies: [csrf, session("unknown")],
  },

  ...["/", "/x?a=1&b=%2F#f", "//evil.example/x", "https://evil.example/", own("/x#y")]
    .map(encodeURIComponent)
    .flatMap((to) => [
      { path: `signin?callbackUrl=${to}`, cookies: [csrf] },
      { path: `signin?callbackUrl=${to}&error=OAuthCallback`, cookies: [csrf] },
      { path: `session?callbackUrl=${to}`, cookies: [csrf] },
      {
        path: "signout",
        method: "POST",
        type: form,
        body: `csrfToken=${token}&callbackUrl=${to}`,
        cookies: [csrf],
      },
      {
        path: `signout?callbackUrl=${to}`,
        method: "POST",
        type: form,
        body: `csrfToken=${token}&json=true`,
        cookies: [csrf, callback(own("/old"))],
      },
      {
        path: "signin/email",
        method: "POST",
        type: form,
        body: `csrfToken=${token}&email=ada%40example.com&callbackUrl=${to}`,
        cookies: [csrf],
      },
    ]),

  ...[
    "Signin",
    "OAuthSignin",
    "OAuthCallback",
    "OAuthCreateAccount",
    "EmailCreateAccount",
    "Callback",
    "OAuthAccountNotLinked",
    "EmailSignin",
    "CredentialsSignin",
    "SessionRequired",
    "AccessDenied",
    "Verification",
    "Configuration",
    "configuration",
    "unknown",
  ].flatMap((error) => [{ path: `error?error=${error}` }, { path: `signin?error=${error}` }]),
  { path: "error" },
  { path: "error/AccessDenied" },

  ...["signin", "signin/email", "signin/acme", "signin/unknown", "signout", "session"].flatMap(
    (path) => [
      { path, method: "POST", type: form, body: "email=ada%40example.com" },
      { path, method: "POST", type: form, body: `csrfToken=${token}&json=true` },
      { path, method: "POST", type: form, body: "csrfToken=wrong", cookies: [csrf] },
      {
        path,
        method: "POST",
        type: form,
        body: `csrfToken=${token}&csrfToken=${token}`,
        cookies: [csrf],
      },
      { path, method: "POST", type: "text/plain", body: `csrfToken=${token}`, cookies: [csrf] },
      { path: `${path}?csrfToken=${token}`, method: "POST", type: form, body: "", cookies: [csrf] },
    ],
  ),
  ...["signin", "signin/unknown", "signin/"].map((path) => ({
    path,
    method: "POST",
    type: form,
    body: `csrfToken=${token}&json=true`,
    cookies: [csrf],
  })),

  ...["ada@example.com", "", "nonsense", "a@b@example.com", "@example.com", "a@"].flatMap((email) =>
    ["", "&json=true", "&json=1"].map((answer) => ({
      path: "signin/email",
      method: "POST",
      type: form,
      body: `csrfToken=${token}&email=${encodeURIComponent(email)}${answer}`,
      cookies: [csrf],
    })),
  ),
  {
    path: "signin/email",
    method: "POST",
    type: json,
    body: `{"csrfToken":"${token}","email":["a@example.com"],"json":"true"}`,
    cookies: [csrf],
  },
  {
    path: "signin/email",
    method: "POST",
    type: form,
    body: `csrfToken=${token}&email=a%40example.com&email=b%40example.com`,
    cookies: [csrf],
  },

  {
    path: `callback/email?token=link-1&email=ada%40example.com&callbackUrl=${own("/in")}`,
    cookies: [requested],
  },
  { path: "callback/email?token=link-1&email=ada%40example.com" },
  {
    path: "callback/email?token=link-2&email=ada%40example.com",
    cookies: [csrf, callback(own("/c")), requested],
  },
  { path: "callback/email?token=link-3&email=eve%40example.com" },
  { path: "callback/email?token=link-3", cookies: [requested] },
  {
    path: "callback/email?token=link-4&email=ada%40example.com",
    method: "POST",
    type: form,
    body: "",
    cookies: [requested],
  },
  { path: "callback/email?token=wrong&email=ada%40example.com" },
  { path: "callback/email?email=ada%40example.com" },
  { path: "callback/email?token=&email=ada%40example.com" },
  { path: "callback/email" },

  ...["", "?prompt=login&login_hint=ada"].flatMap((query) => [
    {
      path: `signin/acme${query}`,
      method: "POST",
      type: form,
      body: `csrfToken=${token}&json=true`,
      cookies: [csrf],
    },
    {
      path: `signin/acme${query}`,
      method: "POST",
      type: form,
      body: `csrfToken=${token}&callbackUrl=%2Fback`,
      cookies: [csrf],
    },
  ]),
  { path: "callback/acme" },
  { path: "callback/acme?code=c&state=s" },
  { path: "callback/acme?code=c&state=s", cookies: [`${prefix}next-auth.state=forged`] },
  { path: "callback/acme?error=access_denied" },
  { path: "callback/acme", method: "POST", type: form, body: "code=c&state=s" },
  { path: "callback/acme", method: "POST", type: form, body: "error=access_denied" },

  ...["", "&json=true", "&callbackUrl=%2Fbye", "&callbackUrl=%2Fbye&json=true"].map((more) => ({
    path: "signout",
    method: "POST",
    type: form,
    body: `csrfToken=${token}${more}`,
    cookies: [csrf],
  })),
  {
    path: "signout",
    method: "POST",
    type: form,
    body: `csrfToken=${token}`,
    cookies: [csrf, session("session-2")],
  },
  { path: "session", cookies: [csrf, session("session-2")] },
  {
    path: "signout",
    method: "POST",
    type: form,
    body: `csrfToken=${token}`,
    cookies: [csrf, session("unknown")],
  },

  ...["code=CLIENT_FETCH_ERROR&level=error&message=x", "level=nonsense", ""].map((body) => ({
    path: "_log",
    method: "POST",
    type: `${form};charset=UTF-8`,
    body,
  })),
  ...["PUT", "DELETE", "PATCH"].flatMap((method) =>
    ["session", "signin/email", "csrf"].map((path) => ({ path, method })),
  ),
  ...["providers", "csrf", "error", "verify-request", "unknown", "callback/unknown"].map(
    (path) => ({
      path,
      method: "POST",
      type: form,
      body: `csrfToken=${token}`,
      cookies: [csrf],
    }),
  ),
];

/** The parts of an answer that a client can distinguish, without the values that differ by nature. */
async function observed(base, { path, method = "GET", type, body, cookies = [] }) {
  const headers = {};
  if (type) headers["content-type"] = type;
  if (cookies.length > 0) headers.cookie = cookies.join("; ");
  const response = await fetch(`${base}/api/auth/${path}`, {
    method,
    headers,
    body,
    redirect: "manual",
  });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
  const cached = /^(csrf|session)/.test(path) && response.status === 200;
  return {
    status: response.status,
    location: address(response.headers.get("location")),
    body: isJson ? jsonOf(text, response) : text,
    cookies: response.headers
      .getSetCookie()
      .filter((line) => !line.startsWith(`${linkBrowser}=`))
      .map(cookieOf)
      .sort(),
    cache: cached ? response.headers.get("cache-control") : null,
  };
}

function address(location) {
  return location?.startsWith("https://issuer.example/") ? "the provider" : location;
}

function jsonOf(text) {
  const value = JSON.parse(text);
  if (value.csrfToken && value.csrfToken !== token) value.csrfToken = value.csrfToken.length;
  if (value.url) value.url = address(value.url);
  return value;
}

function cookieOf(line) {
  const [pair, ...attributes] = line.split("; ");
  const at = pair.indexOf("=");
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const kept = name === names.callback || value === "" ? value : "(value)";
  const text = attributes.map((attribute) => attribute.replace(/^Expires=.*/, "Expires"));
  return `${name}=${kept}; ${text.sort().join("; ")}`;
}

for (const request of cases) {
  const { path, method = "GET", body = "", cookies = [] } = request;
  const text = cookies.map((cookie) => cookie.slice(0, 60)).join(" ");
  test(`${method} ${path} ${body} ${text}`, async () => {
    const expected = await observed(genuine.base, request);
    assert.deepEqual(await observed(origin, request), expected);
  });
}

test("enough is compared", () => assert.ok(cases.length >= 150, String(cases.length)));

after(genuine.close);
