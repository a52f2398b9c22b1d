import { describe, expect, it } from "vitest";
import { merge } from "@/components/form/conflict";
import { sampleFields } from "@/records/sampleFields";
import { fieldMeta } from "@/testing/catalogFixtures";
import { columnLabel } from "./columns";
import { kinds } from "./kinds";
import { changesOf, formValue, shiftDecimalPoint } from "./recordFields";
import { refusalsOf } from "./valueTexts";

const column = (name: string, ...[type, part]: [Parameters<typeof fieldMeta>[1], object?]) => {
  return { name, label: name, field: fieldMeta(name, type, part) };
};

it("has hints of its own for exactly the fields of sample records that may be changed", () => {
  for (const { key, sampleHints } of kinds)
    expect(Object.keys(sampleHints ?? {}), key).toEqual(sampleFields[key] ?? []);
});

describe("the values of a form", () => {
  it("show fractions as percent and lose no digit", () => {
    for (const [stored, shown] of [
      ["0.05", "5"],
      ["-0.125", "-12.5"],
      ["12", "1200"],
      ["0", "0"],
      ["0.1234567891", "12.34567891"],
    ] as const) {
      expect(shiftDecimalPoint(stored, 2)).toBe(shown);
      expect(shiftDecimalPoint(shown, -2)).toBe(stored);
    }
    expect(shiftDecimalPoint("words", 2)).toBe("words");
  });

  it("are sent as the catalog takes them, and only where they differ", () => {
    const columns = [
      column("name", "text"),
      column("rate", "decimal", { unit: "ratio" }),
      column("amount", "decimal"),
      column("at", "instant"),
      column("note", "text"),
      column("tags", "list", { itemType: "text" }),
    ];
    const stored = { name: "A", rate: "5", amount: "1", at: "", note: "x", tags: ["a"] };
    const values = {
      name: "A",
      rate: "5.5",
      amount: "1,000.25",
      at: "2026-01-02T03:04",
      note: "",
      tags: ["a", "b"],
    };
    expect(changesOf(columns, stored, values)).toEqual({
      rate: "0.055",
      amount: "1000.25",
      at: "2026-01-02T03:04:00Z",
      note: null,
      tags: ["a", "b"],
    });
  });

  it("read what the history keeps as what a record has", () => {
    const at = column("published_at", "instant");
    expect(formValue(at, "2026-01-02T03:04:05+00:00")).toBe("2026-01-02T03:04:05");
    expect(formValue(at, "2026-01-02T03:04:05.000Z")).toBe("2026-01-02T03:04:05");
    expect(formValue(column("amount", "decimal"), 1000.5)).toBe("1000.5");
  });
});

it("lays a form over what somebody else saved", () => {
  const columns = ["name", "site", "note", "lei"].map((name) => column(name, "text"));
  const before = { name: "A", site: "s", note: "n", lei: "1" };
  const theirs = { name: "B", site: "t", note: "n", lei: "2" };
  const yours = { name: "C", site: "s", note: "m", lei: "2" };
  const { differences, values } = merge(columns, { before, theirs, yours });
  expect(values).toEqual({ name: "C", site: "t", note: "m", lei: "2" });
  expect(differences.map(({ name, both }) => [name, both])).toEqual([
    ["name", true],
    ["site", false],
  ]);
});

it("names columns by what they hold", () => {
  const labels = {
    asset_class_slug: "Asset class",
    asset_class_slugs: "Asset classes",
    country_code: "Country",
    eligible_country_codes: "Eligible countries",
    is_evm: "EVM",
    kyc_required: "KYC required",
    management_fee_bps: "Management fee",
    matures_on: "Matures on",
    network_slugs: "Networks",
    numeric_code: "Numeric code",
  };
  const named = Object.keys(labels).map((name) => [name, columnLabel(name)]);
  expect(Object.fromEntries(named)).toEqual(labels);
});

it("puts refusals beside their fields", () => {
  const fields = [{ name: "name", label: "Name", control: { kind: "text" as const } }];
  const places = [
    { path: "records[0].name", message: "expected a value" },
    { path: "records[0].id", message: "the table gives the numbers" },
    { path: "records[0]", message: "not allowed together: dates" },
  ];
  expect(refusalsOf(places, fields)).toEqual({
    byField: { name: "Enter a value." },
    others: ["Id: the table gives the numbers.", "Not allowed together: dates."],
  });
});
