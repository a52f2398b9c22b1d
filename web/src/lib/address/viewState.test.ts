import { describe, expect, it } from "vitest";
import { pageSizes } from "./pageSizes";
import {
  decodeViewState,
  emptyViewState,
  encodeViewState,
  type Filter,
  filterOperators,
  type ViewState,
} from "./viewState";

/** The same numbers on every run, so that a failure repeats. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const characters = [..."abcXYZ019 ,~:;&=%+#?/\\\"'<>[]{}_-.äß字🙂\u0000\u202e"];

function randomText(random: (below: number) => number, longest: number): string {
  const length = 1 + random(longest);
  return Array.from({ length }, () => characters[random(characters.length)] ?? "").join("");
}

function randomView(seed: number): ViewState {
  const random = randomFrom(seed);
  const name = () => `field_${random(40)}`;
  const filters = Array.from({ length: random(5) }, (): Filter => {
    const operator = filterOperators[random(filterOperators.length)] ?? "is";
    const count = operator === "between" ? 2 : 1 + random(6);
    const values = Array.from({ length: count }, () => randomText(random, 30));
    return { field: name(), operator, values };
  });
  const pages: Array<ViewState["page"]> = [
    null,
    { kind: "number", number: 2 + random(900) },
    { kind: "after", cursor: randomText(random, 60) },
    { kind: "before", cursor: randomText(random, 60) },
  ];
  const columns = [...new Set(Array.from({ length: 1 + random(20) }, name))];
  return {
    filters,
    sort: random(2) ? { column: name(), direction: random(2) ? "ascending" : "descending" } : null,
    page: pages[random(pages.length)] ?? null,
    columns: random(2) ? columns : null,
    perPage: random(2) ? (pageSizes[random(pageSizes.length)] ?? null) : null,
  };
}

describe("the view in the address", () => {
  it("comes back as it was written, whatever is in it", () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const view = randomView(seed);
      const address = encodeViewState(view).toString();
      expect(decodeViewState(address), `seed ${seed}: ${address}`).toEqual(view);
    }
  });

  it("reads any address and writes what it read the same way again", () => {
    const keys = ["filter", "sort", "page", "after", "before", "columns", "other"];
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = randomFrom(seed * 7919);
      const parts = Array.from({ length: random(30) }, () => {
        return `${keys[random(keys.length)]}=${randomText(random, 80)}`;
      });
      const view = decodeViewState(parts.join("&"));
      expect(decodeViewState(encodeViewState(view)), `seed ${seed}`).toEqual(view);
    }
  });

  it("understands columns by their earlier names", () => {
    const { columns, sort } = decodeViewState("columns=name,apy_7d,nav&sort=-apy_30d");
    expect(columns).toEqual(["name", "yield_7d", "nav"]);
    expect(sort).toEqual({ column: "yield_30d", direction: "descending" });
  });

  it("is readable", () => {
    const view: ViewState = {
      filters: [
        { field: "asset_class", operator: "is", values: ["treasuries", "credit"] },
        { field: "value_usd", operator: "between", values: ["10000000", ""] },
      ],
      sort: { column: "value_usd", direction: "descending" },
      page: { kind: "number", number: 3 },
      columns: ["name", "value_usd"],
      perPage: 100,
    };
    expect(decodeURIComponent(encodeViewState(view).toString())).toBe(
      "filter=asset_class:is:treasuries,credit&filter=value_usd:between:10000000,&sort=-value_usd&page=3&columns=name,value_usd&rows=100",
    );
  });

  it("leaves the rest of the address alone and removes what no longer holds", () => {
    const before = "tab=holders&page=4&sort=name&filter=name:contains:gold";
    expect(encodeViewState(emptyViewState, before).toString()).toBe("tab=holders");
  });

  it.each([
    "filter=",
    "filter=name",
    "filter=name:contains",
    "filter=name:contains:",
    "filter=name:between:1",
    "filter=name:between:1,2,3",
    "filter=name:drops:table",
    "filter=%00:is:1",
    `filter=name:is:${"x".repeat(201)}`,
    "sort=",
    "sort=-",
    "sort=--name",
    `sort=${"x".repeat(65)}`,
    "page=0",
    "page=1",
    "page=-3",
    "page=1e3",
    "page=NaN",
    "page=999999",
    "after=",
    `after=${"x".repeat(513)}`,
    "columns=",
    "rows=0",
    "rows=51",
    "rows=100000",
    "columns=,,%20,",
    "%",
    "&&&===",
  ])("reads %s as nothing", (address) => {
    expect(decodeViewState(address)).toEqual(emptyViewState);
  });

  it("reads no more than a page can use", () => {
    const filters = Array.from({ length: 500 }, (_, index) => `filter=name:is:${index}`);
    expect(decodeViewState(filters.join("&")).filters).toHaveLength(20);
    const values = Array.from({ length: 500 }, (_, index) => index).join(",");
    expect(decodeViewState(`filter=name:is:${values}`).filters[0]?.values).toHaveLength(50);
    const columns = Array.from({ length: 500 }, (_, index) => `c${index}`).join(",");
    expect(decodeViewState(`columns=${columns}`).columns).toHaveLength(100);
    expect(decodeViewState("columns=name,value,name").columns).toEqual(["name", "value"]);
  });
});
