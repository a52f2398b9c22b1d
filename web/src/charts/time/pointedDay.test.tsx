import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Chart } from "../Chart";
import { dayOfNumber } from "../dates";
import type { TimeData } from "../types";
import { createPointedDay } from "./pointedDay";
import "@/testing/charts";

const days = Array.from({ length: 40 }, (_, index) => dayOfNumber(20_737 + index));
const data: TimeData = {
  days,
  series: [
    {
      id: "larch",
      name: "Larch (sample)",
      sample: false,
      values: days.map((_, index) => 1e9 + index),
    },
  ],
};

function show(onChoose?: (day: string) => void) {
  const pointed = createPointedDay();
  render(
    <Chart
      id="pointed"
      title="Value"
      unitLine="US$"
      origin={{}}
      unit={{ kind: "money" }}
      kind="line"
      data={data}
      pointed={pointed}
      {...(onChoose ? { onChoose } : {})}
    />,
  );
  return { pointed, user: userEvent.setup(), plot: screen.getByRole("application") };
}

describe("the day under the crosshair", () => {
  it("is reported to what stands beside the chart", async () => {
    const { pointed, user, plot } = show();
    const pointedDays: (string | null)[] = [];
    pointed.watch(() => pointedDays.push(pointed.get()));
    act(() => plot.focus());
    await user.keyboard("{ArrowLeft}{Home}{Escape}");
    expect(pointedDays).toEqual([days.at(-1), days[0], null]);
  });

  it("is shown where something beside the chart points", () => {
    const { pointed } = show();
    act(() => pointed.set("2026-10-20"));
    expect(screen.getByRole("columnheader", { name: "20 Oct 2026" })).toBeVisible();
    act(() => pointed.set("1999-01-01"));
    expect(screen.queryByRole("columnheader", { name: "20 Oct 2026" })).not.toBeInTheDocument();
  });

  it("is chosen by Enter, which still zooms into a stretch", async () => {
    const chosen = vi.fn();
    const { user, plot } = show(chosen);
    expect(plot).toHaveAccessibleDescription(/Press Enter to explain the day/);
    act(() => plot.focus());
    await user.keyboard("{Enter}");
    expect(chosen).not.toHaveBeenCalled();
    await user.keyboard("{End}{ArrowLeft}{Enter}");
    expect(chosen).toHaveBeenCalledExactlyOnceWith(days.at(-2));
    await user.keyboard("{End}{Shift>}{PageUp}{/Shift}{Enter}");
    expect(chosen).toHaveBeenCalledOnce();
    expect(screen.getByRole("button", { name: /, reset$/ })).toBeVisible();
  });
});

describe("a chart of an index", () => {
  it("offers the scale beside the others and writes one decimal", async () => {
    const choose = vi.fn();
    const user = userEvent.setup();
    render(
      <Chart
        id="index"
        title="Growth"
        unitLine="Start = 100"
        origin={{}}
        unit={{ kind: "index" }}
        kind="line"
        data={{
          days,
          series: [{ id: "a", name: "A (sample)", sample: false, values: days.map(() => 104.26) }],
        }}
        scale={{
          value: "linear",
          onChange: () => {},
          rebased: { on: false, choose, refusal: null },
        }}
      />,
    );
    expect(screen.getByText("104.3")).toBeVisible();
    expect(screen.getByRole("columnheader", { name: "Start = 100" })).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Index" }));
    expect(choose).toHaveBeenCalledOnce();
  });
});

describe("what has no band of its own", () => {
  it("is grey on top, and no series that is over makes a gap", () => {
    const values = (end: number) => days.map((_, index) => (index < end ? 1e6 : null));
    render(
      <Chart
        id="other"
        title="Parts"
        unitLine="US$"
        origin={{}}
        unit={{ kind: "money" }}
        kind="area"
        data={{
          days,
          series: [
            { id: "o", name: "Other (5)", sample: false, role: "other", values: values(40) },
            { id: "a", name: "A (sample)", sample: false, values: values(40) },
            {
              id: "b",
              name: "B (sample)",
              sample: false,
              values: values(10),
              until: days[9] ?? "",
            },
          ],
        }}
      />,
    );
    const names = screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
    expect(names).toEqual(["Other (5)", "B (sample)", "A (sample)", "Total"]);
    expect(screen.getByRole("row", { name: /^Total/ })).toHaveTextContent("2.0");
  });

  it("has a mark in the legend if it includes sample data, as the total has", () => {
    const values = days.map(() => 1e6);
    const series = [
      { id: "harbour", name: "Harbour Chain", values, sample: true },
      { id: "orchard", name: "Orchard Chain", sample: false, values },
    ];
    render(
      <Chart
        id="marked"
        title="Marked"
        unitLine="US$"
        origin={{}}
        unit={{ kind: "money" }}
        kind="area"
        data={{ days, series }}
      />,
    );
    const names = screen.getAllByRole("rowheader").map(({ textContent }) => textContent?.trim());
    expect(names).toEqual(["Orchard Chain", "Harbour Chain Sample", "Total Sample"]);
  });
});
