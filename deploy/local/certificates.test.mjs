// Certificates of an installation are short-lived, and made again before they end.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "certificates-"));
const own = join(folder, "nats");
const make = (days) => {
  const env = { ...process.env, CERTIFICATE_DAYS: days ?? "" };
  return spawnSync(join(import.meta.dirname, "../certificates"), [folder, "make", "nats=IP:127.0.0.1"], { env });
};
const shown = () => readFileSync(join(own, "tls.crt"), "utf8");
const lasts = (days) => spawnSync("openssl", ["x509", "-in", join(own, "tls.crt"), "-noout", "-checkend", `${days * 86_400}`]).status === 0;

// A certificate of an earlier version, or one of ours near its end.
function replace(days) {
  const request = execFileSync("openssl", ["req", "-new", "-key", join(own, "tls.key"), "-subj", "/CN=nats"]);
  const authority = ["-CA", join(folder, "authority/tls.crt"), "-CAkey", join(folder, "authority/tls.key")];
  execFileSync("openssl", ["x509", "-req", ...authority, "-days", `${days}`, "-out", join(own, "tls.crt")], { input: request, stdio: "pipe" });
}

before(() => make());
after(() => rmSync(folder, { recursive: true, force: true }));

test("a certificate lasts for 90 days", () => {
  assert.deepEqual([lasts(89), lasts(91)], [true, false]);
});

test("one that lasts is kept, one that ends within a month or lasts too long is made again", () => {
  const first = shown();
  make();
  assert.equal(shown(), first);
  for (const days of [29, 365]) {
    replace(days);
    make();
    assert.deepEqual([lasts(89), lasts(91)], [true, false], `${days} days`);
  }
});

test("CERTIFICATE_DAYS is how long a certificate lasts, and a third of it when it is made again", () => {
  make("30");
  assert.deepEqual([lasts(29), lasts(31)], [true, false], "one that lasts longer is replaced");
  replace(11);
  make("30");
  assert.deepEqual([lasts(10), lasts(12)], [true, false]);
  replace(9);
  make("30");
  assert.deepEqual([lasts(29), lasts(31)], [true, false]);
  for (const days of ["0", "399", "many"]) assert.equal(make(days).status, 2, days);
});
