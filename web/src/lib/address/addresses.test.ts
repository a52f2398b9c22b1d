import { describe, expect, it } from "vitest";
import {
  assetAddress,
  entityAddress,
  investmentAddress,
  issuerAddress,
  networkAddress,
  platformAddress,
  protocolAddress,
} from "./addresses";

describe("the address of an entity", () => {
  it.each([
    [networkAddress, "/networks/example"],
    [platformAddress, "/platforms/example"],
    [protocolAddress, "/protocols/example"],
    [issuerAddress, "/issuers/example"],
    [assetAddress, "/assets/example"],
    [investmentAddress, "/investments/example"],
  ])("lies below its list", (address, expected) => {
    expect(address("example")).toBe(expected);
  });

  it.each(["polygon zkevm", "a/b", "a?b=c#d", "../x", "ä%20ö", "日本"])(
    "keeps the slug %s",
    (slug) => {
      const path = new URL(networkAddress(slug), "https://app.example").pathname;
      expect(path.split("/")).toHaveLength(3);
      expect(decodeURIComponent(path.split("/")[2] ?? "")).toBe(slug);
    },
  );

  it.each(["", ".", ".."])("is the list for %j, which no browser keeps", (slug) => {
    expect(entityAddress("asset", slug)).toBe("/assets");
  });
});
