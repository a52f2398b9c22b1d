// Measures the waiting times of a visitor on the main kinds of page, with the processor and network of a slow phone.
//   BASE_URL=http://127.0.0.1:8080 node figures.mjs [rounds] [page …]
import { chromium } from "@playwright/test";

const origin = process.env.BASE_URL ?? "http://127.0.0.1:8080";
const rounds = Number(process.argv[2] ?? 3);
const chosen = process.argv.slice(3);
const slowness = { cpu: 4, latency: 150, bitsPerSecond: 1_600_000 };
const goals = { lcp: 1500, cls: 0.02, inp: 100, navigation: 100 };

const pages = [
  ["overview", "/"],
  ["asset class", "/treasuries"],
  ["list", "/networks"],
  ["entity", "/networks/ethereum"],
  ["tables", "/developer/visualization?family=tables"],
  ["charts", "/developer/visualization?family=charts"],
  ["60 series", "/developer/visualization?family=charts", chooseMost],
  ["sign-in", "/login"],
];

/** Runs in the page, before anything of its own. */
function watch() {
  const seen = { lcp: 0, element: "", cls: 0, inputs: {} };
  window.figures = seen;
  const observe = (type, read, options = {}) => {
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({
      type,
      buffered: true,
      ...options,
    });
  };
  observe("largest-contentful-paint", ({ startTime, element }) => {
    seen.lcp = startTime;
    const text = element?.textContent?.trim().slice(0, 24) ?? "";
    seen.element = `${element?.tagName.toLowerCase() ?? "?"} ${text}`;
  });
  observe("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value;
  });
  observe(
    "event",
    ({ duration, interactionId }) => {
      if (!interactionId) return;
      seen.inputs[seen.step] = Math.max(seen.inputs[seen.step] ?? 0, duration);
    },
    { durationThreshold: 16 },
  );
}

async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slowness.latency,
    downloadThroughput: slowness.bitsPerSecond / 8,
    uploadThroughput: slowness.bitsPerSecond / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowness.cpu });
  return () => bytes;
}

/** Two frames after now everything that an action caused has been painted. */
function painted(page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Presses from now on count for this step. */
async function begin(page, step) {
  await page.evaluate((name) => {
    window.figures.step = name;
  }, step);
}

/** Where an element stands once nothing moves it any longer, or where it was seen last. */
async function placeOf(locator) {
  await locator.scrollIntoViewIfNeeded();
  let place = await locator.boundingBox();
  for (let look = 0; look < 50; look += 1) {
    await locator.page().waitForTimeout(100);
    const before = place;
    place = await locator.boundingBox();
    if (before?.x === place?.x && before?.y === place?.y) break;
  }
  return place;
}

/** A click as a hand makes it: Playwright's own looks at the page first, which would be measured too. */
async function clickOn(page, locator) {
  if ((await locator.count()) === 0) return false;
  const box = await placeOf(locator.first());
  if (!box) return false;
  const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2];
  await page.mouse.move(x, y);
  await painted(page);
  await page.mouse.click(x, y, { delay: 60 });
  await painted(page);
  return true;
}

/** The largest chart there is: 60 series of 5,000 days each. */
async function chooseMost(page) {
  const heading = page.getByRole("heading", { name: /series over .* days$/ });
  const card = page.locator("section[aria-labelledby]").filter({ has: heading });
  for (const [picker, choice] of [
    [/^Series/, "60"],
    [/^Days/, "5000"],
  ]) {
    const button = card.getByRole("button", { name: picker });
    await button.waitFor();
    await begin(page, `${choice} chosen`);
    await clickOn(page, button);
    const entry = page.getByRole("menuitemradio", { name: choice, exact: true });
    await entry.waitFor();
    await clickOn(page, entry);
  }
  await card.getByRole("heading", { name: "60 series over 5000 days" }).waitFor();
  return card;
}

/** The interactions of every page, and those of tables and charts. */
async function interact(page, part = page) {
  const theme = page.getByRole("button", { name: /^Switch to the (dark|light) theme$/ });
  if ((await theme.count()) === 0) {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    return painted(page);
  }
  for (const shown of ["dark", "light"]) {
    await begin(page, `${shown} theme`);
    await clickOn(page, theme);
    // The page takes on its colours after the press was answered.
    await page.locator(`html[data-theme=${shown}]`).waitFor();
    await painted(page);
  }
  for (const word of ["tre", "net"]) {
    await begin(page, "palette opened");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search pages and actions" }).waitFor();
    await painted(page);
    await begin(page, "palette typed in");
    await page.keyboard.type(word, { delay: 120 });
    await painted(page);
    await begin(page, "palette closed");
    await page.keyboard.press("Escape");
    await painted(page);
  }
  await begin(page, "table sorted");
  await clickOn(page, part.getByRole("columnheader").getByRole("button"));
  await begin(page, "series switched off");
  await clickOn(page, part.getByRole("checkbox", { name: /^Show / }));
  await begin(page, "chart walked by keys");
  if (await clickOn(page, part.getByRole("application"))) {
    for (const key of ["ArrowLeft", "ArrowLeft", "PageUp", "Escape"]) {
      await page.keyboard.press(key, { delay: 40 });
      await painted(page);
    }
  }
}

/** From the click on a link to the paint of the new heading, its script fetched before as on hover. */
async function navigate(page) {
  const link = page.locator('aside nav a[href="/stocks"]');
  if ((await link.count()) === 0) return null;
  const box = await link.first().boundingBox();
  if (!box) return null;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.waitForLoadState("networkidle");
  const took = page.evaluate(
    () =>
      new Promise((done) => {
        let began = 0;
        const click = ({ timeStamp }) => {
          began = timeStamp;
        };
        document.addEventListener("click", click, { capture: true, once: true });
        // Checking at every frame would cost time; the observer is notified of changes.
        const observer = new MutationObserver(() => {
          if (document.querySelector("h1")?.textContent !== "Stocks") return;
          observer.disconnect();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now() - began);
          requestAnimationFrame(() => port2.postMessage(null));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await painted(page);
  await page.mouse.click(x, y, { delay: 60 });
  return took;
}

async function measure(context, address, prepare) {
  const page = await context.newPage();
  const fetched = await slowDown(page);
  await page.addInitScript(watch);
  await page.goto(origin + address, { waitUntil: "load", timeout: 60_000 });
  await page.waitForLoadState("networkidle", { timeout: 60_000 });
  const bytes = fetched();
  const { lcp, element } = await page.evaluate(() => window.figures);
  await interact(page, await prepare?.(page));
  await page.waitForTimeout(500);
  const { cls, inputs } = await page.evaluate(() => window.figures);
  const navigation = await navigate(page);
  await page.close();
  const [slowest = "", inp = 0] =
    Object.entries(inputs).toSorted(([, one], [, other]) => other - one)[0] ?? [];
  if (process.env.EVERY_STEP) process.stdout.write(`${JSON.stringify(inputs)}\n`);
  return { lcp, element, cls, inp, slowest, navigation, bytes };
}

function median(values) {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other);
  return known.length === 0 ? null : known[Math.floor(known.length / 2)];
}

const write = (value, digits, goal) => {
  if (value === null) return "–".padStart(9);
  return `${value.toFixed(digits)}${goal !== undefined && value > goal ? "!" : " "}`.padStart(9);
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
});
process.stdout.write(
  `${slowness.cpu}x processor, ${slowness.bitsPerSecond / 1e6} Mbit/s, ${slowness.latency} ms; median of ${rounds}; ! is above the goal\n` +
    `${"page".padEnd(12)}${["LCP ms", "CLS", "input ms", "next ms", "kB"].map((name) => name.padStart(9)).join("")}  ${"largest element".padEnd(26)}  slowest input\n`,
);
for (const [name, address, prepare] of pages) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const taken = [];
  for (let round = 0; round < rounds; round += 1) {
    // A browser that has been here before would not fetch anything.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    taken.push(await measure(context, address, prepare));
    await context.close();
  }
  const medianOf = (key) => median(taken.map((one) => one[key]));
  const { slowest } = taken.reduce((one, other) => (other.inp > one.inp ? other : one));
  process.stdout.write(
    `${name.padEnd(12)}${write(medianOf("lcp"), 0, goals.lcp)}${write(medianOf("cls"), 3, goals.cls)}` +
      `${write(medianOf("inp"), 0, goals.inp)}${write(medianOf("navigation"), 0, goals.navigation)}` +
      `${write(medianOf("bytes") / 1000, 0)}  ${taken[0].element.padEnd(26)}  ${slowest}\n`,
  );
}
await browser.close();
