import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { describeFailure } from "./failures";
import { commonPlans, plansBeyond } from "./plans";

const narrowed = (plans: readonly string[]) => ({
  results: [],
  meta: { access: { narrowed: ["asset_class"], policies: ["one"], plans } },
});

it("reads the plans of a narrowed answer, and none of one that is whole", () => {
  expect(plansBeyond(narrowed(["FREE", "PREMIUM_ALL_ACCESS"]))).toEqual([
    "FREE",
    "PREMIUM_ALL_ACCESS",
  ]);
  for (const whole of [undefined, null, {}, { meta: null }, { meta: { access: {} } }, "text"])
    expect(plansBeyond(whole)).toEqual([]);
});

it("leaves out plans of a later release", () => {
  expect(plansBeyond(narrowed(["PREMIUM_REAL_ESTATE", "toString", "FREE"]))).toEqual(["FREE"]);
});

it("names the plans that include all of several parts", () => {
  expect(commonPlans([["FREE", "PREMIUM_ALL_ACCESS"], [], ["PREMIUM_ALL_ACCESS"]])).toEqual([
    "PREMIUM_ALL_ACCESS",
  ]);
  expect(commonPlans([[], []])).toEqual([]);
});

it("keeps the plans of a refusal", () => {
  const error = { message: "", code: -32003, data: { code: "FORBIDDEN", plans: ["FREE"] } };
  expect(describeFailure(TRPCClientError.from({ error })).plans).toEqual(["FREE"]);
  expect(describeFailure(new Error("away"))).not.toHaveProperty("plans");
});
