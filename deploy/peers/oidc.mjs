// An OpenID provider for the tests. Any login name is let in; consent is asked once.
//   node oidc.mjs --port 0 --client-id assay --client-secret s --redirect-uri http://127.0.0.1:8080/api/auth/callback/peer
import { createHmac, createPublicKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import Provider from "oidc-provider";

import { readArguments, sayReady } from "./command.mjs";

const settings = readArguments({
  "client-id": { type: "string", default: "assay" },
  "client-secret": { type: "string", default: "peer-secret" },
  // A file with the secrets that are accepted at the moment, one in a line; read each time, in place of the one above.
  "client-secrets": { type: "string" },
  "redirect-uri": { type: "string", multiple: true, default: [] },
  // Some providers put the e-mail into the ID token, others only into the answer of userinfo.
  "claims-in-id-token": { type: "boolean", default: false },
  // Text that the metadata append to the issuer, so that it passes for another one.
  "issuer-suffix": { type: "string", default: "" },
});

// The login name decides everything, so that a test can be any person it needs: one whose address is not verified, whose ID
// tokens name an earlier time of the sign-in (auth_time), or none.
function account(login) {
  return {
    accountId: login,
    claims: () => ({
      sub: login,
      name: login,
      email: login.includes("@") ? login : `${login}@example.test`,
      email_verified: !login.startsWith("unverified"),
    }),
  };
}

function acceptedSecrets() {
  const file = settings["client-secrets"];
  return file ? readFileSync(file, "utf8").split("\n") : [settings["client-secret"]];
}

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(claims, algorithm, signatureOf, header = {}) {
  const text = `${encode({ alg: algorithm, kid: "peer", ...header })}.${encode(claims)}`;
  return `${text}.${signatureOf(text).toString("base64url")}`;
}

// A key of nobody, which a token carries, or the address that it names offers, as one of the provider's. It is made once a
// test needs it: making one takes time.
const strangeAddress = "/strange-keys";
let strangeKey;
function strange() {
  strangeKey ??= newKey();
  const jwk = createPublicKey(strangeKey).export({ format: "jwk" });
  return { key: strangeKey, jwk: { ...jwk, alg: "RS256", use: "sig", kid: "strange" } };
}

// ID tokens that replace the regular one for logins that begin with these words. The first is as good as the provider's own, so
// that each of the others can only be refused for its one fault. The second is as good, too: it names the account of the rest of
// the login with another address, as a provider does for a person whose address has changed.
function counterfeits(key, issuer) {
  const rsa = (claims, by = key, header = {}) =>
    signed(claims, "RS256", (text) => sign("sha256", Buffer.from(text), by), header);
  const byStrangeKey = (claims, headerOf) => rsa(claims, strange().key, headerOf(strange().jwk));
  const hmac = (text) => createHmac("sha256", settings["client-secret"]).update(text).digest();
  return {
    "resigned-": (claims) => rsa(claims),
    "moved-": (claims) => rsa({ ...claims, sub: claims.sub.slice("moved-".length) }),
    "unsigned-": (claims) => signed(claims, "none", () => Buffer.alloc(0)),
    "changed-": (claims, [head, , signature]) => [head, encode({ ...claims, name: "Changed" }), signature].join("."),
    "forged-": (claims) => rsa(claims, newKey()),
    "carried-": (claims) => byStrangeKey(claims, (jwk) => ({ kid: undefined, jwk })),
    "referred-": (claims) => byStrangeKey(claims, ({ kid }) => ({ kid, jku: `${issuer}${strangeAddress}` })),
    "shared-": (claims) => signed(claims, "HS256", hmac),
    "misdirected-": (claims) => rsa({ ...claims, aud: "another-client" }),
    "scattered-": (claims) => rsa({ ...claims, aud: [claims.aud, "another-client"], azp: claims.aud }),
    "foreign-": (claims) => rsa({ ...claims, iss: "https://another.example" }),
  };
}

function counterfeit(token, key, issuer) {
  const parts = token.split(".");
  const claims = JSON.parse(Buffer.from(parts[1], "base64url").toString());
  const found = Object.entries(counterfeits(key, issuer)).find(([prefix]) => claims.sub.startsWith(prefix));
  return found ? found[1](claims, parts) : token;
}

function createProvider(issuer) {
  const key = newKey();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: settings["client-id"],
        client_secret: settings["client-secret"],
        redirect_uris: settings["redirect-uri"],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: !settings["claims-in-id-token"],
    cookies: { keys: [randomBytes(32).toString("hex")] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, login) => account(login),
    jwks: { keys: [{ ...key.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "peer" }] },
    pkce: { required: () => true },
  });
  const { Client, Session } = provider;
  Client.prototype.compareClientSecret = (secret) => acceptedSecrets().includes(secret);
  Session.prototype.authTime = function authTime() {
    if (this.accountId?.startsWith("untimed-")) return undefined;
    return this.accountId?.startsWith("old-") ? this.loginTs - 3600 : this.loginTs;
  };
  provider.use(async (context, next) => {
    if (context.path === strangeAddress) {
      context.body = { keys: [strange().jwk] };
      return;
    }
    await next();
    if (context.body?.id_token) context.body.id_token = counterfeit(context.body.id_token, key, issuer);
    if (context.body?.jwks_uri) context.body.issuer += settings["issuer-suffix"];
  });
  provider.on("server_error", (_context, error) => console.error(error));
  return provider;
}

// The issuer carries the port, which is known only once the socket is bound.
const server = createServer();
server.listen(Number(settings.port), "127.0.0.1", () => {
  const { port } = server.address();
  server.on("request", createProvider(`http://127.0.0.1:${port}`).callback());
  sayReady(port);
});
