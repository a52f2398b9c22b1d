import { describe, expect, it } from "vitest";
import { sampleAsset } from "@/testing/catalogFixtures";
import { sampleLaw, sampleOffer, sampleRule } from "@/testing/lawFixtures";
import { assetEligibility, offerEligibility } from "./eligibility";

const swiss = { code: "CH", name: "Switzerland" };
const coin = sampleAsset({ class_group: "stablecoins", peg_mechanism: "fiat-backed" });
const nothing = { offers: [], laws: [], rules: [] };

describe("who may hold an asset", () => {
  it("is unknown where no source says anything", () => {
    expect(assetEligibility(coin, swiss, nothing)).toEqual({ verdict: "unknown", reasons: [] });
  });

  it("follows the law of the country for kinds that the law tells apart", () => {
    const ofLaw = (part: Parameters<typeof sampleLaw>[0], asset = coin) =>
      assetEligibility(asset, swiss, { ...nothing, laws: [sampleLaw(part)] }).verdict;
    expect(ofLaw({})).toBe("conditional");
    expect(ofLaw({ legal_status: "legal" })).toBe("conditional");
    expect(ofLaw({ allows_fiat_backed: "false" })).toBe("restricted");
    expect(ofLaw({ allows_fiat_backed: "unclear" })).toBe("unknown");
    expect(ofLaw({ legal_status: "banned" })).toBe("restricted");
    expect(ofLaw({}, { ...coin, peg_mechanism: "algorithmic" })).toBe("restricted");
    expect(ofLaw({}, { ...coin, peg_mechanism: "crypto-backed" })).toBe("unknown");
    expect(ofLaw({ legal_status: "banned" }, sampleAsset())).toBe("unknown");
  });

  it("lets the stricter of two laws decide and shows the source of both", () => {
    const laws = [sampleLaw({ legal_status: "legal" }), sampleLaw({ allows_fiat_backed: "false" })];
    const { verdict, reasons } = assetEligibility(coin, swiss, { ...nothing, laws });
    expect(verdict).toBe("restricted");
    expect(reasons.map(({ says, from }) => [says, from.source])).toEqual([
      ["conditional", "Register of laws (sample)"],
      ["restricted", "Register of laws (sample)"],
    ]);
  });

  it("is ruled out when every offer rules it out, and a condition when only some do", () => {
    const closed = sampleOffer({ excluded_country_codes: ["CH"] });
    const other = sampleOffer({ eligible_country_codes: ["DE"] });
    const named = sampleOffer({ eligible_country_codes: ["CH"] });
    const verdictOf = (...offers: ReturnType<typeof sampleOffer>[]) =>
      assetEligibility(sampleAsset(), swiss, { ...nothing, offers }).verdict;
    expect(verdictOf(closed)).toBe("restricted");
    expect(verdictOf(closed, other)).toBe("restricted");
    expect(verdictOf(closed, sampleOffer())).toBe("conditional");
    expect(verdictOf(named)).toBe("allowed");
  });

  it("quotes the rules on selling, which decide nothing", () => {
    const rule = sampleRule({ dimension: "distribution" });
    const { verdict, reasons } = assetEligibility(coin, swiss, { ...nothing, rules: [rule] });
    expect(verdict).toBe("unknown");
    expect(reasons).toEqual([expect.objectContaining({ says: "note", url: rule.url })]);
  });
});

describe("the investors of an offer", () => {
  it("is open only when it answers every condition", () => {
    const verdictOf = (part: Parameters<typeof sampleOffer>[0], investor: string | null) =>
      offerEligibility(sampleOffer(part), { place: swiss, investor }).verdict;
    expect(verdictOf({}, "retail")).toBe("unknown");
    expect(verdictOf({ eligible_country_codes: ["CH"] }, "retail")).toBe("allowed");
    expect(verdictOf({ eligible_country_codes: ["CH"] }, "institutional")).toBe("restricted");
    expect(verdictOf({ excluded_country_codes: ["CH"] }, null)).toBe("restricted");
    expect(verdictOf({ investor_types: [], eligible_country_codes: ["CH"] }, "retail")).toBe(
      "unknown",
    );
  });
});
