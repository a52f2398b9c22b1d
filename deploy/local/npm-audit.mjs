// Reads the output of `npm audit --json`: fails on an advisory, and exits with 75 if the registry did not answer.
//   npm audit --json | node npm-audit.mjs
import { readFileSync } from "node:fs";

const NO_ANSWER = 75;

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const { vulnerabilities } = parse(readFileSync(0, "utf8"));
if (vulnerabilities === undefined) process.exit(NO_ANSWER);
for (const { name, severity, range, via } of Object.values(vulnerabilities)) {
  const reasons = via.map((reason) => (typeof reason === "string" ? `by ${reason}` : `${reason.title} (${reason.url})`));
  console.error(`  ${name} ${range}, ${severity}: ${reasons.join("; ")}`);
}
process.exit(Object.keys(vulnerabilities).length > 0 ? 1 : 0);
