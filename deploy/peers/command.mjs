// The command line of both peers: their arguments, the line that says ready, and their end.
import { parseArgs } from "node:util";

export function readArguments(options) {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      "until-stdin-closes": { type: "boolean", default: false },
      ...options,
    },
  });
  if (values["until-stdin-closes"]) {
    process.stdin.resume();
    process.stdin.on("end", () => process.exit(0));
    process.stdin.on("error", () => process.exit(0));
  }
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));
  return values;
}

export function sayReady(port) {
  process.stdout.write(`ready ${port}\n`);
}
