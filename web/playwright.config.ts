import { defineConfig } from "@playwright/test";
import { hasSamples } from "./e2e/support/samples";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

const once =
  /(routes|catalog|keyboard|consentScripts|chart|downloads|fault|transactions)[^/]*\.spec\.ts$/;

// Pictures for people to look at check nothing: they are taken when wanted (`make sheet`).
const sheet = /contactSheet\.spec\.ts$/;

// The journeys of an installation without the sample universe.
const real = /(withoutSamples|market|emptyColumns)\.spec\.ts$/;

// Moves assets from one class to another, while other journeys compare the sums of classes: it waits for them, and is left
// out where one of them fails. Alone: `--no-deps e2e/classification.spec.ts`.
const moving = /classification\.spec\.ts$/;

// Plans that differ in their data: the journeys run it by itself, with the policies that it is about.
const tiered = /tiered\.spec\.ts$/;

// Both themes and both widths, not each pair: what only one of the widths shows is looked at in both themes where it is
// opened.
const walks = [
  {
    name: "light-1440",
    grepInvert: /@narrow-look/,
    use: { viewport: wide, colorScheme: "light" as const },
  },
  {
    name: "dark-390",
    grepInvert: /@one-look/,
    use: { viewport: narrow, colorScheme: "dark" as const, hasTouch: true },
  },
];

function projects() {
  if (process.env.SHEET === "on")
    return [{ name: "sheet", testMatch: sheet, use: { viewport: wide } }];
  if (process.env.POLICY_SET === "tiered")
    return [{ name: "tiered", testMatch: tiered, use: { viewport: wide } }];
  if (!hasSamples)
    return [{ name: "real", testMatch: real, fullyParallel: true, use: { viewport: wide } }];
  return [
    ...walks.map((walk) => ({
      ...walk,
      testIgnore: [once, sheet, moving, tiered, /(gallery|withoutSamples)[^/]*\.spec\.ts$/],
    })),
    // These look at every theme and width themselves.
    {
      name: "once",
      testMatch: once,
      fullyParallel: true,
      timeout: 180_000,
      use: { viewport: wide, trace: "off" as const },
    },
    {
      name: "moving",
      testMatch: moving,
      dependencies: [...walks.map(({ name }) => name), "once"],
      use: { viewport: wide, colorScheme: "light" as const },
    },
  ];
}

export default defineConfig({
  testDir: "e2e",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 3,
  // A machine that stalls for seconds fails no build; the report names what needed another try.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  outputDir: "test-results",
  reporter: [["line"], ["./e2e/support/count.ts"]],
  use: {
    baseURL: process.env.BASE_URL ?? "http://127.0.0.1:8080",
    // A failed journey is repeated in CI, then with a whole trace. A trace of every journey slows all of them down:
    // local traces leave out the pages as each step found them, which `--trace on` adds for one journey.
    trace: process.env.CI
      ? "on-first-retry"
      : { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
    },
  },
  projects: projects(),
});
