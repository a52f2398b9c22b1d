import { describe, expect, it } from "vitest";
import { csvCell } from "@/lib/files/csvCell";
import { compositionCsv, timeCsv } from "./csv";

const about = {
  title: "Value by network",
  unit: { kind: "money" } as const,
  sample: true,
  origin: {
    sources: ["Made up"],
    licence: "CC BY 4.0",
    attribution: ["Show this beside it."],
    method: "sample 3",
    asOf: "2026-11-20T10:00:00.000Z",
  },
};

function flagHeads(...names: string[]): string {
  const heads = names.flatMap((name) => [
    `${name} (value_date)`,
    `${name} (is_carried)`,
    `${name} (is_partial)`,
    `${name} (spans_gap)`,
    `${name} (is_average)`,
    `${name} (lacks_days)`,
  ]);
  return heads.join(",");
}

/** The flags of a value that was measured on a day, and of none. */
const measured = (day: string) => `${day},false,false,false,false,false`;
const unknown = ",,,,,";

describe("download as CSV", () => {
  it("says title, unit, sample, source and licence before the figures", () => {
    const data = {
      days: ["2026-11-18", "2026-11-19"],
      series: [
        { id: "a", name: "Juniper (sample)", sample: false, values: [2_314_908_127.44, null] },
      ],
      provisional: { from: "2026-11-19", sentence: "" },
    };
    expect(timeCsv(data, about, null)).toBe(
      [
        "# Value by network",
        "# Unit: US$",
        "# SAMPLE DATA: fictitious values for demonstration, not a measurement.",
        "# Source: Made up",
        "# Licence: CC BY 4.0",
        "# Attribution: Show this beside it.",
        "# Method: sample 3",
        "# As of: 2026-11-20T10:00:00.000Z",
        `day,Juniper (sample) (US$),${flagHeads("Juniper (sample)")},note,sample`,
        `2026-11-18,2314908127.44,${measured("2026-11-18")},,true`,
        `2026-11-19,,${unknown},provisional,true`,
        "",
      ].join("\r\n"),
    );
  });

  it("says by which convention the chart shows its values", () => {
    const unitLine = "Percent per year, act/365, NAV-based, not compounded";
    const yields = { ...about, title: "7-day yield", unit: { kind: "percent" } as const, unitLine };
    const data = {
      days: ["2026-11-19"],
      series: [{ id: "a", name: "A", sample: false, values: [0.0498] }],
    };
    const lines = timeCsv(data, yields, null).split("\r\n");
    expect(lines.slice(0, 3)).toEqual([
      "# 7-day yield",
      "# Unit: fraction (0.05 = 5%)",
      `# In the chart: ${unitLine}`,
    ]);
  });

  it("notes of which day a carried value is", () => {
    const weekend = {
      from: "2026-11-21",
      to: "2026-11-22",
      value_date: "2026-11-20",
      is_carried: true,
      is_partial: false,
      spans_gap: false,
      lacks_days: false,
      is_average: false,
    };
    const series = [
      { id: "a", name: "A", sample: false, values: [1, 1, 1], qualifiers: [weekend] },
    ];
    const days = ["2026-11-20", "2026-11-21", "2026-11-22"];
    const lines = timeCsv({ days, series }, about, null).split("\r\n");
    expect(lines).toContain(`2026-11-20,1,${measured("2026-11-20")},,true`);
    expect(lines).toContain(
      "2026-11-22,1,2026-11-20,true,false,false,false,false,value of 20 Nov 2026,true",
    );
  });

  it("flags which values of each series are carried, or repeat its newest one", () => {
    const series = [
      { id: "a", name: "A", sample: false, values: [1, 1], newest: "2026-11-20" },
      { id: "b", name: "B", sample: false, values: [2, 3], newest: "2026-11-21" },
      { id: "c", name: "C", sample: false, values: [4, null] },
    ];
    const days = ["2026-11-20", "2026-11-21"];
    const [first, second] = ["2026-11-20", "2026-11-21"].map(measured);
    const lines = timeCsv({ days, series }, about, null).split("\r\n");
    expect(lines.slice(-4, -1)).toEqual([
      `day,A (US$),B (US$),C (US$),${flagHeads("A", "B", "C")},sample`,
      `2026-11-20,1,2,4,${[first, first, first].join(",")},true`,
      `2026-11-21,1,3,,${["2026-11-20,true,false,false,false,false", second, unknown].join(",")},true`,
    ]);
  });

  it("notes it of a level that is carried into the interval that is not over, too", () => {
    const running = {
      from: "2026-11-22",
      to: "2026-11-22",
      value_date: null,
      is_carried: false,
      is_partial: true,
      spans_gap: false,
      lacks_days: false,
      is_average: false,
      is_running: true as const,
    };
    const carried = { ...running, value_date: "2026-11-20", is_carried: true };
    const series = [
      { id: "a", name: "A", sample: false, values: [1], qualifiers: [carried] },
      { id: "b", name: "B", sample: false, values: [2], qualifiers: [running] },
    ];
    const days = ["2026-11-22"];
    const provisional = { from: "2026-11-22", sentence: "" };
    const lines = timeCsv({ days, series, provisional }, about, null).split("\r\n");
    expect(lines).toContain(
      [
        ...["2026-11-22,1,2", "2026-11-20,true,true,false,false,false"],
        "2026-11-22,false,true,false,false,false",
        ...["provisional; A: value of 20 Nov 2026", "true"],
      ].join(","),
    );
  });

  it("flags changes over a gap and averages of a month", () => {
    const own = {
      from: "2026-11-20",
      to: "2026-11-20",
      value_date: null,
      is_carried: false,
      is_partial: false,
      spans_gap: false,
      lacks_days: false,
      is_average: false,
    };
    const series = [
      { id: "a", name: "A", sample: false, values: [1], qualifiers: [{ ...own, spans_gap: true }] },
      {
        id: "b",
        name: "B",
        sample: false,
        values: [2],
        qualifiers: [{ ...own, value_date: "2026-11-01", spans_gap: true, is_average: true }],
      },
    ];
    const lines = timeCsv({ days: ["2026-11-20"], series }, about, null).split("\r\n");
    expect(lines).toContain(
      [
        ...["2026-11-20,1,2", "2026-11-20,false,false,true,false,false"],
        "2026-11-01,false,false,true,true,false",
        ...[csvCell("A: change over a gap; B: November 2026, average, change over a gap"), "true"],
      ].join(","),
    );
  });

  it("holds every series of the shown days, none grouped", () => {
    const series = Array.from({ length: 20 }, (_, index) => ({
      id: `s${index}`,
      name: `S${index}`,
      sample: false,
      values: [1, 2, 3],
    }));
    const days = ["2026-11-17", "2026-11-18", "2026-11-19"];
    const lines = timeCsv({ days, series }, { ...about, sample: false }, { from: 1, to: 2 })
      .trim()
      .split("\r\n");
    expect(lines.at(-1)).toBe(
      [
        "2026-11-19",
        ...Array.from({ length: 20 }, () => "3"),
        ...Array.from({ length: 20 }, () => measured("2026-11-19")),
        "false",
      ].join(","),
    );
    expect(lines.filter((line) => line.startsWith("2026"))).toHaveLength(2);
    expect(lines.some((line) => line.includes("SAMPLE"))).toBe(false);
  });
});

describe("marks of values in CSV", () => {
  it("mark a running month both as not over and as lacking withheld days", () => {
    const running = {
      ...{ from: "2026-11-01", to: "2026-11-01", value_date: null },
      ...{ is_carried: false, is_partial: true, spans_gap: false, is_average: false },
      is_running: true as const,
    };
    const series = [
      {
        id: "a",
        name: "A",
        sample: false,
        values: [1],
        qualifiers: [{ ...running, lacks_days: true }],
      },
      {
        id: "b",
        name: "B",
        sample: false,
        values: [2],
        qualifiers: [{ ...running, lacks_days: false }],
      },
    ];
    const data = {
      days: ["2026-11-01"],
      names: ["November 2026, to 19 Nov 2026"],
      lastDays: ["2026-11-19"],
      series,
      provisional: { from: "2026-11-01", sentence: "" },
    };
    const [lacking, partial] = ["true", "false"].map(
      (lacks) => `2026-11-19,false,true,false,false,${lacks}`,
    );
    expect(timeCsv(data, about, null).split("\r\n")).toContain(
      [
        ...["2026-11-01", csvCell("November 2026, to 19 Nov 2026"), "1,2", lacking, partial],
        ...[csvCell("provisional; A: partial: not over, and days are withheld"), "true"],
      ].join(","),
    );
    // A note on the exchange rates of an interval does not say that the interval is not over.
    const dayNotes = new Map([["2026-11-01", "rates up to 30 Oct 2026"]]);
    const note =
      "rates up to 30 Oct 2026; A: partial: not over, and days are withheld; B: partial: not over";
    expect(timeCsv({ ...data, dayNotes }, about, null)).toContain(csvCell(note));
  });

  it("do not call values provisional that are of a month that is over", () => {
    const cut = {
      ...{ from: "2026-10-01", to: "2026-10-01", value_date: null },
      ...{ is_carried: false, is_partial: true, spans_gap: false, is_average: false },
      lacks_days: false,
    };
    const data = {
      days: ["2026-10-01"],
      names: ["8 Oct 2026"],
      lastDays: ["2026-10-08"],
      series: [{ id: "a", name: "A", sample: false, values: [1], qualifiers: [cut] }],
      provisional: { from: "2026-10-01", sentence: "", isOver: true },
    };
    expect(timeCsv(data, about, null)).toContain(
      "2026-10-01,8 Oct 2026,1,2026-10-08,false,true,false,false,false,partial: days are missing or withheld,true",
    );
  });

  it("name the day of the exchange rate of each converted series", () => {
    const rateDates = new Map([
      ["2026-11-20", "2026-11-20"],
      ["2026-11-21", "2026-11-20"],
    ]);
    const series = [
      { id: "a", name: "A", sample: false, values: [1, 2], rateDates },
      { id: "b", name: "B", sample: false, values: [null, 4], rateDates },
      { id: "c", name: "C", sample: false, values: [0.05, 0.05] },
    ];
    const days = ["2026-11-20", "2026-11-21"];
    const [friday = "", saturday = ""] = days.map(measured);
    const lines = timeCsv({ days, series }, about, null).split("\r\n");
    const heads = ["A", "B"].map((name) => `${flagHeads(name)},${name} (rate_date)`);
    expect(lines.slice(-4, -1)).toEqual([
      `day,A (US$),B (US$),C (US$),${heads.join(",")},${flagHeads("C")},sample`,
      `2026-11-20,1,,0.05,${friday},2026-11-20,${unknown},,${friday},true`,
      `2026-11-21,2,4,0.05,${saturday},2026-11-20,${saturday},2026-11-20,${saturday},true`,
    ]);
  });

  it("shows the day that the level of an interval is of, and the shares of a picture of shares", () => {
    const data = {
      days: ["2026-10-01", "2026-11-01"],
      names: ["31 Oct 2026", "19 Nov 2026"],
      lastDays: ["2026-10-31", "2026-11-19"],
      series: [
        { id: "a", name: "A", sample: false, values: [1, 3] },
        { id: "b", name: "B", sample: false, values: [3, null] },
        { id: "c", name: "C", sample: false, values: [9, 9] },
      ],
    };
    const shown = new Set(["a", "b"]);
    const [october, november] = data.lastDays.map(measured);
    const lines = timeCsv(data, { ...about, sample: false }, null, shown)
      .trim()
      .split("\r\n");
    expect(lines.slice(-3)).toEqual([
      `interval_start,interval,A (US$),B (US$),C (US$),A (share of total),B (share of total),${flagHeads("A", "B", "C")},sample`,
      `2026-10-01,31 Oct 2026,1,3,9,0.25,0.75,${october},${october},${october},false`,
      `2026-11-01,19 Nov 2026,3,,9,1,,${november},${unknown},${november},false`,
    ]);
  });

  it("marks each column whose figures include sample data", () => {
    const series = [
      { id: "a", name: "Ethereum", values: [1], sample: true },
      { id: "b", name: "Gold", sample: false, values: [3] },
    ];
    const lines = timeCsv({ days: ["2026-11-19"], series }, about, null, new Set(["a", "b"]));
    expect(lines).toContain(
      [
        '"Ethereum (US$, sample)",Gold (US$)',
        '"Ethereum (share of total, sample)","Gold (share of total, sample)"',
        flagHeads("Ethereum", "Gold"),
        "sample",
      ].join(","),
    );
    const alone = timeCsv({ days: ["2026-11-19"], series }, about, null, new Set(["b"]));
    expect(alone).toContain(`,Gold (share of total),${flagHeads("Ethereum", "Gold")},sample`);
  });

  it("states ages in months where points are no days", () => {
    const data = {
      days: ["2000-01-01", "2000-02-01"],
      names: ["0 months", "1 month"],
      ages: { head: "Months since origination", field: "months_since_origination" },
      series: [{ id: "2024", name: "2024", sample: false, values: [0, 0.01] }],
    };
    const unit = { kind: "percent" } as const;
    const lines = timeCsv(data, { ...about, unit, sample: false }, { from: 1, to: 1 })
      .trim()
      .split("\r\n");
    expect(lines.slice(-2)).toEqual([
      "months_since_origination,2024 (fraction (0.05 = 5%)),sample",
      "1,0.01,false",
    ]);
  });

  it("quotes what would break a row and disarms what a spreadsheet would run", () => {
    expect(csvCell('A "B", C')).toBe('"A ""B"", C"');
    expect(csvCell("=HYPERLINK(1)")).toBe("'=HYPERLINK(1)");
    expect(csvCell("صندوق")).toBe("صندوق");
  });

  it("gives the parts of a day with the reason of an unknown value", () => {
    const csv = compositionCsv(
      {
        day: "2026-11-19",
        parts: [{ id: "x", name: "X", sample: true, value: null, reason: "withheld" }],
      },
      about,
    );
    expect(csv).toContain(
      "day,id,name,value (US$),value_date,is_carried,is_partial,spans_gap,is_average,lacks_days,note,sample",
    );
    expect(csv).toContain(`2026-11-19,x,X,,${unknown},withheld,true`);
  });

  it("flags the parts whose values are carried", () => {
    const qualifier = {
      value_date: "2026-11-17",
      is_carried: true,
      is_partial: false,
      is_average: false,
    };
    const parts = [
      { id: "x", name: "X", sample: true, value: 2, qualifier },
      { id: "y", name: "Y", sample: true, value: 1 },
    ];
    const lines = compositionCsv({ day: "2026-11-19", parts }, about).split("\r\n");
    expect(lines).toContain("2026-11-19,x,X,2,2026-11-17,true,false,false,false,false,,true");
    expect(lines).toContain(`2026-11-19,y,Y,1,${measured("2026-11-19")},,true`);
  });
});
