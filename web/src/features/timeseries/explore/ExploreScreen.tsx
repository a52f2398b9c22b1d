import dynamic from "next/dynamic";
import { type ReactNode, useMemo, useState } from "react";
import { explain } from "@/api/explained";
import { Chart } from "@/components/chart/Chart";
import type { StyleKind } from "@/components/chart/chartProps";
import { indexAtOrAfter, indexAtOrBefore } from "@/components/chart/dates";
import { alone, scaleOf } from "@/components/chart/numbers";
import { createPointedDay } from "@/components/chart/pointedDay";
import { rangeStart } from "@/components/chart/range";
import type { ChartUnit } from "@/components/chart/types";
import { FilterBar } from "@/components/filter/FilterBar";
import { IgnoredConditions } from "@/components/filter/IgnoredConditions";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { copyText } from "@/lib/clipboard";
import { formatDay } from "@/lib/format";
import { showToast } from "@/lib/toasts";
import { DataNote } from "../parts/DataNote";
import { measureOf } from "../parts/measures";
import { rebased } from "../parts/rebase";
import { useStable } from "../parts/useStable";
import { BenchmarkPicker } from "./BenchmarkPicker";
import { CompareBar } from "./CompareBar";
import type { Drawn } from "./drawn";
import { ExploreControls, FurtherControls } from "./ExploreControls";
import { filterFields } from "./exploreFilter";
import { type ExploreState, stylesOf, usualLook } from "./exploreState";
import type { Preset } from "./presets";
import { useChosenDrawn } from "./useChosenDrawn";
import { useChosen, useExploreState, useGroups } from "./useExplore";
import { useFilterOptions } from "./useFilterOptions";
import { useGroupsDrawn } from "./useGroupsDrawn";
import { fits, useBenchmarks, useReferences } from "./useReferences";

/** Keeps the room of what stands below a chart, so that nothing moves when it comes. */
function Room() {
  return <div aria-hidden="true" className="min-h-[960px]" />;
}

const BelowChart = dynamic(async () => (await import("./BelowChart")).BelowChart, {
  ssr: false,
  loading: Room,
});

const indexUnit: ChartUnit = { kind: "index" };
const rateRefusal =
  "Rates stand beside yields; prices and indexes where every line starts at 100: choose lines and the scale Index.";

/** The days that the chart shows: those of the zoom, else of the range. */
function shownDays({ data }: Drawn, { zoom, range }: ExploreState): readonly string[] {
  const { days } = data;
  if (days.length === 0) return days;
  const start = zoom?.from ?? rangeStart(range, days.at(-1) ?? "");
  const from = start === null ? 0 : indexAtOrAfter(days, start);
  const to = zoom ? indexAtOrBefore(days, zoom.to) : days.length - 1;
  return days.slice(from, to + 1);
}

/** Explains what is drawn on a day: the sum of groups, or one of several lines. */
function explainDay(drawn: Drawn, day: string): void {
  const { data, unit } = drawn;
  const index = data.days.indexOf(day);
  const scale = scaleOf(
    unit,
    Math.max(...data.series.map(({ values }) => Math.abs(values[index] ?? 0))),
  );
  const items = data.series.flatMap(({ id, name, values }) => {
    const number = drawn.numberOf(id, day);
    const value = values[index] ?? null;
    return number
      ? [{ name, figure: value === null ? "no value" : alone(value, scale), number }]
      : [];
  });
  const total = drawn.adds ? drawn.numberOf(null, day) : null;
  const [only] = items;
  if (items.length === 1 && only) {
    explain(only.number);
    return;
  }
  if (total) items.unshift({ name: "All together", figure: "", number: total });
  if (items.length > 0) explain({ kind: "several", name: formatDay(day), items });
}

async function copyLink(): Promise<void> {
  const done = await copyText(window.location.href);
  showToast({
    id: "chart-link",
    variant: done ? "success" : "danger",
    message: done ? "Link copied." : "The browser did not let the link be copied.",
  });
}

function useBeside(state: ExploreState, unit: string | null, dates: readonly string[]) {
  const [asked, setAsked] = useState(false);
  const all = useBenchmarks(asked || state.beside.length > 0);
  // A stack has no place for a line beside it.
  const offered =
    state.style === "line" ? all.filter((one) => fits(one, unit, state.scale === "index")) : [];
  const chosen = offered.filter(({ subject_slug: slug }) => state.beside.includes(slug));
  const references = useReferences(chosen, dates, state.interval);
  return { offered, references, ask: () => setAsked(true) };
}

/** A charting page: many series in groups or some chosen ones, all of the view in its address. */
export function ExploreScreen({ preset }: { preset: Preset }) {
  const explore = useExploreState(preset);
  const { state, update, filters, written, changeFilters, ready } = explore;
  const groups = useGroups(preset, explore);
  const chosen = useChosen(state, ready);
  const isGroups = state.view === "groups";
  const measure = measureOf(state.metric);
  const dates = (isGroups ? groups.answer.data?.dates : chosen.answer.data?.dates) ?? noDates;
  const unitName =
    (isGroups ? groups.answer.data?.unit : chosen.answer.data?.lines[0]?.unit) ?? null;
  const { offered, references, ask } = useBeside(state, unitName, dates);
  const parts = useStable(references.parts);
  const asGroups = useGroupsDrawn(state, groups, isGroups ? parts : noParts);
  const asSeries = useChosenDrawn(state, chosen, isGroups ? noParts : parts);
  const drawn = isGroups ? asGroups : asSeries;
  const options = useFilterOptions(preset, ready);
  const [pointed] = useState(createPointedDay);
  const days = useMemo(() => shownDays(drawn, state), [drawn, state]);
  const ignored = written.length - filters.length + (isGroups ? groups.asked.ignored.length : 0);
  const names = useMemo(
    () =>
      new Map(
        chosen.latest.data?.results.map(
          ({ subject_kind, subject_slug, network_slug, subject_name }) => [
            [subject_kind, subject_slug, ...(network_slug ? [network_slug] : [])].join(":"),
            subject_name,
          ],
        ),
      ),
    [chosen.latest.data],
  );
  return (
    <>
      <DataNote sample={drawn.sample} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          label="What is drawn"
          value={state.view}
          segments={[
            { value: "groups", label: "Groups" },
            { value: "series", label: "Chosen series" },
          ]}
          onChange={(view) =>
            update({ view, chosen: [], ...(measure ? usualLook(measure, view, state.mode) : {}) })
          }
        />
        {isGroups && (
          <FilterBar
            fields={filterFields(preset, options)}
            filters={written}
            onChange={changeFilters}
          />
        )}
        <div className="ms-auto flex gap-2">
          <BenchmarkPicker
            offered={offered}
            chosen={state.beside}
            refusal={rateRefusal}
            onOpen={ask}
            onChange={(beside) => update({ beside })}
          />
          <FurtherControls state={state} update={update} />
        </div>
      </div>
      {!isGroups && (
        <CompareBar
          preset={preset}
          metric={state.metric}
          chosen={state.chosen}
          names={names}
          onChange={(next) => update({ chosen: next })}
        />
      )}
      {isGroups && (
        <IgnoredConditions
          count={ignored}
          onRemove={() =>
            changeFilters(filters.filter((filter) => !groups.asked.ignored.includes(filter)))
          }
        />
      )}
      <ExploreChart
        preset={preset}
        explore={explore}
        drawn={drawn}
        days={days}
        controls={
          <ExploreControls preset={preset} state={state} asked={groups.asked} update={update} />
        }
        credits={references.origins.flatMap(({ series, versions }) => {
          const load = versions[0]?.load;
          return load ? [`${series.subject_name}: ${load.attribution ?? load.source}.`] : [];
        })}
        pointed={pointed}
      />
      {drawn.state.status === "loading" ? (
        <Room />
      ) : (
        <BelowChart drawn={drawn} days={days} pointed={pointed} />
      )}
    </>
  );
}

const noDates: readonly string[] = [];
const noParts: ReturnType<typeof useReferences>["parts"] = [];

type ExploreChartProps = {
  preset: Preset;
  explore: ReturnType<typeof useExploreState>;
  drawn: Drawn;
  days: readonly string[];
  controls: ReactNode;
  credits: readonly string[];
  pointed: ReturnType<typeof createPointedDay>;
};

function ExploreChart(props: ExploreChartProps) {
  const { preset, explore, drawn, days, controls, credits, pointed } = props;
  const { state, update } = explore;
  const measure = measureOf(state.metric);
  const styles: readonly StyleKind[] = measure ? stylesOf(measure, state.mode) : ["line"];
  const isIndex = state.scale === "index" && state.style === "line" && state.mode === "level";
  const data = useMemo(
    () => (isIndex ? rebased(drawn.data, days[0] ?? null) : drawn.data),
    [isIndex, drawn.data, days],
  );
  const refusal =
    state.mode !== "level"
      ? "Changes have no start to be compared with."
      : "Only lines start at 100; stacked values do not.";
  return (
    <Chart
      id={`${preset.id}-${state.view}-${state.metric}-${state.group}`}
      title={drawn.title}
      unitLine={isIndex ? `Start of the range = 100. ${drawn.unitLine}` : drawn.unitLine}
      unit={isIndex ? indexUnit : drawn.unit}
      kind={state.style}
      data={data}
      state={drawn.state}
      sample={drawn.sample}
      origin={drawn.origin}
      changeDays={state.interval === "day" && state.mode === "level" ? 30 : null}
      {...(drawn.freshness ? { freshness: drawn.freshness } : {})}
      coverage={drawn.coverage}
      footnotes={[...drawn.footnotes, ...credits]}
      controls={controls}
      range={{ value: state.range, onChange: (range) => update({ range, zoom: null }) }}
      style={{ value: state.style, options: styles, onChange: (style) => update({ style }) }}
      scale={{
        value: state.scale === "log" ? "log" : "linear",
        onChange: (scale) => update({ scale }),
        rebased: {
          on: state.scale === "index",
          choose: () => update({ scale: "index" }),
          refusal: state.style === "line" && state.mode === "level" ? null : refusal,
        },
      }}
      zoom={{ value: state.zoom, onChange: (zoom) => update({ zoom }) }}
      menu={[[{ label: "Copy link to this view", icon: "link", onSelect: () => void copyLink() }]]}
      pointed={pointed}
      onChoose={(day) => explainDay(drawn, day)}
    />
  );
}
