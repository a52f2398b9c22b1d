import type { KnipConfig } from "knip";
import { replacements } from "./replacements.mjs";

const config: KnipConfig = {
  entry: [
    "pictures.config.ts",
    "*.mjs",
    "src/pages/**/*.tsx",
    "src/**/*.test.{ts,tsx}",
    "e2e/**/*.spec.ts",
    ...replacements.map(({ by }) => by),
  ],
  project: ["src/**/*.{ts,tsx}", "e2e/**/*.ts", "*.mjs"],
  // The contract is generated whole, whatever of it is used.
  ignore: ["src/api/contract.ts", "src/api/accessWords.ts"],
  // The types of the session client and of the call client need it; no server runs on it.
  ignoreDependencies: ["tailwindcss"],
};

export default config;
