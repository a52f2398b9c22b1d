import { useAddress, withParams } from "@/lib/address/useAddress";
import type { Bucket } from "../queries/aggregateQuery";
import type { League, Market, View } from "../queries/market";

const buckets = ["distributed", "represented", "all"] as const satisfies readonly Bucket[];
const flowDays = ["7", "30"] as const;

export type FlowDays = (typeof flowDays)[number];

export type RankingView = { view: View; bucket: Bucket; flow: FlowDays };

/** The word of the address, if it is known here; else the usual one. */
function oneOf<Word extends string>(
  words: readonly Word[],
  written: string | null,
  usual: Word,
): Word {
  return words.find((word) => word === written) ?? usual;
}

/** The ranking of a page, as its address says it. */
export function rankingView({ views, buckets: apart }: League, search: string): RankingView {
  const params = new URLSearchParams(search);
  const view = views.find(({ id }) => id === params.get("rank")) ?? views[0];
  const bucket = apart ? oneOf(buckets, params.get("bucket"), "distributed") : "all";
  return {
    view,
    bucket,
    flow: oneOf(flowDays, params.get("flow"), "30"),
  };
}

type Changeable = {
  change: (names: Readonly<Record<string, string>>) => void;
  /** False in the exported page, which does not know its address yet. */
  ready: boolean;
};

export function useRankingView({ league }: Market): Changeable & { ranking: RankingView } {
  const { search, put, ready } = useAddress();
  return {
    ranking: rankingView(league, search),
    change: (names) => put(withParams(search, names)),
    ready,
  };
}
