import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPCClient } from "@/api/client";
import type {
  FieldMeta,
  ListGroupsResponse,
  PlanType,
  Query,
  Filter as QueryFilter,
  ResourceMeta,
} from "@/api/contract";
import { every, where } from "@/api/listQuery";
import { plansBeyond } from "@/api/plans";
import { resourceOf } from "@/records/resource";
import { type Group, groupQuery, groupRows, knownMeasures, type MeasureId } from "./aggregates";

type AssetGroups = {
  /** Undefined until the groups are known; the measures of each may follow. */
  groups: ReadonlyArray<Group> | undefined;
  groupCount: number;
  total: number | null;
  totals: Partial<Record<MeasureId, number | null>>;
  /** The ids of the groups that hold fictional assets; undefined until that is known. */
  sampled: ReadonlySet<string> | undefined;
  /** The plans that include the assets that are not counted. */
  plans: readonly PlanType[];
  refreshing: boolean;
  error: Error | null;
  retry: () => void;
};

function numberIn(answer: ListGroupsResponse | undefined): number | null {
  const value = answer?.results[0]?.value ?? null;
  return typeof value === "number" ? value : null;
}

function idsIn(answer: ListGroupsResponse | undefined): ReadonlySet<string> | undefined {
  return answer && new Set(answer.results.map(({ group }) => JSON.stringify(group)));
}

function groupingOf(query: unknown): string | null | undefined {
  return (query as Query | undefined)?.aggregate?.groupBy;
}

/** Groups of assets with every measure; each is a request of its own, and all travel together. */
export function useAssetGroups(
  meta: ResourceMeta | undefined,
  field: FieldMeta | null,
  filter: QueryFilter | undefined,
): AssetGroups {
  const client = useTRPCClient();
  const known = meta && field ? knownMeasures(meta) : [];
  const optionsOf = (query: Query) => ({
    queryKey: ["catalog", resourceOf("assets").key, "aggregate", query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      resourceOf("assets").of(client).aggregate.query(query, { signal }),
    // The answer to another grouping would be read as one to this.
    placeholderData: (
      before: ListGroupsResponse | undefined,
      of: { queryKey: readonly unknown[] } | undefined,
    ) => (groupingOf(of?.queryKey[3]) === query.aggregate?.groupBy ? before : undefined),
  });
  const each = field ? [null, ...known] : [];
  const ofGroups = each.map((measure) => optionsOf(groupQuery(filter, field, measure)));
  const ofAll = each.map((measure) => optionsOf(groupQuery(filter, null, measure)));
  const fictional = every([filter, where("is_sample", "equals", true)]);
  const ofSamples = field ? [optionsOf(groupQuery(fictional, field, null))] : [];
  const answers = useQueries({ queries: [...ofGroups, ...ofAll, ...ofSamples] });
  const [counted, ...measured] = answers.slice(0, ofGroups.length);
  const [all, ...whole] = answers.slice(ofGroups.length, ofGroups.length + ofAll.length);
  const samples = answers[ofGroups.length + ofAll.length]?.data;
  const sampled = useMemo(() => idsIn(samples), [samples]);
  const total = all?.data?.results[0]?.count ?? null;
  // An answer to an earlier request has other groups, and shows until its own is there.
  const settled = field !== null && counted?.data !== undefined && total !== null;
  return {
    groups: settled
      ? groupRows(field, {
          counted: counted.data,
          total,
          measured: known.map(({ id }, place) => ({ id, answer: measured[place]?.data })),
        })
      : undefined,
    groupCount: counted?.data?.groupCount ?? 0,
    total,
    totals: Object.fromEntries(known.map(({ id }, place) => [id, numberIn(whole[place]?.data)])),
    sampled,
    plans: plansBeyond(counted?.data),
    refreshing: answers.some(({ isFetching }) => isFetching),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch();
    },
  };
}
