import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Chart } from "@/charts/Chart";
import { dayOfNumber } from "@/charts/dates";
import type { TimeChartProps } from "@/charts/time/useTimeChart";
import type { TimeData } from "@/charts/types";

const count = 120;
export const days = Array.from({ length: count }, (_, index) =>
  dayOfNumber(20_777 - count + index),
);

export const data: TimeData = {
  days,
  series: [
    {
      id: "larch",
      name: "Larch (sample)",
      sample: false,
      values: days.map((_, index) => 2e9 + index * 1e7),
    },
    { id: "rowan", name: "Rowan (sample)", sample: false, values: days.map(() => 1e9) },
  ],
};

/** Shows a chart over time of two networks. */
export function showChart(part: Partial<Omit<TimeChartProps, "data">> & { data?: TimeData } = {}) {
  const props: TimeChartProps = {
    id: "test",
    title: "Value by network",
    unitLine: "US$ billion",
    unit: { kind: "money" },
    kind: "area",
    data,
    origin: {},
    ...part,
  };
  render(<Chart {...props} />);
  return userEvent.setup();
}

export const plot = () => screen.getByRole("application", { name: /Value by network/ });
export const legendRow = (name: RegExp) => screen.getByRole("row", { name });
export const announcedText = () =>
  screen
    .getAllByRole("status")
    .map((element) => element.textContent)
    .join("");
