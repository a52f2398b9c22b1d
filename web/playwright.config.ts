import { defineConfig } from "@playwright/test";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

export default defineConfig({
  testDir: "e2e",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  forbidOnly: true,
  outputDir: "test-results",
  reporter: [["line"], ["./e2e/support/count.ts"]],
  use: {
    baseURL: process.env.BASE_URL ?? "http://127.0.0.1:8080",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
    },
  },
  projects: [
    { name: "light-1440", use: { viewport: wide, colorScheme: "light" } },
    { name: "dark-1440", use: { viewport: wide, colorScheme: "dark" } },
    { name: "light-390", use: { viewport: narrow, colorScheme: "light", hasTouch: true } },
    { name: "dark-390", use: { viewport: narrow, colorScheme: "dark", hasTouch: true } },
  ],
});
