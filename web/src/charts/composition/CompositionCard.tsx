import { useImperativeHandle, useMemo, useRef, useState } from "react";
import { useSize } from "@/lib/browser/useSize";
import { formatDay } from "@/lib/format/formatDate";
import type { CommonProps } from "../chartProps";
import { downloadEntries } from "../files/downloadEntries";
import type { Downloads } from "../files/saveChart";
import { formatCell, shareText } from "../formatValues";
import { ChartBody } from "../frame/ChartBody";
import { ChartFrame, frameOf } from "../frame/ChartFrame";
import { PlotState } from "../frame/PlotState";
import { useDisplay } from "../frame/useDisplay";
import { nameWithSample, ValueTable } from "../frame/ValueTable";
import { LegendTable } from "../legend/LegendTable";
import { compositionLegend } from "../legend/legend";
import { type Hidden, isAlone, isolate, toggle } from "../legend/visibility";
import type { ChartOption } from "../options/option";
import { treemapOption } from "../options/treemap";
import { Drawing } from "../painting/Drawing";
import { colourOfMagnitude, useChartTheme } from "../painting/readChartTheme";
import type { ChartState, CompositionData, Size } from "../types";
import { CompositionPlot } from "./CompositionPlot";
import { type CompositionView, compositionView, drawableSlices } from "./compositionView";
import { useCompositionCursor } from "./useCompositionCursor";

export type CompositionProps = CommonProps & { data: CompositionData };

function useComposition(props: CompositionProps) {
  const { data, unit } = props;
  const [hidden, setHidden] = useState<Hidden>(new Set());
  const view = useMemo(() => compositionView(data, unit, hidden), [data, unit, hidden]);
  const ids = view.slices.map(({ id }) => id);
  const cursor = useCompositionCursor(view.visible.map(({ id }) => id));
  return {
    view,
    hidden,
    cursor,
    legend: { head: formatDay(data.day), ...compositionLegend(view, hidden) },
    visibility: {
      onIsolate: (id: string) => setHidden(isolate(ids, hidden, id)),
      onToggle: (id: string) => setHidden(toggle(hidden, id)),
      isAlone: (id: string) => isAlone(ids, hidden, id),
    },
  };
}

type Composition = ReturnType<typeof useComposition>;

/** Nothing to draw is a state of its own: no values, or none above zero. */
function stateOf(props: CompositionProps, view: CompositionView): ChartState {
  const { state = { status: "ready" } } = props;
  if (state.status !== "ready" || drawableSlices(view).length > 0) return state;
  return {
    status: "empty",
    title: "No values to show",
    text: "No category has a value above zero.",
  };
}

type AreaProps = {
  props: CompositionProps;
  parts: Composition;
  option: ChartOption | null;
  size: Size | null;
  asTable: boolean;
};

function CompositionArea({ props, parts, option, size, asTable }: AreaProps) {
  const { view, cursor } = parts;
  const state = stateOf(props, view);
  if (state.status !== "ready") return <PlotState state={state} title={props.title} />;
  if (asTable)
    return (
      <ValueTable
        caption={`${props.title}, ${view.scale.head}`}
        head={["Name", view.scale.head, "Share"]}
        rows={view.visible.map((slice) => [
          nameWithSample(slice),
          formatCell(slice.value, view.scale),
          shareText(slice.value, view.total),
        ])}
      />
    );
  return (
    <>
      <Drawing option={option} size={size} stretch={props.data.day} />
      <CompositionPlot
        title={props.title}
        view={view}
        unit={props.unit}
        size={size}
        cursor={cursor}
      />
    </>
  );
}

/** The parts of a whole on one day, as a treemap. */
export function CompositionCard(props: CompositionProps) {
  const { title, unitLine, unit, data, sample = false } = props;
  const frame = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const size = useSize(host);
  const theme = useChartTheme();
  const parts = useComposition(props);
  const { view, legend, cursor } = parts;
  const { asTable, full, onFull, entries } = useDisplay(frame, props);
  const activeId = cursor.active?.id ?? null;
  const option = useMemo(
    () => (size && theme ? treemapOption(view, size, theme, activeId) : null),
    [view, size, theme, activeId],
  );
  const ready = stateOf(props, view).status === "ready";
  const downloads = useRef<Downloads>(null);
  useImperativeHandle(downloads, () => ({
    name: title,
    theme,
    option: (at, look) => treemapOption(view, at, look, null),
    origin: props.origin,
    csv: async (origin) => {
      const { compositionCsv } = await import("../files/csv");
      return compositionCsv(data, { title, unit, unitLine, sample, origin });
    },
    text: () => ({
      title,
      unitLine,
      sample,
      legendHead: `${legend.head}, ${legend.unitHead}`,
      total: legend.total?.value ?? null,
      legend: legend.rows
        .filter(({ hidden }) => !hidden)
        .map(({ name, value, step, sample: includes }) => ({
          name,
          value,
          sample: includes,
          colour: theme ? colourOfMagnitude(theme, step) : "",
        })),
      notes: [],
    }),
  }));
  return (
    <ChartFrame
      {...frameOf(props)}
      frame={frame}
      full={full}
      onFull={onFull}
      busy={props.state?.status === "loading"}
      menu={[entries, downloadEntries(downloads, ready), ...(props.menu ?? [])]}
      controls={
        props.controls && (
          <div className="flex flex-wrap items-center gap-2 px-(--card-pad) pb-2.5">
            {props.controls}
          </div>
        )
      }
      legendBeside
      body={
        <ChartBody
          full={full}
          size={props.size}
          coverage={props.coverage}
          plot={
            <div ref={host} className="absolute inset-0">
              <CompositionArea
                props={props}
                parts={parts}
                option={option}
                size={size}
                asTable={asTable}
              />
            </div>
          }
          legend={
            props.legend === "none" || !ready ? null : (
              <LegendTable
                legend={legend}
                lines={false}
                activeId={activeId}
                onPoint={cursor.point}
                {...parts.visibility}
              />
            )
          }
          legendBeside
          notes={props.footnotes ?? []}
        />
      }
    />
  );
}
