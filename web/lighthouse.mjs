// Scores the main kinds of page with Lighthouse's own slow phone: 4x processor, 1.6 Mbit/s, 150 ms.
//   BASE_URL=http://127.0.0.1:8080 [MAIL_DIR=… for the pages of an account] node lighthouse.mjs [page …]
// Accessibility, best practices and search engines do not depend on the machine: below their goal it fails.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium, request } from "@playwright/test";
import lighthouse from "lighthouse";
import PostalMime from "postal-mime";

const origin = process.env.BASE_URL ?? "http://127.0.0.1:8080";
const mails = process.env.MAIL_DIR;
const goals = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const steady = ["accessibility", "best-practices", "seo"];

const pages = [
  { name: "overview", path: "/" },
  { name: "class", path: "/treasuries" },
  { name: "assets", path: "/assets" },
  { name: "list", path: "/networks" },
  { name: "entity", path: "/networks/ethereum" },
  { name: "gallery", path: "/developer/visualization" },
  { name: "tables", path: "/developer/visualization?family=tables" },
  { name: "charts", path: "/developer/visualization?family=charts" },
  { name: "sign-in", path: "/login" },
  { name: "profile", path: "/settings/profile", account: true },
];

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

async function newLink(folder, address) {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".eml"))) {
    const mail = await PostalMime.parse(readFileSync(join(folder, name)));
    if (!mail.to?.some((to) => to.address === address)) continue;
    const link = mail.text?.match(/https?:\/\/\S+\/api\/auth\/callback\/email\S+/)?.[0];
    if (link) return link;
  }
  return null;
}

/** The cookies of a new account that has answered the welcome. */
async function signIn() {
  const address = `figures-${Date.now()}@example.test`;
  const context = await request.newContext({ baseURL: origin });
  const { csrfToken } = await (await context.get("/api/auth/csrf")).json();
  const form = { email: address, csrfToken, callbackUrl: origin, json: "true" };
  await context.post("/api/auth/signin/email", { form });
  for (let round = 0; round < 100; round += 1) {
    const link = await newLink(mails, address);
    if (link) {
      await context.get(link, { maxRedirects: 0 });
      const profile = {
        occupation: "Analyst",
        acquisitionChannel: "Podcast",
        assetClassInterests: [],
        shouldReceiveMarketing: false,
      };
      await context.post("/api/trpc/userSettings.updateProfile", { data: { profile } });
      const { cookies } = await context.storageState();
      await context.dispose();
      return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    }
    await wait(200);
  }
  throw new Error(`no mail came for ${address}`);
}

/**
 * Each page has its own browser, so that no page profits from the cache of another. Only Lighthouse
 * connects to it, because every other listener takes time of the page's thread.
 */
async function judge({ path, account }) {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(origin + path, {
      port,
      logLevel: "silent",
      ...(account && { extraHeaders: { Cookie: await signIn() } }),
      // Pages of an account are kept out of search engines on purpose.
      skipAudits: account ? ["is-crawlable"] : [],
      onlyCategories: Object.keys(goals),
    });
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function faults({ categories, audits }) {
  return Object.entries(goals).flatMap(([key, goal]) => {
    const category = categories[key];
    if (!category || Math.round((category.score ?? 0) * 100) >= goal) return [];
    return category.auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${key}: ${audits[id].title} ${audits[id].displayValue ?? ""}`.trim());
  });
}

const names = process.argv.slice(2);
const chosen = pages.filter(({ name }) => names.length === 0 || names.includes(name));
process.stdout.write(
  `${"Lighthouse".padEnd(12)}${["performance", "accessible", "practices", "search"].map((word) => word.padStart(12)).join("")}      LCP ms   blocked ms       CLS\n`,
);
let below = false;
for (const page of chosen) {
  if (page.account && !mails) continue;
  const report = await judge(page);
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  const score = (key) => Math.round((report.categories[key]?.score ?? 0) * 100);
  below ||= steady.some((key) => score(key) < goals[key]);
  const scores = Object.entries(goals).map(([key, goal]) =>
    `${score(key)}${score(key) < goal ? "!" : " "}`.padStart(12),
  );
  const value = (id) => report.audits[id]?.numericValue ?? 0;
  process.stdout.write(
    `${page.name.padEnd(12)}${scores.join("")}${value("largest-contentful-paint").toFixed(0).padStart(12)}` +
      `${value("total-blocking-time").toFixed(0).padStart(13)}${value("cumulative-layout-shift").toFixed(3).padStart(10)}\n`,
  );
  for (const fault of faults(report)) process.stdout.write(`  ${fault}\n`);
}
process.exit(below ? 1 : 0);
