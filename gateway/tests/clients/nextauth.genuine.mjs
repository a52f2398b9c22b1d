// The genuine NextAuth server over plain HTTP and memory, dressed as Next's API routes.

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { parse as parseForm } from "node:querystring";

import { parse as parseCookies } from "cookie";
import nextAuth from "next-auth";

const NextAuth = nextAuth.default ?? nextAuth;
const USER = { id: "1", name: "Ada", email: "ada@example.com", image: null, emailVerified: null };

export async function startGenuine(origin, { secret, expires, sessionTokens, linkTokens }) {
  process.env.NEXTAUTH_URL = origin;
  const hash = (token) => createHash("sha256").update(`${token}${secret}`).digest("hex");
  const sessions = new Set(sessionTokens);
  const links = new Map(linkTokens.map((token) => [hash(token), USER.email]));
  const adapter = {
    getSessionAndUser: async (sessionToken) =>
      sessions.has(sessionToken)
        ? { session: { sessionToken, userId: "1", expires: new Date(expires) }, user: USER }
        : null,
    updateSession: async () => null,
    deleteSession: async (token) => void sessions.delete(token),
    createSession: async (session) => {
      sessions.add(session.sessionToken);
      return { ...session, expires: new Date(expires) };
    },
    getUser: async () => USER,
    getUserByEmail: async (email) => (email === USER.email ? USER : null),
    getUserByAccount: async () => null,
    createUser: async (user) => ({ ...user, id: "2" }),
    updateUser: async () => USER,
    linkAccount: async () => null,
    createVerificationToken: async (token) => token,
    useVerificationToken: async ({ identifier, token }) => {
      const owner = links.get(token);
      if (!owner || (identifier !== undefined && identifier !== owner)) return null;
      links.delete(token);
      return { identifier: owner, token, expires: new Date(Date.now() + 60_000) };
    },
  };
  const provider = (id, name) => ({
    id,
    name,
    type: "oauth",
    idToken: true,
    issuer: "https://issuer.example",
    authorization: { url: "https://issuer.example/auth", params: { scope: "openid" } },
    token: "https://issuer.example/token",
    jwks_endpoint: "https://issuer.example/jwks",
    clientId: "assay",
    clientSecret: "secret",
    checks: ["pkce", "state", "nonce"],
    profile: (profile) => ({ id: profile.sub }),
  });
  // As an application names the cookies that carry another prefix by default.
  const cookie = (name, more = {}) => ({
    name: `__Host-next-auth.${name}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: true, ...more },
  });
  const cookies = {
    sessionToken: cookie("session-token"),
    callbackUrl: cookie("callback-url"),
    state: cookie("state", { maxAge: 900 }),
    pkceCodeVerifier: cookie("pkce.code_verifier", { maxAge: 900 }),
    nonce: cookie("nonce"),
  };
  const handler = NextAuth({
    secret,
    ...(origin.startsWith("https:") && { cookies }),
    adapter,
    session: { strategy: "database" },
    pages: { signIn: "/login", error: "/auth/error", verifyRequest: "/auth/verify" },
    logger: { error() {}, warn() {}, debug() {} },
    providers: [
      { id: "email", name: "Email", type: "email", sendVerificationRequest: async () => {} },
      provider("acme", "Acme & Söhne"),
      provider("other", "Other"),
    ],
  });
  const server = createServer((request, response) => void answer(handler, request, response));
  await new Promise((resume) => server.listen(0, "127.0.0.1", resume));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { base: `http://127.0.0.1:${server.address().port}`, close };
}

async function answer(handler, request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(request.url, "http://localhost");
  const query = {};
  for (const name of url.searchParams.keys()) {
    const values = url.searchParams.getAll(name);
    query[name] = values.length > 1 ? values : values[0];
  }
  query.nextauth = url.pathname.split("/").slice(3).map(decodeURIComponent);
  const next = {
    status: (code) => {
      response.statusCode = code;
      return next;
    },
    getHeader: (name) => response.getHeader(name),
    setHeader: (name, value) => {
      response.setHeader(name, value);
      return next;
    },
    json: (value) => {
      response.setHeader("content-type", "application/json; charset=utf-8");
      response.end(JSON.stringify(value));
    },
    send: (value) => {
      if (value !== null && typeof value === "object") return next.json(value);
      response.end(value ?? "");
    },
    end: (value) => response.end(value),
  };
  try {
    await handler(
      {
        method: request.method,
        headers: request.headers,
        cookies: parseCookies(request.headers.cookie ?? ""),
        query,
        body: bodyOf(request.headers["content-type"] ?? "", Buffer.concat(chunks).toString()),
      },
      next,
    );
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
}

function bodyOf(type, text) {
  if (type.startsWith("application/json")) return text === "" ? {} : JSON.parse(text);
  if (type.startsWith("application/x-www-form-urlencoded")) return parseForm(text);
  return text;
}
