import { useCallback } from "react";
import { useTRPCClient } from "@/api/client";
import type { SeriesRecord, SubjectKind } from "@/api/contract";
import { contains, every, where } from "@/api/listQuery";
import {
  type ComparedSeries,
  comparedSeriesName,
  networkNameOf,
  networkOf,
} from "@/charts/comparedSeries";
import { isOfBenchmarks } from "@/charts/measures/measures";
import { type Names, namesIn } from "@/charts/measures/names";
import type { Option } from "@/components/ui/selects/options";

function comparedSeriesOf({
  subject_kind,
  subject_slug,
  network_slug,
}: SeriesRecord): ComparedSeries {
  return { subject_kind, subject_slug, network_slug };
}

function optionOf(record: SeriesRecord, networks: Names): Option {
  const { subject_kind: kind, subject_name: name } = record;
  const series = comparedSeriesOf(record);
  const network = networkNameOf(series, networks);
  const about = network ? `${kind} on ${network}` : kind;
  return {
    value: comparedSeriesName(series),
    content: { label: `${name} · ${about}` },
  };
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
            contains("subject_name", search),
          ]),
          pagination: { page: 1, perPage: 30 },
        },
        { signal },
      );
      const slugs = results.flatMap((record) => networkOf(comparedSeriesOf(record)) ?? []);
      // A network is called by its slug where its name cannot be loaded.
      const networks: Names =
        slugs.length > 0
          ? await namesIn(client, "networks", slugs, signal).catch(() => new Map())
          : new Map();
      const options = results.map((record) => optionOf(record, networks));
      return [...new Map(options.map((option) => [option.value, option])).values()];
    },
    [client, kinds, measure],
  );
}
