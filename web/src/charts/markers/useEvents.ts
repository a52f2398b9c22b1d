import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { ComplianceEvent, JurisdictionEvent, LoanStatusChange } from "@/api/contract";
import { where } from "@/api/listQuery";
import { catalogStaleMs } from "@/api/staleTimes";
import { useStable } from "../data/useStable";
import type { AggregateQuery } from "../queries/aggregateQuery";
import {
  type ChartEvent,
  complianceEvents,
  type DatedRecord,
  lawEvents,
  loanEvents,
  recordEvents,
} from "./events";

/** The records and the country whose events are marked on a chart. */
export type EventSources = {
  records: readonly DatedRecord[];
  /** The loan, by slug, where one is drawn. */
  loan?: string;
  /** The assets, by slug, where their values are drawn. */
  assets?: readonly string[];
  /** The distributions of an asset, on the charts of its prices and returns. */
  distributions?: AggregateQuery | undefined;
};

/** Whether there is anything that a chart could mark, now or later. */
export function mayHappen({ records, loan, assets }: EventSources): boolean {
  return (
    loan !== undefined ||
    assets !== undefined ||
    records.some((record) => record.country_code || recordEvents(record).length > 0)
  );
}

const pagination = { page: 1, perPage: 100 };
const noLaw: readonly JurisdictionEvent[] = [];
const noSteps: readonly LoanStatusChange[] = [];
const noCompliance: readonly ComplianceEvent[] = [];
const noAssets: readonly string[] = [];

/** The events of records and of their law; the values of a chart never wait for them. */
export function useEvents(of: EventSources | null, isShown: boolean): readonly ChartEvent[] {
  const trpc = useTRPC();
  const records = of?.records ?? [];
  const codes = [...new Set(records.flatMap(({ country_code: code }) => code ?? []))].sort();
  const law = useQuery({
    ...trpc.jurisdictionEvents.list.queryOptions({
      filter: where("jurisdiction_code", "in", codes),
      pagination,
    }),
    enabled: isShown && codes.length > 0,
    staleTime: catalogStaleMs,
  });
  const steps = useQuery({
    ...trpc.loanStatusChanges.list.queryOptions({
      filter: where("loan_slug", "equals", of?.loan ?? ""),
      sort: { field: "changed_at", direction: "desc" },
      pagination,
    }),
    enabled: isShown && of?.loan !== undefined,
  });
  const assets = of?.assets ?? noAssets;
  const compliance = useQuery({
    ...trpc.complianceEvents.list.queryOptions({
      filter: where("asset_slug", "in", [...assets]),
      sort: { field: "occurred_at", direction: "desc" },
      pagination,
    }),
    enabled: isShown && assets.length > 0,
    staleTime: catalogStaleMs,
  });
  return useStable([
    ...records.flatMap(recordEvents),
    ...loanEvents(steps.data?.results ?? noSteps),
    ...lawEvents(law.data?.results ?? noLaw),
    ...complianceEvents(compliance.data?.results ?? noCompliance),
  ]);
}
