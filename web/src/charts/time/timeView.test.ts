import { describe, expect, it } from "vitest";
import { formatDay } from "@/lib/format";
import { completeDays, dayOfNumber } from "../dates";
import type { TimeKind } from "../kinds";
import { timeLegend } from "../legend/legend";
import { isAlone, isolate, toggle } from "../legend/visibility";
import type { ChartSeries, Qualifier, TimeData, Value } from "../types";
import { bandsOf, entityOrder, otherId } from "./bands";
import { logRefusal, spanOfDays, timeView } from "./timeView";

const unit = { kind: "money" } as const;

function days(count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayOfNumber(20_000 + index));
}

function series(id: string, values: Value[]): ChartSeries {
  return { id, name: id.toUpperCase(), sample: false, values };
}

function viewOf(data: TimeData, kind: TimeKind, hidden: string[] = []) {
  return timeView({ data, kind, unit, hidden: new Set(hidden), span: null, log: false });
}

const many: TimeData = {
  days: days(3),
  series: Array.from({ length: 12 }, (_, index) => series(`s${index}`, [1, 1, index + 1])),
};

describe("bands", () => {
  it("stack the largest at the bottom, at most seven, with the rest on top", () => {
    const bands = bandsOf(many, "area");
    expect(bands.map(({ id }) => id)).toEqual([
      "s11",
      "s10",
      "s9",
      "s8",
      "s7",
      "s6",
      "s5",
      otherId,
    ]);
    expect(bands.at(-1)).toMatchObject({ name: "Other (5)", step: 0, values: [5, 5, 15] });
  });

  it("say what one part of the rest lacks, and that it is carried where each part is", () => {
    const [, before = "", last = ""] = many.days;
    const measured: Qualifier = {
      from: last,
      to: last,
      value_date: null,
      is_carried: false,
      is_partial: false,
      is_average: false,
      spans_gap: false,
      lacks_days: false,
    };
    const restOf = (ids: readonly string[], flags: Partial<Qualifier>) => {
      const qualifiers = [{ ...measured, ...flags }];
      const marked = many.series.map((one) =>
        ids.includes(one.id) ? { ...one, qualifiers } : one,
      );
      const { whole } = viewOf({ ...many, series: marked }, "area");
      return whole.find(({ id }) => id === otherId)?.qualifiers;
    };
    const lacking = { is_partial: true, spans_gap: true };
    expect(restOf(["s0"], lacking)).toEqual([{ ...measured, ...lacking }]);
    const carried = { value_date: before, is_carried: true };
    expect(restOf(["s0"], carried)).toEqual([]);
    const all = ["s0", "s1", "s2", "s3", "s4"];
    expect(restOf(all, carried)).toEqual([{ ...measured, ...carried }]);
  });

  it("show an eighth entity rather than call one entity the others", () => {
    const eight = { ...many, series: many.series.slice(0, 8) };
    expect(bandsOf(eight, "area").some(({ id }) => id === otherId)).toBe(false);
  });

  it("stay in the order of the session when others have become larger", () => {
    const order = entityOrder({ ...many, series: many.series.slice(0, 3) });
    const later = {
      ...many,
      series: [series("s0", [9, 9, 99]), ...many.series.slice(1, 3), series("new", [1, 1, 50])],
    };
    expect(entityOrder(later, order)).toEqual(["s2", "s1", "s0", "new"]);
  });

  it("keep the order and the colours of what has an order of its own", () => {
    const cohorts: TimeData = {
      days: days(2),
      ordered: true,
      series: [
        { ...series("rest", [9, 9]), role: "other" },
        series("old", [1, 1]),
        series("young", [5, 5]),
      ],
    };
    const order = entityOrder(cohorts, ["young", "old"]);
    expect(bandsOf(cohorts, "area", order).map(({ id, step }) => [id, step])).toEqual([
      ["old", 1],
      ["young", 2],
      ["rest", 0],
    ]);
  });

  it("are all there for lines, and references come last", () => {
    const rate: ChartSeries = {
      id: "rate",
      name: "Rate",
      sample: false,
      values: [1, 1, 1],
      role: "reference",
    };
    const bands = bandsOf({ ...many, series: [rate, ...many.series] }, "line");
    expect(bands).toHaveLength(13);
    expect(bands.at(-1)?.role).toBe("reference");
  });
});

describe("unknown values", () => {
  const data: TimeData = {
    days: days(5),
    series: [series("a", [1, 2, null, 4, 5]), series("b", [null, 1, 1, 1, 1])],
  };

  it("leave a gap in the whole stack, with a reason", () => {
    const view = viewOf(data, "area");
    expect(view.gaps).toEqual([{ from: 2, to: 2, reason: "no data" }]);
    expect(view.total).toEqual([1, 3, null, 5, 6]);
    expect(view.drawn.map(({ values }) => values[2])).toEqual([null, null]);
  });

  it("before the first value are no gap: the entity was not there yet", () => {
    expect(viewOf(data, "area").gaps.some(({ from }) => from === 0)).toBe(false);
  });

  it("break only their own line", () => {
    const view = viewOf(data, "line");
    expect(view.gaps).toEqual([]);
    expect(view.drawn.map(({ values }) => values[2])).toEqual([null, 1]);
  });

  it("of a hidden series leave no gap", () => {
    expect(viewOf(data, "area", ["a"]).gaps.map(({ from }) => from)).toEqual([0]);
    expect(viewOf(data, "area", ["b"]).gaps.map(({ from }) => from)).toEqual([2]);
  });

  it("fill the chart when there is nothing else", () => {
    const view = viewOf({ days: days(4), series: [series("a", [null, null, null, null])] }, "area");
    expect(view.gaps).toEqual([{ from: 0, to: 3, reason: "no data" }]);
  });

  it("take the reason of the days", () => {
    const from = days(5)[1] ?? "";
    const gaps = [{ from, to: from, reason: "withheld" }];
    const view = viewOf({ ...data, gaps }, "area");
    expect(view.gaps.map(({ reason }) => reason)).toEqual(["withheld", "no data"]);
    expect(viewOf({ ...data, gaps }, "line").drawn[0]?.values[1]).toBeNull();
  });

  it("stand for days without a row in daily data", () => {
    const [first = "", , third = "", fourth = ""] = days(4);
    const whole = completeDays({ days: [first, third, fourth], series: [series("a", [1, 3, 4])] });
    expect(whole.days).toEqual(days(4));
    expect(whole.series[0]?.values).toEqual([1, null, 3, 4]);
  });

  it("do not come between the values of weeks and months", () => {
    const months = { days: ["2026-01-31", "2026-02-28"], series: [series("a", [1, 2])] };
    expect(completeDays(months)).toBe(months);
  });
});

describe("kinds", () => {
  const data: TimeData = {
    days: days(2),
    series: [series("a", [3, 1]), series("b", [1, 1])],
  };

  it("draw shares that add up to one", () => {
    const view = viewOf(data, "share");
    expect(view.drawn.map(({ values }) => values)).toEqual([
      [0.75, 0.5],
      [0.25, 0.5],
    ]);
  });

  it("have no shares where a value is negative", () => {
    const mixed = { ...data, series: [series("a", [3, 1]), series("b", [-1, 1])] };
    expect(viewOf(mixed, "share").drawn.map(({ values }) => values[0])).toEqual([null, null]);
  });

  it("draw a single day as a bar", () => {
    expect(viewOf({ ...data, days: days(1) }, "area").kind).toBe("bar");
  });

  it("refuse the logarithmic scale with a reason", () => {
    expect(logRefusal("area", 1)).toMatch(/Stacked/);
    expect(logRefusal("line", 0)).toMatch(/zero/);
    expect(logRefusal("line", 0.1)).toBeNull();
  });
});

describe("stretch of days", () => {
  it("holds the days between, and is nothing outside of the data", () => {
    const all = days(10);
    expect(spanOfDays(all, all[2] ?? "", all[5] ?? "")).toEqual({ from: 2, to: 5 });
    expect(spanOfDays(all, "1990-01-01", "2100-01-01")).toEqual({ from: 0, to: 9 });
    expect(spanOfDays(all, "2100-01-01", "2100-02-01")).toBeNull();
  });
});

describe("legend", () => {
  const data: TimeData = {
    days: days(40),
    series: [
      series(
        "a",
        Array.from({ length: 40 }, (_, index) => 1e9 + index * 1e8),
      ),
      series(
        "b",
        Array.from({ length: 40 }, () => 1e9),
      ),
    ],
  };
  const legend = (index: number, hidden: string[] = []) =>
    timeLegend({
      view: viewOf(data, "area", hidden),
      data,
      unit,
      hidden: new Set(hidden),
      index,
      changeDays: 30,
    });

  it("is the stack read downwards with value, share and change of a day", () => {
    const { rows, total } = legend(39);
    expect(rows.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(rows[1]).toMatchObject({ value: "4.90", share: "83.1%" });
    expect(rows[1]?.change).toEqual({ text: "+157.9%", sign: 1 });
    expect(rows[0]?.change).toEqual({ text: "0.0%", sign: 0 });
    expect(total).toMatchObject({ value: "5.90", share: "100%" });
  });

  it("says how many members of a series are sample data", () => {
    const sampleNote = "2 of 5 members are sample data";
    const mixed = data.series.map((one) => (one.id === "a" ? { ...one, sampleNote } : one));
    const noted = { ...data, series: mixed };
    const { rows } = timeLegend({
      view: viewOf(noted, "area"),
      data: noted,
      unit,
      hidden: new Set(),
      index: 39,
      changeDays: null,
    });
    expect(rows.map((row) => row.sampleNote)).toEqual([undefined, sampleNote]);
  });

  it("has no change where the past is not known", () => {
    expect(legend(10).rows[0]?.change?.text).toBe("—");
  });

  it("leaves what is hidden out of the total", () => {
    const { rows, total } = legend(39, ["b"]);
    expect(rows[0]).toMatchObject({ id: "b", hidden: true, share: "" });
    expect(rows[1]?.share).toBe("100%");
    expect(total).toBeNull();
  });

  it("shows the change of a value that is repeated as that of its own day", () => {
    const values = data.days.map((_, index) => (index < 33 ? 100 + index : 132));
    const gold = { ...series("gold", values), newest: data.days[32] ?? "" };
    const repeated = { days: data.days, series: [gold] };
    const view = viewOf(repeated, "line", []);
    const request = { view, data, unit, hidden: new Set<string>(), changeDays: 30 };
    const { rows } = timeLegend({ ...request, index: 39 });
    // The 32nd day against the second, and not the 39th against the ninth.
    expect(rows[0]?.change?.text).toBe("+29.4%");
    expect(rows[0]?.reason).toMatch(/^value of /);
    expect(timeLegend({ ...request, index: 32 }).rows[0]?.reason).toBeUndefined();
  });

  it("marks a total as carried if each of its values is, and as partial if one is", () => {
    const last = data.days[39] ?? "";
    const [before, earlier] = [data.days[38] ?? "", data.days[37] ?? ""];
    const own = {
      from: last,
      to: last,
      value_date: null,
      is_carried: false,
      is_partial: false,
      is_average: false,
      spans_gap: false,
      lacks_days: false,
    };
    const carried = (day: string) => ({ ...own, value_date: day, is_carried: true });
    const totalOf = (...qualifiers: ReadonlyArray<typeof own | ReturnType<typeof carried>>) => {
      const each = data.series.map((one, at) => {
        const qualifier = qualifiers[at];
        return { ...one, ...(qualifier && { qualifiers: [qualifier] }) };
      });
      const marked = { ...data, series: each };
      const view = viewOf(marked, "area", []);
      const request = { view, data: marked, unit, hidden: new Set<string>(), changeDays: 30 };
      return timeLegend({ ...request, index: 39 }).total;
    };
    const newest = `value of ${formatDay(before)}`;
    expect(totalOf(carried(before), carried(earlier))?.reason).toBe(newest);
    expect(totalOf(carried(before))?.reason).toBeUndefined();
    expect(totalOf(own, { ...own, is_partial: true })?.reason).toBe(
      "partial: days are missing or withheld",
    );
    const running = { ...own, is_partial: true, is_running: true as const };
    expect(totalOf(running, running)?.reason).toBe("partial: not over");
    expect(totalOf(running, { ...running, lacks_days: true })?.reason).toBe(
      "partial: not over, and days are withheld",
    );
    expect(totalOf()?.reason).toBeUndefined();
  });

  it("shows the change of a share in points", () => {
    const rates = {
      days: data.days,
      series: [
        series(
          "a",
          data.days.map((_, i) => 0.04 - i / 1e5),
        ),
      ],
    };
    const percent = { kind: "percent" } as const;
    const view = timeView({
      data: rates,
      kind: "line",
      unit: percent,
      hidden: new Set(),
      span: null,
      log: false,
    });
    const request = { view, data: rates, unit: percent, hidden: new Set<string>(), index: 39 };
    const { rows, changeHead } = timeLegend({ ...request, changeDays: 30 });
    expect(changeHead).toBe("30d, pp");
    expect(rows[0]?.change).toEqual({ text: "−0.03", sign: -1 });
  });
});

describe("gaps of lines", () => {
  it("are those with a reason", () => {
    const [from = "", to = ""] = [days(40)[10], days(40)[12]];
    const one = series(
      "a",
      days(40).map((_, index) => (index === 20 ? null : 1)),
    );
    const data = { days: days(40), series: [one], gaps: [{ from, to, reason: "withheld" }] };
    expect(viewOf(data, "line", []).gaps).toEqual([{ from: 10, to: 12, reason: "withheld" }]);
  });
});

describe("visibility", () => {
  const ids = ["a", "b", "c"];

  it("shows one alone, then all again", () => {
    const alone = isolate(ids, new Set(), "b");
    expect([...alone]).toEqual(["a", "c"]);
    expect(isAlone(ids, alone, "b")).toBe(true);
    expect(isolate(ids, alone, "b").size).toBe(0);
    expect([...isolate(ids, alone, "a")]).toEqual(["b", "c"]);
  });

  it("switches one on and off", () => {
    const hidden = toggle(new Set(), "a");
    expect([...hidden]).toEqual(["a"]);
    expect(toggle(hidden, "a").size).toBe(0);
  });
});
