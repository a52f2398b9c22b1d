import { type Range, rangeStart, ranges } from "@/charts/range";
import { DateRange } from "@/components/ui/inputs/DateRange";
import type { RangePreset } from "@/lib/dates/dateRange";
import { type Day, lastDay } from "@/lib/dates/day";
import type { ExploreState } from "../state/exploreState";
import { earliest } from "../state/useExplore";

const presets: Record<Range, RangePreset> = { "30D": "30D", "90D": "90D", "1Y": "1Y", All: "ALL" };

/** The shortest range that holds a day: the data of a chart is that of its range. */
function rangeWith(day: Day, last: Day): Range {
  return ranges.find((range) => (rangeStart(range, last) ?? "") <= day) ?? "All";
}

type ChartDatesProps = {
  state: Pick<ExploreState, "range" | "zoom" | "asOf">;
  update: (patch: Partial<Pick<ExploreState, "range" | "zoom">>) => void;
};

/** The days of a chart: a range that ends on the last day, or two days within one. */
export function ChartDates({ state: { range, zoom, asOf }, update }: ChartDatesProps) {
  const last = asOf ?? lastDay();
  return (
    <DateRange
      label="Dates"
      value={zoom ?? { preset: presets[range] }}
      bounds={{ from: earliest, to: last }}
      presets={Object.values(presets)}
      onChange={(value) => {
        if (!("preset" in value)) {
          update({ range: rangeWith(value.from, last), zoom: value });
          return;
        }
        const chosen = ranges.find((one) => presets[one] === value.preset);
        if (chosen) update({ range: chosen, zoom: null });
      }}
    />
  );
}
