import { useQueries } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import type { Query } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import { explainFailure } from "@/components/states/failureTexts";
import { formatCountFull, splitCount } from "@/lib/format";

type Client = ReturnType<typeof useTRPCClient>;
type CountAnswer = Promise<{ pagination: { resultCount: number } }>;

const real: Query = {
  filter: { operator: "equals", field: "is_sample", value: false },
  pagination: { perPage: 1 },
};
const withoutAliases: Query = {
  filter: { operator: "equals", field: "alias_of", value: null },
  pagination: { perPage: 1 },
};

const kinds: Record<string, (client: Client) => CountAnswer> = {
  Networks: (client) => client.networks.list.query(withoutAliases),
  Assets: (client) => client.assets.list.query(real),
  Tokens: (client) => client.tokens.list.query(real),
  Issuers: (client) => client.issuers.list.query(real),
  Platforms: (client) => client.platforms.list.query(real),
  Sources: (client) => client.dataPartners.list.query({ pagination: { perPage: 1 } }),
};

/** The current number of records of each kind, without sample data. */
export function Holdings() {
  const client = useTRPCClient();
  const counts = useQueries({
    queries: Object.entries(kinds).map(([label, load]) => ({
      queryKey: ["holdings", label],
      queryFn: () => load(client),
    })),
  });
  const tiles = Object.keys(kinds).map((label, at) => {
    const { data, error, refetch } = counts[at] ?? {};
    const count = data?.pagination.resultCount;
    if (count === undefined) {
      const reason = error ? explainFailure(describeFailure(error)) : "";
      const status = error ? ("failed" as const) : ("loading" as const);
      return { label, value: null, reason, status, onRetry: () => void refetch?.() };
    }
    const note = "Excluding sample data";
    return { label, value: splitCount(count), exact: formatCountFull(count), note };
  });
  return <KpiStrip label="Coverage" tiles={tiles} />;
}
