import { expect, it } from "vitest";
import { features } from "@/api/contract";
import { navGroups } from "@/components/shell/nav";
import shell from "./shell.css?inline";

it("hides the entries of each feature until the feature is known to be on", () => {
  const hidden = shell.matchAll(/html:not\(\[data-flags~="([\w-]+)"\]\) \[data-flag="\1"\]/g);
  expect([...hidden].map(([, feature]) => feature).toSorted()).toEqual(features.toSorted());
});

it("folds each group that is open at first where this browser folded it", () => {
  const folded = shell.matchAll(/html\[data-folded~="([\w-]+)"\] \[data-fold="\1"\]/g);
  const keys = navGroups.filter((group) => !group.folded).map(({ key }) => key);
  expect([...folded].map(([, key]) => key)).toEqual(keys);
});
