import { describe, expect, it } from "vitest";
import type { GetAggregateResponse } from "@/api/contract";
import { where } from "@/api/listQuery";
import { noNumbers } from "@/testing/catalogFixtures";
import { coverageRequests, emptyNumbers } from "./emptyNumbers";
import { listNumbers } from "./numbers";
import { measuresOf, numberOf, requestKey, type RowNumbers } from "./rowNumbers";

const day = "2026-11-19";
const numbers = listNumbers("assets");

/** The answers in which only some measures have a value. */
function answersOf(
  asked: RowNumbers,
  isKnown: (measure: string, days: number) => boolean,
): ReadonlyArray<GetAggregateResponse> {
  const requests = coverageRequests(asked, undefined, day);
  return measuresOf(asked).map(({ measure, days }, place) => {
    const none = noNumbers(requests[place] ?? { measure });
    return isKnown(measure, days) ? { ...none, total: { ...none.total, values: [1] } } : none;
  });
}

describe("the numbers that no row of a list has", () => {
  it("are asked for once, of all rows or of those that the list holds", () => {
    const only = where("class_group", "equals", "stocks");
    const requests = coverageRequests(numbers, only, day);
    expect(requests).toHaveLength(measuresOf(numbers).length);
    for (const request of requests) {
      expect(request).toMatchObject({ group_by: "asset", group_limit: 1 });
      expect(JSON.stringify(request.filter)).toContain("class_group");
      expect(JSON.stringify(request.filter)).not.toContain('"in"');
    }
  });

  it("are all of them without any value, and none where every measure has one", () => {
    for (const resource of ["assets", "networks", "platforms", "protocols", "pools", "tokens"]) {
      const asked = listNumbers(resource as Parameters<typeof listNumbers>[0]);
      const all = Object.keys(asked.columns);
      expect(emptyNumbers(asked, answersOf(asked, () => false))).toEqual(all);
      expect(emptyNumbers(asked, answersOf(asked, () => true))).toEqual([]);
    }
  });

  it("are not ruled out before their answers, nor where those fail", () => {
    expect(emptyNumbers(numbers, [])).toEqual([]);
  });

  it("are there by their substitute alone, and change only between two values", () => {
    const both = Object.entries(numbers.columns).filter(([id]) => /^(value|change_30d)$/.test(id));
    const asked = { ...numbers, columns: Object.fromEntries(both) };
    const cap = "bridged_token_market_cap_dollar";
    expect(emptyNumbers(asked, answersOf(asked, (measure) => measure === cap))).toEqual([]);
    const today = answersOf(asked, (measure, days) => measure === cap && days === 0);
    expect(emptyNumbers(asked, today)).toEqual(["change_30d"]);
  });

  it("never have a row with a number, whichever measures have values", () => {
    const measures = measuresOf(numbers).map(requestKey);
    // Every measure alone without values, and every one alone with them.
    for (const picked of measures) {
      for (const isPicked of [true, false]) {
        const has = (each: string) => (each === picked) === isPicked;
        const requests = measuresOf(numbers);
        const none = noNumbers({ measure: "" });
        const some = { ...none, total: { ...none.total, values: [1] } };
        const answers = requests.map((each) => (has(requestKey(each)) ? some : none));
        for (const id of emptyNumbers(numbers, answers)) {
          const column = numbers.columns[id];
          const found =
            column &&
            numberOf(column, (measure, days, over, only) => {
              const request = { measure, days, ...(over !== undefined && over > 1 && { over }) };
              return has(requestKey({ ...request, ...(only && { only }) })) ? 1 : null;
            });
          expect(found, `${id} with ${picked}`).toBeNull();
        }
      }
    }
  });
});
