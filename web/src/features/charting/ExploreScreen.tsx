import { type ComponentType, type ReactNode, useMemo, useState } from "react";
import { parameters, type View } from "@/charts/addressParameters";
import { IgnoredSettings } from "@/charts/application/IgnoredSettings";
import { lookControls } from "@/charts/application/lookControls";
import { indexUnit, isIndexed, useRebased } from "@/charts/application/useRebased";
import { BenchmarkPicker } from "@/charts/benchmarks/BenchmarkPicker";
import { useBenchmarkLines, withBenchmarks } from "@/charts/benchmarks/benchmarks";
import { Chart } from "@/charts/Chart";
import { calculations } from "@/charts/calculation";
import { comparedSeriesName } from "@/charts/comparedSeries";
import { shownDays } from "@/charts/data/shownDays";
import { lineName, type SeriesInput } from "@/charts/data/timeData";
import { useSecondAxis, withoutSeries } from "@/charts/derived/secondAxis";
import { useCalculated } from "@/charts/derived/useCalculated";
import { useConverted } from "@/charts/derived/useConverted";
import { changeDays } from "@/charts/explanation/chartNumbers";
import { figureExplainer } from "@/charts/explanation/figureExplainer";
import type { FileQuery } from "@/charts/files/saveValues";
import { valueFileEntries } from "@/charts/files/valueFileEntries";
import { onlyLines, type TimeKind } from "@/charts/kinds";
import { eventEntries } from "@/charts/markers/events";
import { isBetterLow } from "@/charts/measures/direction";
import { measureOf } from "@/charts/measures/measures";
import { stylesOf } from "@/charts/measures/offers";
import { createPointedDay } from "@/charts/time/pointedDay";
import { Lazy } from "@/components/Lazy";
import { programEntries } from "@/components/programEntries";
import { type DataKind, DataNote } from "@/components/states/DataNote";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import { Button } from "@/components/ui/buttons/Button";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Icon } from "@/components/ui/marks/Icon";
import { copyText } from "@/lib/browser/clipboard";
import { formatDay } from "@/lib/format";
import { toastLoadFailure } from "@/lib/loading/useOnDemand";
import { showToast } from "@/lib/toasts";
import { FilterBar } from "@/lists/filter/FilterBar";
import { ExploreControls } from "./controls/ExploreControls";
import { FurtherControls } from "./controls/FurtherControls";
import type { PreparedChart } from "./prepared/preparedChart";
import { useGroupsChart } from "./prepared/useGroupsChart";
import { useSeriesChart } from "./prepared/useSeriesChart";
import type { Preset } from "./presets";
import { exploreFilterFields } from "./state/exploreFilter";
import { defaultLook, type ExploreState } from "./state/exploreState";
import { useComparedSeries, useExploreState, useGroups } from "./state/useExplore";
import { useFilterOptions } from "./state/useFilterOptions";

/** Keeps the room of what stands below a chart, so that nothing moves when it comes. */
function Room() {
  return <div aria-hidden="true" className="min-h-[960px]" />;
}

const loadBelow = async () => (await import("./below/BelowChart")).BelowChart;
const loadCompareBar = async () => (await import("./controls/CompareBar")).CompareBar;
const loadCohorts = async () => (await import("./CohortView")).CohortView;
const loadDates = async () => (await import("./controls/lateControls")).ChartDates;

/** Loads the explanation of a day when the day is chosen. */
function explainDay(chart: PreparedChart, day: string): void {
  import("./prepared/explainChart").then(
    ({ explainChart }) => explainChart(chart, day),
    () => toastLoadFailure("Explain"),
  );
}

async function copyLink(): Promise<void> {
  const done = await copyText(window.location.href);
  showToast({
    id: "chart-link",
    variant: done ? "success" : "danger",
    message: done
      ? "Link copied."
      : "Could not copy the link: the browser blocked access to the clipboard.",
  });
}

type ExploreScreenProps = {
  preset: Preset;
  /** The views that are not charts of series: the holders of a token, and the vintages, which need no choice. */
  Holders?: ComponentType<{ token: string }>;
  Vintages?: ComponentType;
};

/** A charting page: many series in groups, some chosen ones, or a kind of chart of its own, all of it in its address. */
export function ExploreScreen({ preset, Holders, Vintages }: ExploreScreenProps) {
  const explore = useExploreState(preset);
  const { state, update, unread } = explore;
  const views = <Views preset={preset} state={state} update={update} />;
  if (state.view !== preset.further?.view) {
    return <SeriesScreen preset={preset} explore={explore} views={views} />;
  }
  return (
    <>
      <div>{views}</div>
      <IgnoredConditions noun="setting" count={unread.length} onRemove={() => update({})} />
      {Holders && <Lazy load={loadCohorts} give={{ state, update, Holders }} fallback={<Room />} />}
      {Vintages && <Vintages />}
    </>
  );
}

type Explore = ReturnType<typeof useExploreState>;

/** The choice of what is drawn. */
function Views({ preset, state, update }: Pick<Explore, "state" | "update"> & { preset: Preset }) {
  const measure = measureOf(state.measure);
  const { further } = preset;
  return (
    <SegmentedControl<View>
      label={parameters.view.label}
      value={state.view}
      segments={[
        { value: "groups", label: "Groups" },
        { value: "series", label: "Selected series" },
        ...(further ? [{ value: further.view, label: further.label }] : []),
      ]}
      onChange={(view) =>
        update({
          view,
          chosen: [],
          ...withoutSeries(state),
          ...(measure ? defaultLook(measure, view, state.mode) : {}),
        })
      }
    />
  );
}

type SeriesScreenProps = { preset: Preset; explore: Explore; views: ReactNode };

function SeriesScreen({ preset, explore, views }: SeriesScreenProps) {
  const { state, update, filters, written, changeFilters, ready } = explore;
  const groups = useGroups(preset, explore);
  const chosen = useComparedSeries(state, ready);
  const isGroups = state.view === "groups";
  const dates = (isGroups ? groups.answer.data?.dates : chosen.answer.data?.dates) ?? noDates;
  const unitName =
    (isGroups ? groups.answer.data?.unit : chosen.answer.data?.lines[0]?.unit) ?? null;
  const benchmarks = useBenchmarkLines({
    ...state,
    isIndex: isIndexed(state),
    unit: unitName,
    dates,
  });
  const asGroups = useGroupsChart(state, groups, isGroups ? benchmarks.parts : noSeries);
  const asSeries = useSeriesChart(state, chosen, isGroups ? noSeries : benchmarks.parts);
  const answered = withBenchmarks(isGroups ? asGroups : asSeries, benchmarks);
  const source = isGroups ? groups.request : chosen.request;
  const money = useConverted(answered, { ...state, source });
  const chart = useSecondAxis(useCalculated(money, state), state);
  const options = useFilterOptions(preset, ready);
  const [pointed] = useState(createPointedDay);
  const days = useMemo(() => shownDays(chart.data.days, state), [chart, state]);
  const ignored = written.length - filters.length + (isGroups ? groups.target.ignored.length : 0);
  const { latest, networks } = chosen;
  const names = useMemo(
    () =>
      new Map(
        latest.data?.results.map((one, _, all) => [
          comparedSeriesName(one),
          lineName(one, all, networks),
        ]),
      ),
    [latest.data, networks],
  );
  return (
    <>
      <DataNote kind={noteKind(answered)} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {views}
        {isGroups && (
          <FilterBar
            fields={exploreFilterFields(preset, options)}
            filters={written}
            onChange={changeFilters}
          />
        )}
        <div className="ms-auto flex gap-2">
          <BenchmarkPicker
            state={state}
            benchmarks={benchmarks}
            trigger={(shown) => (
              <Button size="small">
                <Icon name="charting" size={14} />
                {parameters.benchmarks.label}
                {shown > 0 && <span className="num text-text-3">{shown}</span>}
              </Button>
            )}
            update={update}
          />
          <Lazy
            load={loadDates}
            give={{ state, update }}
            fallback={<div aria-hidden="true" className="h-(--control-h-sm) w-[96px]" />}
          />
          <FurtherControls state={state} update={update} />
        </div>
      </div>
      {!isGroups && (
        <Lazy
          load={loadCompareBar}
          give={{
            preset,
            measure: state.measure,
            chosen: state.chosen,
            names,
            onChange: (next) => update({ chosen: next }),
          }}
          fallback={<div aria-hidden="true" className="h-[61px]" />}
        />
      )}
      {isGroups && (
        <IgnoredConditions
          count={ignored}
          onRemove={() =>
            changeFilters(filters.filter((filter) => !groups.target.ignored.includes(filter)))
          }
        />
      )}
      <IgnoredSettings
        unread={explore.unread}
        data={answered.data}
        second={state.second}
        update={update}
      />
      <ExploreChart
        preset={preset}
        explore={explore}
        chart={chart}
        fileQuery={fileQueryOf(state, chart, source)}
        controls={
          <ExploreControls
            preset={preset}
            state={state}
            data={answered.data}
            target={groups.target}
            update={update}
          />
        }
        pointed={pointed}
      />
      {chart.state.status === "loading" ? (
        <Room />
      ) : (
        <Lazy load={loadBelow} give={{ chart, days, pointed }} fallback={<Room />} />
      )}
    </>
  );
}

/** The query for the file of a chart: that of the chart, without the days that only serve for changes. */
function fileQueryOf(
  state: ExploreState,
  { data }: PreparedChart,
  request: object | null,
): FileQuery | null {
  if (request === null) return null;
  const file = state.view === "groups" ? "timeseries.aggregate" : "timeseries.get";
  const [from] = shownDays(data.days, { range: state.range, zoom: null });
  const isExact = state.mode === "cumulative" || state.likeForLike;
  return { file, query: isExact || from === undefined ? request : { ...request, from } };
}

/** The kind of numbers, once there are any. */
function noteKind({ state, sample }: PreparedChart): DataKind {
  if (state.status === "ready") return sample ? "sample" : "known";
  return state.status === "empty" ? "none" : undefined;
}

const noDates: readonly string[] = [];
const noSeries: readonly SeriesInput[] = [];

type ExploreChartProps = {
  preset: Preset;
  explore: ReturnType<typeof useExploreState>;
  chart: PreparedChart;
  fileQuery: FileQuery | null;
  controls: ReactNode;
  pointed: ReturnType<typeof createPointedDay>;
};

function ExploreChart(props: ExploreChartProps) {
  const { preset, explore, chart, fileQuery, controls, pointed } = props;
  const { state, update, controlled } = explore;
  const measure = measureOf(state.measure);
  const isPlain = state.calculation === "none";
  const styles: readonly TimeKind[] =
    measure && isPlain ? stylesOf(measure, state.mode) : onlyLines;
  const isIndex = isIndexed(state);
  const { data, start, notes } = useRebased(state, chart.data);
  const explainerOf = figureExplainer({
    ...chart,
    numberOf: (id, day) => (chart.adds || id !== null ? chart.numberOf(id, day) : null),
    start,
  });
  const ready = chart.state.status === "ready" ? fileQuery : null;
  const refusal =
    state.mode === "level" && isPlain ? null : "Changes and calculations cannot be rebased to 100.";
  return (
    <Chart
      explainerOf={explainerOf}
      id={`${preset.id}-${state.view}-${state.measure}-${state.group}`}
      title={`${chart.title}${calculations[state.calculation].title}`}
      unitLine={[
        ...(isIndex ? ["Start of the range = 100"] : []),
        chart.unitLine,
        ...(state.asOf ? [`As known on ${formatDay(state.asOf)}`] : []),
      ].join(". ")}
      unit={isIndex ? indexUnit : chart.unit}
      kind={state.style}
      data={data}
      state={chart.state}
      sample={chart.sample}
      origin={chart.origin}
      betterLow={isBetterLow(state.measure)}
      changeDays={state.interval === "day" && state.mode === "level" && isPlain ? changeDays : null}
      {...(chart.freshness ? { freshness: chart.freshness } : {})}
      coverage={chart.coverage}
      footnotes={[...chart.footnotes, ...notes]}
      controls={controls}
      {...lookControls(state, { styles, refusal }, update)}
      {...controlled}
      menu={[
        valueFileEntries(ready, state.currency),
        programEntries(ready && { kind: "file", name: ready.file, query: ready.query }),
        state.view === "series" ? eventEntries(state.events, (events) => update({ events })) : [],
        [{ label: "Copy link to this view", icon: "link", onSelect: () => void copyLink() }],
      ]}
      pointed={pointed}
      onChoose={(day) => explainDay(chart, day)}
    />
  );
}
