import { describe, expect, it } from "vitest";
import { appraisalAgeOf, loanGroup, maturityYearOf, strategyOf, underlyingOf } from "./fieldGroups";
import { byKey } from "./splits";

describe("parts by a field of the catalog", () => {
  it("show the year in which a bond falls due, those without one last", () => {
    const years = [
      maturityYearOf({ matures_on: "2031-05-02" }),
      maturityYearOf({ matures_on: "2028-01-31" }),
    ];
    const parts = [{ key: "", name: "Not disclosed" }, ...years.flatMap((year) => year ?? [])];
    expect(parts.toSorted(byKey).map(({ name }) => name)).toEqual([
      "2028",
      "2031",
      "Not disclosed",
    ]);
    expect(maturityYearOf({ matures_on: null })).toBeNull();
  });

  it("show a strategy in words and a share with its ticker", () => {
    expect(strategyOf({ strategy: "multi_strategy" })?.name).toBe("Multi strategy");
    expect(strategyOf({ strategy: null })).toBeNull();
    const share = { underlying_ticker: "sOAK", underlying_name: "Oak Works (sample)" };
    expect(underlyingOf(share)).toEqual({ key: "sOAK", name: "sOAK · Oak Works (sample)" });
    expect(underlyingOf({ underlying_ticker: "sOAK", underlying_name: null })?.name).toBe("sOAK");
  });

  it("show what secures a loan and what its borrower does", () => {
    const loan = { collateral_type: "receivables_financing", sector: null } as const;
    expect(loanGroup(loan, "collateral_type")?.name).toBe("Receivables financing");
    expect(loanGroup(loan, "sector")).toBeNull();
    expect(loanGroup({ ...loan, sector: "msme" }, "sector")?.name).toBe("MSME");
  });

  it("show how old an appraisal is", () => {
    const age = (on: string) => appraisalAgeOf({ appraised_on: on }, "2026-11-20")?.name;
    expect(age("2026-11-20")).toBe("Up to 3 months");
    expect(age("2026-08-22")).toBe("Up to 3 months");
    expect(age("2026-08-21")).toBe("3 to 6 months");
    expect(age("2025-11-20")).toBe("6 to 12 months");
    expect(age("2025-11-19")).toBe("1 to 2 years");
    expect(age("2024-11-19")).toBe("More than 2 years");
    expect(appraisalAgeOf({ appraised_on: null }, "2026-11-20")).toBeNull();
  });
});
