import { defineConfig } from "@playwright/test";
import { exportedOrigin } from "./e2e/support/exportedSite";

/** Compares the gallery with its reference; deploy/local/pictures says what is compared with what. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "gallery*.spec.ts",
  // Charts take a busy machine long to draw, and a picture is taken once two in a row are equal.
  timeout: 300_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A page that a busy machine did not load is taken again; a picture that differs differs twice.
  retries: process.env.CI ? 1 : 0,
  outputDir: "test-results/pictures",
  snapshotPathTemplate: `${process.env.PICTURES_DIR ?? ".next/pictures"}/{arg}{ext}`,
  reporter: [["line"], ["./e2e/support/count.ts"]],
  expect: {
    timeout: 60_000,
    toHaveScreenshot: {
      maxDiffPixelRatio: 0.002,
      // 0.2 % of a long page is a whole button.
      maxDiffPixels: 400,
      animations: "disabled",
      caret: "hide",
    },
  },
  use: {
    baseURL: exportedOrigin,
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    colorScheme: "light",
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--font-render-hinting=none",
        "--force-color-profile=srgb",
      ],
    },
  },
});
