import type { GetAggregateResponse } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { plansBeyond } from "@/api/plans";
import type { Answer } from "@/api/series";
import { planNotes } from "@/components/plans/planNames";
import { Button } from "@/components/ui/buttons/Button";
import { formatDay } from "@/lib/format";
import { withBenchmarks } from "../benchmarks/benchmarks";
import { Chart } from "../Chart";
import { calculations } from "../calculation";
import { isConverted } from "../currencies";
import { freshnessOf, lastKnownOf } from "../data/freshness";
import { useOrigins } from "../data/useOrigin";
import { explainShown } from "../derived/explainShown";
import { useSecondAxis } from "../derived/secondAxis";
import type { ShownChart } from "../derived/shownChart";
import { useCalculated } from "../derived/useCalculated";
import { useConverted } from "../derived/useConverted";
import { changeDays } from "../explanation/chartNumbers";
import { figureExplainer } from "../explanation/figureExplainer";
import { valueFileEntries } from "../files/valueFileEntries";
import { onlyLines, type TimeKind } from "../kinds";
import { eventEntries, leftOutNotes } from "../markers/events";
import { type EventSources, mayHappen } from "../markers/useEvents";
import { isBetterLow } from "../measures/direction";
import { groupNote } from "../measures/groups";
import { intervalNote } from "../measures/offers";
import type { ChartedPage } from "../queries/market";
import type { ChartState, ChartUnit } from "../types";
import { coverageText } from "./chartData";
import { chartTitle } from "./chartTitle";
import { type ChartView, comparisonSettings, stylesOfMeasure, useChartView } from "./chartView";
import { numbersOf } from "./explainedFigures";
import { IgnoredSettings } from "./IgnoredSettings";
import { lookControls } from "./lookControls";
import { MarketControls } from "./MarketControls";
import { explainPressed, requestsOf } from "./nested";
import { useMarketData } from "./useMarketData";
import { indexUnit, isIndexed, useRebased } from "./useRebased";

/** A sentence on the compared groups that have no data here. */
function notCompared({ compared }: ChartView, known: GetAggregateResponse | undefined) {
  const missing = compared.filter((name) => known?.groups.every(({ key }) => key !== name));
  return known && missing.length > 0 ? [`No data available here for ${missing.join(", ")}.`] : [];
}

function stateOf(
  answer: Answer<GetAggregateResponse>,
  isEmpty: boolean,
  { compared }: ChartView,
  clear: () => void,
): ChartState {
  if (answer.data && !isEmpty) return { status: "ready" };
  if (answer.data && compared.length > 0) {
    const action = (
      <Button size="small" onClick={clear}>
        Show all
      </Button>
    );
    return { status: "empty", title: "None of the compared items has data in this view", action };
  }
  if (answer.data) {
    const text = "Values appear after the first import.";
    return { status: "empty", title: "No data for this view yet", text };
  }
  if (!answer.error) return { status: "loading" };
  const onRetry = () => void answer.refetch();
  return { status: "error", failure: describeFailure(answer.error), onRetry };
}

const unitNames = { money: "US$", percent: "Percent", index: "Points" } as const;

function unitName(unit: ChartUnit): string {
  if (unit.kind !== "count") return unitNames[unit.kind];
  return unit.noun.charAt(0).toUpperCase() + unit.noun.slice(1);
}

/** "US$, end of day UTC", "US$, sum since 17 Nov 2025, UTC" */
function unitLineOf(view: ChartView, first: string | undefined): string {
  const { chart, mode } = view;
  const unit = unitName(chart.unit);
  if (mode === "cumulative" && first) return `${unit}, sum since ${formatDay(first)}, UTC`;
  if (mode === "flow" && chart.kind === "stock" && !chart.fixed) return `${unit}, change, UTC`;
  return isIndexed(view) ? `Start of the range = 100. ${chart.unitLine}` : chart.unitLine;
}

/** Why not every line can start at 100; null where it can. */
function indexRefusal({ chart, mode, calculation }: ChartView): string | null {
  if (calculation !== "none") return "Calculated series cannot be rebased to 100.";
  if (chart.unit.kind === "percent") return "Rates are compared without rebasing.";
  return mode === "level" ? null : "Changes and sums cannot be rebased to 100.";
}

function shownStyles({ chart, mode, calculation }: ChartView): readonly TimeKind[] {
  return calculation === "none" ? stylesOfMeasure(chart, mode) : onlyLines;
}

type MarketChartProps = {
  market: ChartedPage;
  /** The events of the one record that the chart is of, which are marked. */
  events?: EventSources | null;
  size?: "main" | "asset";
  headingLevel?: 2 | 3;
};

/** The chart of a page: measure, grouping, time, style and benchmarks are in its address. */
export function MarketChart(props: MarketChartProps) {
  const { market, size = "main", headingLevel = 2 } = props;
  const events = props.events && mayHappen(props.events) ? props.events : null;
  const { view, update, controlled, unread, ready } = useChartView(market);
  const { chart, group, mode, style } = view;
  const charted = useMarketData(view, ready, events);
  const { request, answer, interval, marked, benchmarks } = charted;
  const { data: known } = answer;
  const origin = useOrigins(requestsOf(chart, request), [known]);
  const isEmpty = !marked.series.some(({ role }) => role !== "reference");
  const title = chartTitle(view);
  const own: ShownChart = {
    data: marked,
    unit: chart.unit,
    unitLine: unitLineOf(view, marked.days[0]),
    state: stateOf(answer, isEmpty, view, () => update(comparisonSettings(view, []))),
    sample: known?.total.has_sample ?? false,
    freshness: known ? freshnessOf(marked, known.dates, lastKnownOf(known)) : null,
    coverage: coverageText(known),
    footnotes: [
      ...(known ? intervalNote(known.interval, view.mode) : []),
      ...groupNote(group.by),
      ...notCompared(view, known),
      ...leftOutNotes(charted.left),
      ...planNotes(plansBeyond(known)),
    ],
    origin,
    ...numbersOf({ ...charted, view, title }),
  };
  const answered = withBenchmarks(own, benchmarks);
  const { currency } = view;
  const money = useConverted(answered, { currency, interval, asOf: null, source: request });
  const calculated = useCalculated(money, view);
  const shown = useSecondAxis(calculated, view);
  const isPlain = !isConverted(view.currency) && view.calculation === "none";
  const { data, start, notes } = useRebased(view, shown.data);
  const fileQuery = known ? { file: "timeseries.aggregate" as const, query: request } : null;
  return (
    <>
      <IgnoredSettings unread={unread} data={answered.data} second={view.second} update={update} />
      <Chart
        id={`${market.id}-${chart.id}-${group.by}-${mode}`}
        title={`${title}${calculations[view.calculation].title}`}
        unitLine={shown.unitLine}
        unit={isIndexed(view) ? indexUnit : shown.unit}
        size={size}
        headingLevel={headingLevel}
        kind={style}
        data={data}
        state={shown.state}
        sample={shown.sample}
        origin={shown.origin}
        {...(shown.freshness && { freshness: shown.freshness })}
        coverage={shown.coverage}
        footnotes={[...shown.footnotes, ...notes]}
        betterLow={isBetterLow(chart.query.measure) && !chart.nested}
        // Beside tiles whose change may be like for like.
        totalChangeNote="Change of the whole total, not like for like"
        // Points of weeks and months do not lie 30 days apart.
        changeDays={
          mode === "level" && view.calculation === "none" && known?.interval === "day"
            ? changeDays
            : null
        }
        menu={[
          ...(chart.nested ? [] : [valueFileEntries(fileQuery, view.currency)]),
          ...(events ? [eventEntries(view.events, (shown) => update({ events: shown }))] : []),
        ]}
        onChoose={(day) => {
          if (isPlain) explainPressed(chart, request, { day, title, sample: own.sample });
          else explainShown(shown, day);
        }}
        explainerOf={figureExplainer({ ...shown, start })}
        {...controlled}
        {...lookControls(view, { styles: shownStyles(view), refusal: indexRefusal(view) }, update)}
        controls={
          <MarketControls
            market={market}
            view={view}
            data={marked}
            benchmarks={benchmarks}
            update={update}
          />
        }
      />
    </>
  );
}
