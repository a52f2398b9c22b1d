import { describe, expect, it } from "vitest";
import { isIpAddress } from "./passkeys";

describe("an IP address, which has no passkeys", () => {
  it.each(["127.0.0.1", "203.0.113.7", "[::1]"])("is %s", (hostname) =>
    expect(isIpAddress(hostname)).toBe(true),
  );

  it.each(["localhost", "assay.example", "1.assay.example"])("is not %s", (hostname) =>
    expect(isIpAddress(hostname)).toBe(false),
  );
});
