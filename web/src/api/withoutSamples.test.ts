import { expect, it } from "vitest";
import type { Filter } from "./contract";
import { fileWithoutSamples, withoutSamples } from "./withoutSamples";

const real: Filter = { operator: "equals", field: "is_sample", value: false };
const network: Filter = { operator: "equals", field: "network", value: "ethereum" };
const issuer: Filter = { operator: "equals", field: "issuer", value: "harbour" };
const both = (...filters: Filter[]): Filter => ({ operator: "and", filters });

it("leaves sample data out of sums, groups and lists, whatever else they are filtered by", () => {
  const sum = { measure: "71", group_by: "network" };
  expect(withoutSamples("timeseries.aggregate", sum)).toEqual({ ...sum, filter: real });
  expect(withoutSamples("timeseries.origins", { ...sum, filter: network })).toEqual({
    ...sum,
    filter: both(network, real),
  });
  expect(withoutSamples("assets.list", { filter: both(network, issuer) })).toEqual({
    filter: both(network, issuer, real),
  });
  expect(withoutSamples("loans.aggregate", {})).toEqual({ filter: real });
  expect(withoutSamples("restatements.list", undefined)).toEqual({ filter: real });
});

it("explains a sum without them, and a series as it is", () => {
  const aggregate = { measure: "71", filter: network };
  expect(withoutSamples("timeseries.explain", { aggregate, date: "2026-11-19" })).toEqual({
    aggregate: { measure: "71", filter: both(network, real) },
    date: "2026-11-19",
  });
  const series = { key: { subject_kind: "asset", subject_slug: "a", measure: "71" } };
  expect(withoutSamples("timeseries.explain", series)).toBe(series);
});

it("changes no other request", () => {
  for (const procedure of [
    "assets.get",
    "adminUsers.list",
    "sessions.list",
    "datasets.list",
    "timeseries.latest",
  ])
    expect(withoutSamples(procedure, {})).toEqual({});
});

it("leaves them out of files, and of the numbers beside their rows", () => {
  const numbers = { subject_kind: "token" as const, group_by: "network" as const, filter: network };
  expect(fileWithoutSamples({ file: "networks", query: {}, numbers })).toEqual({
    file: "networks",
    query: { filter: real },
    numbers: { ...numbers, filter: both(network, real) },
  });
  const query = { keys: [] };
  expect(fileWithoutSamples({ file: "timeseries.get", query })).toMatchObject({ query });
  expect(fileWithoutSamples({ file: "timeseries.aggregate", query: {} })).toMatchObject({
    query: { filter: real },
  });
});
