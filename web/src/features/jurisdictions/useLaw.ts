import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPCClient } from "@/api/client";
import { largestPage, type Query } from "@/api/contract";
import { catalogStaleMs } from "@/api/staleTimes";
import type { Client, Resource } from "@/records/resource";
import { resourceOf } from "@/records/resource";
import { type Place, placesOf } from "./places";

/** Reference tables, whole: a few hundred rows that change with an import. */
const all: Query = { pagination: { page: 1, perPage: largestPage } };

function whole<Row>(resource: Resource<Row>, client: Client) {
  return {
    queryKey: ["catalog", resource.key, "list", all],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      resource.of(client).list.query(all, { signal }),
    staleTime: catalogStaleMs,
  };
}

type LawState = {
  places: ReadonlyArray<Place> | undefined;
  error: Error | null;
  retry: () => void;
};

/** Every place with what is known of its law. */
export function useLaw(): LawState {
  const client = useTRPCClient();
  const [country, jurisdiction, regulator, event] = useQueries({
    queries: [
      whole(resourceOf("countries"), client),
      whole(resourceOf("jurisdictions"), client),
      whole(resourceOf("regulators"), client),
      whole(resourceOf("jurisdiction_events"), client),
    ],
  });
  const answers = [country, jurisdiction, regulator, event];
  const [one, two, three, four] = [country.data, jurisdiction.data, regulator.data, event.data];
  const places = useMemo(() => {
    if (!one || !two || !three || !four) return undefined;
    return placesOf({
      countries: one.results,
      jurisdictions: two.results,
      regulators: three.results,
      events: four.results,
    });
  }, [one, two, three, four]);
  return {
    places,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch();
    },
  };
}
