import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { replacePlugin } from "./replacements.mjs";

const src = fileURLToPath(new URL("./src", import.meta.url));

// A file that replaces modules, or loads them anew, needs a world of its own: another file may have loaded them before.
// So does one that runs the first script of pages, which listens to its document for good. `sharedModules.ts` refuses
// the first two elsewhere.
const alone = ["src/**/*.alone.test.tsx"];

const inDocument: TestProjectInlineConfiguration["test"] = {
  environment: "jsdom",
  environmentOptions: { jsdom: { url: "http://localhost:3000/" } },
  setupFiles: ["src/testing/setup.ts"],
};

export default defineConfig({
  plugins: [replacePlugin],
  resolve: { alias: { "@": src } },
  test: {
    // Only files that Vite transforms can have modules replaced.
    server: { deps: { inline: [/@tanstack\/react-query/, /next-auth/] } },
    // Of all style sheets only these are tested.
    css: { include: [/(shell|tokens)\.css/] },
    testTimeout: 30_000,
    // A machine that stalls for seconds fails no build; the summary names what needed another try.
    retry: process.env.CI ? 1 : 0,
    // A loaded machine is slow, not wrong.
    expect: { poll: { timeout: 20_000 } },
    // By itself it leaves a core free, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        // Pure functions need no document, and building one takes most of the time of such a file.
        test: {
          name: "functions",
          include: ["src/**/*.test.ts"],
          exclude: alone,
          environment: "node",
          isolate: false,
          setupFiles: ["src/testing/sharedModules.ts"],
        },
      },
      {
        extends: true,
        // One document for the files of a worker: to load the site's modules for each takes longer than the tests.
        test: {
          name: "components",
          include: ["src/**/*.test.tsx"],
          exclude: alone,
          isolate: false,
          ...inDocument,
          setupFiles: ["src/testing/setup.ts", "src/testing/sharedModules.ts"],
        },
      },
      {
        extends: true,
        test: { name: "alone", include: alone, ...inDocument },
      },
    ],
  },
});
