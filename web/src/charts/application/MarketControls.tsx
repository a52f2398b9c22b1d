import type { ComponentProps } from "react";
import { Icon } from "@/components/ui/marks/Icon";
import { parameters } from "../addressParameters";
import { BenchmarkPicker } from "../benchmarks/BenchmarkPicker";
import type { BenchmarkLines } from "../benchmarks/benchmarks";
import { offeredCalculations } from "../calculation";
import { CalculationPicker } from "../derived/CalculationPicker";
import { CurrencyPicker } from "../derived/CurrencyPicker";
import { chosenSecond, onSecondAxis, secondChoices, withoutSeries } from "../derived/secondAxis";
import { ChartPicker, chartPickerLook } from "../frame/ChartPicker";
import { timeKind } from "../kinds";
import { intervalNames, modeName } from "../measures/offers";
import type { ChartedPage } from "../queries/market";
import type { TimeData } from "../types";
import { ComparePicker } from "./ComparePicker";
import {
  type ChartView,
  comparisonSettings,
  defaultStyle,
  modesOfMeasure,
  shownInterval,
  stepsOf,
  viewOf,
  withStep,
} from "./chartView";

type OpenerProps = ComponentProps<"button"> & { label: string; count: number };

/** The button of a list of choices, with the number of those made. */
function Opener({ label, count, ...rest }: OpenerProps) {
  return (
    <button type="button" {...rest} className={chartPickerLook}>
      <span className={count > 0 ? "" : "text-text-3"}>{label}</span>
      {count > 0 && <span className="num">{count}</span>}
      <span className="text-text-3">
        <Icon name="chevron" size={12} />
      </span>
    </button>
  );
}

type MarketControlsProps = {
  market: ChartedPage;
  view: ChartView;
  data: TimeData;
  benchmarks: Pick<BenchmarkLines, "offered" | "requestAll">;
  update: (patch: Partial<ChartView>) => void;
};

/** The controls of measure, grouping, interval and comparison. */
export function MarketControls({ market, view, data, benchmarks, update }: MarketControlsProps) {
  const { chart, measure, group, interval, mode, compared, scale } = view;
  const { hasLines } = timeKind(view.style);
  const modes = modesOfMeasure(chart);
  const choose = (id: string) => {
    const next = market.charts.find((one) => one.id === id);
    if (next) update(viewOf(next, view));
  };
  const compare = (next: readonly string[]) => update(comparisonSettings(view, next));
  return (
    // One row on phones, which is moved sideways: the picture stays near.
    <div className="md:contents max-md:-m-1 max-md:flex max-md:w-full max-md:gap-2 max-md:overflow-x-auto max-md:p-1 max-md:*:flex-none">
      <ChartPicker
        label={parameters.measure.label}
        value={chart.id}
        options={market.charts.map(({ id, label }) => ({ value: id, label }))}
        onChange={choose}
      />
      {chart.groups.length > 1 && (
        <ChartPicker
          label={parameters.group.label}
          value={group.by}
          options={chart.groups.map(({ by, label }) => ({ value: by, label }))}
          onChange={(by) =>
            update({
              group: chart.groups.find((one) => one.by === by) ?? group,
              compared: [],
              ...withoutSeries(view),
            })
          }
        />
      )}
      <ChartPicker
        label={parameters.interval.label}
        value={interval}
        options={stepsOf(chart).map((value) => ({
          value,
          label: value === "auto" ? "Auto" : intervalNames[value],
        }))}
        onChange={(next) => update(withStep(next, view.range))}
      />
      {modes.length > 1 && (
        <ChartPicker
          label="Show"
          value={mode}
          options={modes.map((value) => ({ value, label: modeName(value, measure) }))}
          onChange={(next) =>
            update({ mode: next, style: defaultStyle(chart, { mode: next, compared, scale }) })
          }
        />
      )}
      {measure.unit === "usd" && (
        <CurrencyPicker currency={view.currency} onChange={(currency) => update({ currency })} />
      )}
      <CalculationPicker
        state={view}
        offered={offeredCalculations({ measure, mode, interval: shownInterval(view, measure) })}
        data={data}
        update={update}
      />
      {group.by !== "none" && (
        <ComparePicker
          view={view}
          onChange={compare}
          trigger={<Opener label={parameters.compared.label} count={compared.length} />}
        />
      )}
      {hasLines && view.calculation === "none" && (
        <ChartPicker
          label={parameters.second.label}
          value={chosenSecond(data, view.second)}
          options={secondChoices(data)}
          onChange={(second) => update(onSecondAxis(view, second))}
        />
      )}
      {hasLines && (
        <BenchmarkPicker
          state={view}
          benchmarks={benchmarks}
          trigger={(shown) => <Opener label={parameters.benchmarks.label} count={shown} />}
          update={update}
        />
      )}
    </div>
  );
}
