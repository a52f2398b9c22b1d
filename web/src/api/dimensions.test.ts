import { expect, it } from "vitest";
import { dimensionLabel, isByNetwork, keyField, resourceOfGroups } from "./dimensions";

it("names the list that has the keys of groups", () => {
  expect(resourceOfGroups("asset_class", "asset")).toBe("asset_classes");
  expect(resourceOfGroups("country", "asset")).toBe("countries");
  expect([keyField("countries"), keyField("issuers")]).toEqual(["code", "slug"]);
  expect(resourceOfGroups("none", "asset")).toBeNull();
});

it("groups by token the subjects themselves", () => {
  expect(resourceOfGroups("token", "pool")).toBe("pools");
  expect(resourceOfGroups("token", "network")).toBe("networks");
  expect(resourceOfGroups("token", "benchmark")).toBeNull();
});

it("knows the dimensions whose groups are networks", () => {
  const by = ["network", "parent_network", "token", "none"] as const;
  expect(by.filter(isByNetwork)).toEqual(["network", "parent_network"]);
});

it("labels dimensions", () => {
  expect([dimensionLabel("asset_class"), dimensionLabel("none")]).toEqual(["Asset class", "None"]);
});
