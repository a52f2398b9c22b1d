import { useCallback } from "react";
import { useTRPCClient } from "@/api/client";
import type { SeriesRecord, SubjectKind } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import { type ComparedSeries, comparedSeriesName } from "@/charts/comparedSeries";
import { isOfBenchmarks } from "@/charts/measures/measures";
import type { Option } from "@/components/ui/selects/options";

function comparedSeriesOf({
  subject_kind,
  subject_slug,
  network_slug,
}: SeriesRecord): ComparedSeries {
  return { subject_kind, subject_slug, network_slug };
}

function optionOf(record: SeriesRecord): Option {
  const { subject_kind: kind, subject_name: name, network_slug: network } = record;
  const about = network ? `${kind} on ${network}` : kind;
  return {
    value: comparedSeriesName(comparedSeriesOf(record)),
    content: { label: `${name} · ${about}` },
  };
}

function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, (letter) => `\\${letter}`);
}

/** Series that have numbers of a measure, by the name of their subject. */
export function useSeriesSearch(kinds: readonly SubjectKind[], measure: string) {
  const client = useTRPCClient();
  return useCallback(
    async (search: string, signal: AbortSignal): Promise<ReadonlyArray<Option>> => {
      const { results } = await client.timeseries.list.query(
        {
          filter: every([
            where("measure_slug", "equals", measure),
            isOfBenchmarks(measure) ? null : where("subject_kind", "in", [...kinds]),
            search.trim() === ""
              ? null
              : where("subject_name", "ilike", `%${escapePattern(search.trim())}%`),
          ]),
          pagination: { page: 1, perPage: 30 },
        },
        { signal },
      );
      const options = new Map(results.map((record) => [optionOf(record).value, optionOf(record)]));
      return [...options.values()];
    },
    [client, kinds, measure],
  );
}
