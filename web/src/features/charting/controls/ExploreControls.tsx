import { parameters } from "@/charts/addressParameters";
import { offeredCalculations } from "@/charts/calculation";
import { CalculationPicker } from "@/charts/derived/CalculationPicker";
import { CurrencyPicker } from "@/charts/derived/CurrencyPicker";
import {
  chosenSecond,
  onSecondAxis,
  secondChoices,
  withoutSeries,
} from "@/charts/derived/secondAxis";
import { ChartPicker } from "@/charts/frame/ChartPicker";
import { timeKind } from "@/charts/kinds";
import { groupLabel } from "@/charts/measures/groups";
import { chartName } from "@/charts/measures/measure";
import { measureOf } from "@/charts/measures/measures";
import { intervalNames, intervalsOf, modeName, modesOf } from "@/charts/measures/offers";
import type { TimeData } from "@/charts/types";
import { Select } from "@/components/ui/selects/Select";
import { measuresOf, type Preset } from "../presets";
import {
  defaultGroup,
  defaultInterval,
  defaultLook,
  dimensionsOf,
  type ExploreState,
} from "../state/exploreState";
import type { GroupTarget } from "../state/useExplore";

type ControlsProps = {
  preset: Preset;
  state: ExploreState;
  data: TimeData;
  target: GroupTarget;
  update: (patch: Partial<ExploreState>) => void;
};

/** The controls of measure, grouping and time: each a choice in the address. */
export function ExploreControls({ preset, state, data, target, update }: ControlsProps) {
  const measure = measureOf(state.measure);
  if (!measure) return null;
  const modes = modesOf(measure);
  const offered = measuresOf(preset);
  return (
    <>
      <Select
        look="toolbar"
        label={parameters.measure.label}
        options={offered.map((one) => ({ value: one.slug, content: { label: chartName(one) } }))}
        value={state.measure}
        onChange={(slug) => {
          const next = measureOf(slug);
          if (!next) return;
          const interval = defaultInterval(next);
          const group =
            next.combining === measure.combining ? state.group : defaultGroup(next, preset);
          const named = group === state.group ? {} : withoutSeries(state);
          update({ measure: slug, interval, group, ...named, ...defaultLook(next, state.view) });
        }}
      />
      {state.view === "groups" && (
        <Select
          look="toolbar"
          label={parameters.group.label}
          options={dimensionsOf(measure, preset).map((by) => ({
            value: by,
            content: { label: groupLabel(by, target.kind) },
          }))}
          value={state.group}
          onChange={(group) => update({ group, ...withoutSeries(state) })}
        />
      )}
      <Select
        look="toolbar"
        label={parameters.interval.label}
        options={intervalsOf(measure).map((value) => ({
          value,
          content: { label: intervalNames[value] },
        }))}
        value={state.interval}
        onChange={(interval) => update({ interval, zoom: null })}
      />
      {modes.length > 1 && (
        <Select
          look="toolbar"
          label={parameters.mode.label}
          options={modes.map((mode) => ({
            value: mode,
            content: { label: modeName(mode, measure) },
          }))}
          value={state.mode}
          onChange={(mode) => update(defaultLook(measure, state.view, mode))}
        />
      )}
      <CalculationPicker
        state={state}
        offered={offeredCalculations({ measure, mode: state.mode, interval: state.interval })}
        data={data}
        update={update}
      />
      {timeKind(state.style).hasLines && state.calculation === "none" && (
        <ChartPicker
          label={parameters.second.label}
          value={chosenSecond(data, state.second)}
          options={secondChoices(data)}
          onChange={(second) => update(onSecondAxis(state, second))}
        />
      )}
      {measure.unit === "usd" && (
        <CurrencyPicker currency={state.currency} onChange={(currency) => update({ currency })} />
      )}
    </>
  );
}
