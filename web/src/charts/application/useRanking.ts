import { useMemo } from "react";
import type { League } from "../queries/market";
import { useChartSettings } from "../useChartSettings";
import { rankingPage, viewBy } from "./rankingView";

/** The ranking of a page as its address says it, and how it is changed. */
export function useRanking(league: League) {
  const page = useMemo(() => rankingPage(league), [league]);
  const { state, ...rest } = useChartSettings(page);
  return { view: viewBy(league, state), bucket: state.bucket, ...rest };
}
