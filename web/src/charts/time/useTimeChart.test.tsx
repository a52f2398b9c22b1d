import { renderHook } from "@testing-library/react";
import { createRef } from "react";
import { expect, it } from "vitest";
import type { ChartUnit, TimeData } from "../types";
import { useTimeChart, type ZoomableChartProps } from "./useTimeChart";
import "@/testing/charts";

type Shown = Pick<ZoomableChartProps, "unit" | "unitLine" | "data">;

function shown(unit: ChartUnit, unitLine: string, value: number | null): Shown {
  const series =
    value === null ? [] : [{ id: "fund", name: "Fund", sample: false, values: [value] }];
  const data: TimeData = { days: value === null ? [] : ["2026-11-19"], series };
  return { unit, unitLine, data };
}

const dollars: ChartUnit = { kind: "money" };
const euros: ChartUnit = { kind: "money", code: "EUR", symbol: "€" };
const index: ChartUnit = { kind: "index" };

const host = createRef<HTMLElement>();
const zoom = { value: null, onChange: () => undefined };
const drawings: string[] = [];

function useDrawn(props: Shown) {
  const fixed = { id: "x", title: "Value", kind: "line", origin: {}, zoom } as const;
  const { view, legend } = useTimeChart({ ...fixed, ...props }, host);
  const value = view.visible[0]?.values[0] ?? "nothing";
  drawings.push(`${value} as ${legend.unitHead} under ${props.unitLine}`);
}

it("never draws values under the unit of others, not even for one drawing", () => {
  const { rerender } = renderHook(useDrawn, { initialProps: shown(dollars, "US$", 125) });
  for (const next of [
    shown(euros, "EUR", 100),
    shown(dollars, "US$", 125),
    shown(euros, "EUR", null),
    shown(euros, "EUR", 100),
    shown(index, "Start = 100. EUR", 99),
    shown(index, "Start = 100. US$", 98),
  ])
    rerender(next);
  expect([...new Set(drawings)]).toEqual([
    "125 as US$ under US$",
    "100 as EUR under EUR",
    "nothing as EUR under EUR",
    "99 as Start = 100 under Start = 100. EUR",
    "98 as Start = 100 under Start = 100. US$",
  ]);
});
