import { expect, it } from "vitest";
import { explanation } from "@/testing/timeseriesFixtures";
import { originOf } from "./originOf";

it("names each source, licence, attribution and method once, and the instant", () => {
  const load = explanation().versions[0]?.load;
  if (!load) throw new Error("no load");
  const loads = [load, { ...load, id: 2, attribution: "Data by Alder." }];
  const methods = [{ series_id: 0, method_version: "sum 1" }];
  expect(originOf({ loads, methods }, "2026-11-20T10:00:00.000Z")).toEqual({
    sources: [load.source],
    licence: load.licence,
    attribution: [...(load.attribution ? [load.attribution] : []), "Data by Alder."],
    method: `${load.method_version}; sum 1`,
    asOf: "2026-11-20T10:00:00.000Z",
  });
});
