import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import { EmptyState } from "@/components/states/EmptyState";
import { Button } from "@/components/ui/buttons/Button";
import { sumReason, valueReason } from "../data/valueReason";
import type { Downloads } from "../files/saveChart";
import { formatCell, shareText } from "../formatValues";
import { ChartBody } from "../frame/ChartBody";
import { PlotState } from "../frame/PlotState";
import {
  nameWithSample,
  ValueTable,
  type ValueTableCell,
  type ValueTableContent,
} from "../frame/ValueTable";
import { timeKind } from "../kinds";
import { LegendKeys } from "../legend/LegendKeys";
import { LegendTable } from "../legend/LegendTable";
import type { LegendColumn, LegendRow } from "../legend/legend";
import { dayText } from "../markers/dayTexts";
import { Drawing } from "../painting/Drawing";
import { sampleDashOf, stripesOf } from "../painting/entityColour";
import { type ChartTheme, colourOfStep } from "../painting/readChartTheme";
import type { Band } from "./bands";
import { noteTexts, timeNotes } from "./notes";
import { daySentence, timeName } from "./sentences";
import { TimePlot } from "./TimePlot";
import { scaleOfBand, type TimeView } from "./timeView";
import { useTimeChart, type ZoomableChartProps } from "./useTimeChart";

type Chart = ReturnType<typeof useTimeChart>;

/** The name of a column, with the unit of the second axis. */
function headOf(band: Band, { second }: TimeView): string {
  const name = nameWithSample(band);
  return band.second && second ? `${name}, ${second.scale.head}, second axis` : name;
}

/** A figure with the reason why it was not measured on its day, if there is one. */
function starred(text: string, reason: string | null): ValueTableCell {
  return reason === null ? text : { text, reason };
}

function tableOf(title: string, { view, data }: Chart): ValueTableContent {
  const notes = view.days.map((day) => dayText(data, day));
  const noted = notes.some((text) => text !== "");
  const { isStacked, isShare } = timeKind(view.kind);
  const bands = isStacked ? view.visible.toReversed() : view.visible;
  const totals = isStacked && bands.length > 1;
  const hasSample = bands.some(({ sample }) => sample);
  const rows = view.names.map((name, index) => {
    const whole = view.total[index] ?? null;
    const day = view.days[index] ?? "";
    const legendDay = (band: Band) => {
      const value = band.values[index] ?? null;
      const text = isShare ? shareText(value, whole) : formatCell(value, scaleOfBand(view, band));
      return starred(text, value === null ? null : valueReason(band, day));
    };
    const wholeReason = whole === null ? null : sumReason(bands, index, day);
    return [
      name,
      ...bands.map(legendDay),
      ...(totals ? [starred(formatCell(whole, view.scale), wholeReason)] : []),
      ...(noted ? [notes[index] ?? ""] : []),
    ];
  });
  const unit = isShare ? `share of total; total in ${view.scale.head}` : view.scale.head;
  return {
    caption: `${title}, ${unit}`,
    head: [
      data.ages?.head ?? "Day",
      ...bands.map((band) => headOf(band, view)),
      ...(totals ? [nameWithSample({ name: "Total", sample: hasSample })] : []),
      ...(noted ? ["Note"] : []),
    ],
    rows: rows.toReversed(),
  };
}

function downloadsOf(props: ZoomableChartProps, chart: Chart): Downloads {
  const { title, unitLine, unit, sample = false } = props;
  const { isShare, hasLines } = timeKind(chart.view.kind);
  const colour = (theme: ChartTheme, { look, step }: LegendRow) =>
    look === "reference" ? theme.text3 : colourOfStep(theme, step);
  return {
    name: title,
    theme: chart.theme,
    option: chart.optionAt,
    origin: props.origin,
    csv: async (origin) => {
      const { timeCsv } = await import("../files/csv");
      const { visible } = chart.view;
      const shown = isShare ? new Set(visible.map(({ id }) => id)) : null;
      const about = { title, unit, unitLine, sample, origin };
      return timeCsv(chart.data, about, chart.span, shown);
    },
    text: () => ({
      title,
      unitLine,
      sample,
      legendHead: `${chart.legend.head}, ${chart.legend.unitHead}`,
      total: chart.legend.total?.value ?? null,
      legend: chart.legend.rows
        .filter(({ hidden }) => !hidden)
        .map((row) => ({
          name: row.name,
          value: row.value,
          sample: row.sample,
          colour: chart.theme ? colour(chart.theme, row) : "",
          ...(hasLines
            ? { dash: sampleDashOf(row.pattern, row.look === "reference") }
            : { stripes: stripesOf(row.pattern) }),
        })),
      notes: noteTexts(chart.data, chart.view.days),
    }),
  };
}

/** Stands in the place of the picture when all series are switched off. */
function NothingChosen({ chart }: { chart: Chart }) {
  const first = chart.view.whole[0]?.id;
  if (chart.view.visible.length > 0 || first === undefined) return null;
  return (
    <div className="absolute inset-0 grid place-content-center bg-surface">
      <EmptyState
        title="All series are hidden"
        action={<Button onClick={() => chart.visibility.showAll()}>Show all</Button>}
      />
    </div>
  );
}

type PlotProps = { props: ZoomableChartProps; chart: Chart; asTable: boolean };

function PlotArea({ props, chart, asTable }: PlotProps) {
  const { title, state = { status: "ready" }, unit, data } = props;
  const { view, plot, option, size, tracking, span } = chart;
  if (state.status !== "ready") return <PlotState state={state} title={title} />;
  if (view.days.length === 0)
    return (
      <PlotState
        state={{
          status: "empty",
          title: "No values yet",
          text: "No data was recorded in this period.",
        }}
        title={title}
      />
    );
  if (asTable) return <ValueTable {...tableOf(title, chart)} />;
  return (
    <>
      <Drawing option={option} size={size} stretch={`${span.from} ${span.to}`} />
      <TimePlot
        plot={plot}
        names={view.names}
        label={timeName(title, view)}
        legend={chart.legend}
        lines={timeKind(view.kind).hasLines}
        legendShown={props.legend !== "none"}
        tracking={tracking}
        chooses={props.onChoose !== undefined}
      />
      <NothingChosen chart={chart} />
      <p role="status" className="sr-only">
        {tracking.cursor?.by === "keys"
          ? daySentence(view, tracking.cursor.index, {
              unit,
              note: dayText(data, view.days[tracking.cursor.index] ?? ""),
            })
          : ""}
      </p>
    </>
  );
}

function TimeLegend({ props, chart }: { props: ZoomableChartProps; chart: Chart }) {
  const { explainerOf } = props;
  const { legendDay } = chart;
  const onDay = useMemo(
    () =>
      explainerOf &&
      legendDay !== undefined &&
      ((id: string | null, column: LegendColumn) => explainerOf(id, legendDay, column)),
    [explainerOf, legendDay],
  );
  const lines = timeKind(chart.view.kind).hasLines;
  const common = { legend: chart.legend, lines, ...chart.visibility };
  return props.legend === "keys" ? (
    <LegendKeys {...common} />
  ) : (
    <LegendTable
      {...common}
      betterLow={props.betterLow}
      totalChangeNote={props.totalChangeNote}
      explainerOf={onDay || undefined}
    />
  );
}

export type TimeBodyProps = {
  chart: ZoomableChartProps;
  asTable: boolean;
  full: boolean;
  /** The downloads in the menu of the card. */
  downloads: RefObject<Downloads | null>;
  /** Receives why the logarithmic scale cannot be chosen, or null. */
  onLogRefusal: (refusal: string | null) => void;
};

/** The picture, legend and notes of a chart over time, whose script loads with the values. */
export function TimeBody({ chart: props, asTable, full, downloads, onLogRefusal }: TimeBodyProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useTimeChart(props, host);
  const { state = { status: "ready" }, legend, size, coverage, footnotes = [] } = props;
  const ready = state.status === "ready" && chart.view.days.length > 0;
  useImperativeHandle(downloads, () => downloadsOf(props, chart));
  useEffect(() => onLogRefusal(chart.refusal), [chart.refusal, onLogRefusal]);
  return (
    <ChartBody
      full={full}
      size={size}
      coverage={coverage}
      plot={
        <div ref={host} className="absolute inset-0">
          <PlotArea props={props} chart={chart} asTable={asTable} />
        </div>
      }
      legend={legend === "none" || !ready ? null : <TimeLegend props={props} chart={chart} />}
      legendBeside={legend !== "keys"}
      notes={[...(ready ? timeNotes(chart.data, chart.view.days) : []), ...footnotes]}
    />
  );
}
