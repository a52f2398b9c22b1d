import { useMemo } from "react";
import type { SeriesGroupBy } from "@/api/contract";
import { useAddress } from "@/lib/address/useAddress";
import type { ChartSettings, ParameterId } from "./addressParameters";
import { type ChartPage, decodeChart, encodeChart, unreadNames } from "./chartAddress";
import type { CommonProps, TimeControls } from "./chartProps";

const none: readonly string[] = [];

type ControlledSettings = Pick<TimeControls, "range" | "shown" | "zoom"> &
  Pick<CommonProps, "full" | "table">;

/** The settings of a page's chart as its address says them, and how they are changed. */
export function useChartSettings<Group extends string = SeriesGroupBy>(page: ChartPage<Group>) {
  const { search, put, ready } = useAddress();
  const state = useMemo(() => decodeChart(page, search), [page, search]);
  /** Parameters that the change removes as well are named in `without`. */
  const update = (patch: Partial<ChartSettings<Group>>, without: readonly string[] = none) => {
    const params = encodeChart(page, { ...state, ...patch }, search);
    for (const name of without) params.delete(name);
    const next = params.toString();
    // Values that do not suit the rest of the settings are not written.
    put(encodeChart(page, decodeChart(page, next), next));
  };
  const { range, legend, full, table, zoom } = state;
  const has = (id: ParameterId) => page.has.includes(id);
  /** The settings that `<Chart>` changes itself; without a parameter of the page they are kept in the chart. */
  const controlled: ControlledSettings = {
    ...(has("range") && {
      range: { value: range, onChange: (next) => update({ range: next, zoom: null }) },
    }),
    ...(has("legend") && {
      shown: { value: legend, onChange: (next) => update({ legend: next }) },
    }),
    ...(has("full") && { full: { value: full, onChange: (next) => update({ full: next }) } }),
    ...(has("table") && { table: { value: table, onChange: (next) => update({ table: next }) } }),
    ...(has("zoom") && { zoom: { value: zoom, onChange: (next) => update({ zoom: next }) } }),
  };
  return {
    state,
    update,
    controlled,
    /** The parameters of the address that do not apply. */
    unread: useMemo(
      () => (ready ? unreadNames(page, search, state) : none),
      [ready, page, search, state],
    ),
    /** False in the exported page, which does not know its address yet. */
    ready,
  };
}
