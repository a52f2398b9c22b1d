import { useCallback, useRef, useState } from "react";
import { useWhileOpen } from "@/lib/loading/useOnDemand";
import { downloadEntries } from "../files/downloadEntries";
import type { Downloads } from "../files/saveChart";
import { ChartBody } from "../frame/ChartBody";
import { ChartFrame, frameOf } from "../frame/ChartFrame";
import { PlotState, unreachable } from "../frame/PlotState";
import { useDisplay } from "../frame/useDisplay";
import type { ChartState } from "../types";
import { loadTimeBody } from "./loadTimeBody";
import { TimeControlsRow } from "./TimeControlsRow";
import type { TimeChartProps, Zoom } from "./useTimeChart";

/** The script of the picture, or the state of the plot without it. */
function useBody(state: ChartState) {
  const [wanted, setWanted] = useState(true);
  const fail = useCallback(() => setWanted(false), []);
  const Body = useWhileOpen(wanted, fail, loadTimeBody, "The chart");
  const without: Exclude<ChartState, { status: "ready" }> =
    state.status !== "ready"
      ? state
      : wanted
        ? { status: "loading" }
        : { status: "error", failure: unreachable, onRetry: () => setWanted(true) };
  return { Body, without };
}

/** The card of a chart over time: heading, controls and menu at once, the picture when its script has arrived. */
export function TimeChart(props: TimeChartProps) {
  const { state = { status: "ready" }, footnotes = [], legend } = props;
  const frame = useRef<HTMLElement>(null);
  const downloads = useRef<Downloads>(null);
  const { asTable, full, onFull, entries } = useDisplay(frame, props);
  const [ownZoom, setOwnZoom] = useState<Zoom>(null);
  const zoom = props.zoom ?? { value: ownZoom, onChange: setOwnZoom };
  const [logRefusal, setLogRefusal] = useState<string | null>(null);
  const { Body, without } = useBody(state);
  const ready = state.status === "ready" && Body !== null && props.data.days.length > 0;
  return (
    <ChartFrame
      {...frameOf(props)}
      frame={frame}
      full={full}
      onFull={onFull}
      busy={(Body ? state : without).status === "loading"}
      menu={[entries, downloadEntries(downloads, ready), ...(props.menu ?? [])]}
      controls={
        <TimeControlsRow
          {...props}
          controls={props.controls}
          zoomed={zoom.value}
          onReset={() => zoom.onChange(null)}
          logRefusal={logRefusal}
        />
      }
      legendBeside={legend !== "keys"}
      body={
        Body ? (
          <Body
            chart={{ ...props, zoom }}
            asTable={asTable}
            full={full}
            downloads={downloads}
            onLogRefusal={setLogRefusal}
          />
        ) : (
          <ChartBody
            full={full}
            size={props.size}
            plot={<PlotState state={without} title={props.title} />}
            legend={null}
            legendBeside={legend !== "keys"}
            notes={footnotes}
          />
        )
      }
    />
  );
}
