// Grades pages of a gateway with MDN's HTTP Observatory, through a TLS proxy that it starts for this.
//   node observatory.mjs --gateway 127.0.0.1:8080 --path / --path /login
// Prints one line of JSON for each path: {"path", "grade", "score", "tests": {name: [passed, result]}}.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { fileURLToPath } from "node:url";

import { makeCertificate } from "./certificate.mjs";
import { readArguments } from "./command.mjs";

const settings = readArguments({
  gateway: { type: "string" },
  path: { type: "string", multiple: true, default: ["/"] },
  // The address for a second copy of this program, which trusts the certificate of the first.
  scan: { type: "string" },
});

// The scanner reads a list that its installation would download; nothing on this machine is on it.
function makePreloadList() {
  const list = fileURLToPath(new URL("../conf/hsts-preload.json", import.meta.resolve("@mdn/mdn-http-observatory")));
  if (!existsSync(list)) writeFileSync(list, "{}");
}

async function scan(origin, path) {
  const { scan: ask } = await import("@mdn/mdn-http-observatory");
  const found = await ask(origin + path);
  const tests = Object.entries(found.tests).map(([name, test]) => [name, [test.pass, test.result]]);
  const { grade, score } = found.scan;
  console.log(JSON.stringify({ path, grade, score, tests: Object.fromEntries(tests) }));
}

async function startFront(certificate) {
  const [host, port] = settings.gateway.split(":");
  const front = createServer(certificate, (outside) => {
    const inside = connect(Number(port), host);
    outside.pipe(inside).pipe(outside);
    // The scanner also tries without TLS and gives up on that.
    for (const end of [outside, inside]) end.on("error", () => [outside, inside].forEach((one) => one.destroy()));
  });
  front.on("tlsClientError", () => {});
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  return front;
}

async function scanBehindTls() {
  const folder = mkdtempSync(join(tmpdir(), "observatory-"));
  const certificate = await makeCertificate();
  const trusted = join(folder, "ca.pem");
  writeFileSync(trusted, certificate.cert);
  makePreloadList();
  const front = await startFront(certificate);
  const flags = ["--scan", `localhost:${front.address().port}`, ...settings.path.flatMap((path) => ["--path", path])];
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...flags], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted },
  });
  const [code] = await once(child, "exit");
  rmSync(folder, { recursive: true });
  process.exit(code ?? 1);
}

if (settings.scan) for (const path of settings.path) await scan(settings.scan, path);
else await scanBehindTls();
