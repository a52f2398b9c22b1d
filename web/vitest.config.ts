import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { replacePlugin } from "./replacements.mjs";

export default defineConfig({
  plugins: [replacePlugin],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    // Only files that Vite transforms can have modules replaced.
    server: { deps: { inline: [/@tanstack\/react-query/, /next-auth/] } },
    testTimeout: 30_000,
    // By itself it leaves a core free, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        // Pure functions need no document, and building one takes most of the time of such a file.
        test: { name: "functions", include: ["src/**/*.test.ts"], environment: "node" },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["src/**/*.test.tsx"],
          environment: "jsdom",
          environmentOptions: { jsdom: { url: "http://localhost:3000/" } },
          setupFiles: ["src/testing/setup.ts"],
        },
      },
    ],
  },
});
