import { expect, it } from "vitest";
import { presentName, presentQuery } from "./earlierNames";

it.each([
  ["by=issuer&every=month&show=flow", "group_by=issuer&interval=month&mode=flow"],
  ["metric=price_dollar&calc=ratio&base=a", "measure=price_dollar&calculation=ratio&base=a"],
  ["only=a,b&beside=-&second=x", "compare=a%2Cb&benchmarks=-&second_axis=x"],
  ["top=5&like=1&rank=issuers&flow=7", "group_limit=5&like_for_like=1&ranking=issuers&flow_days=7"],
  ["reference=1Y&reference_table=1", "reference_range=1Y&reference_table=1"],
  ["shade=rules&country=CH", "layer=rules&country=CH"],
  ["investors=CH,FR", "investor_countries=CH%2CFR"],
  ["investor=retail&availability=live", "investor_type=retail&availability=live"],
  ["cohorts_by=year&vintages_by=quarter", "cohorts_group_by=year&vintages_group_by=quarter"],
  ["activity-measure=mints&activity-every=day", "activity_measure=mints&activity_interval=day"],
  ["like=1&like_for_like=0", "like_for_like=0"],
  ["interval=day&every=month", "interval=day"],
])("the query %s says %s today", (earlier, present) => {
  expect(presentQuery(earlier)).toBe(present);
  expect(presentQuery(present)).toBe(present);
});

it.each([
  "",
  "series=asset%3Aalder&series=asset%3Abirch",
  "filter=name%3Ais%3Aonly&sort=-by&columns=every%2Ctop",
  "legend=only.usd&peg_full=1",
  "constructor=1&toString=2",
])("the query %s stays", (search) => expect(presentQuery(search)).toBe(search));

it("knows earlier names of values, and leaves all others", () => {
  expect(["parents", "navpremium", "apy_7d", "holders", "constructor"].map(presentName)).toEqual([
    "parent_networks",
    "premium_to_nav",
    "yield_7d",
    "holders",
    "constructor",
  ]);
});
