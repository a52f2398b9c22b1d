import { type ComparedSeries, networkOf } from "../comparedSeries";
import { type Names, useNames } from "./names";

/** The names of the networks of series, by slug, in one request. */
export function useNetworkNames(series: readonly ComparedSeries[]): Names {
  return useNames("networks", series.map(networkOf));
}
