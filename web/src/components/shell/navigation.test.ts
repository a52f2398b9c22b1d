import { expect, it } from "vitest";
import { featureLabels } from "@/api/contract";

import { iconPaths } from "@/components/ui/marks/iconPaths";
import { accountPages, navGroups } from "./nav";

const entries = navGroups.flatMap(({ entries }) => entries);

it("names icons and features that there are", () => {
  const icons = [...entries, ...accountPages].map(({ icon }) => icon);
  expect(
    icons.filter((icon) => typeof icon === "string" && !Object.hasOwn(iconPaths, icon)),
  ).toEqual([]);
  const flags = [...navGroups, ...entries, ...accountPages].flatMap(({ flag }) => flag ?? []);
  const gates = entries.flatMap(({ gate }) => gate ?? []);
  expect([...flags, ...gates].filter((flag) => !Object.hasOwn(featureLabels, flag))).toEqual([]);
});

it("knows the marks of entries and nothing else that they could hold", () => {
  const badges = entries.flatMap(({ badge }) => badge ?? []);
  expect([...new Set(badges)].toSorted()).toEqual(["BETA", "NEW"]);
  const outside = entries.flatMap(({ external, href }) => (external ? [[external, href]] : []));
  expect(outside).toEqual([["blog", ""]]);
});
