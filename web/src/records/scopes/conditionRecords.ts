import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPCClient } from "@/api/client";
import type { Condition, Dimension } from "@/api/contract";
import { contains, where } from "@/api/listQuery";
import { catalogStaleMs } from "@/api/staleTimes";
import type { CatalogKey } from "@/app-state/numberExplanation";
import type { Option } from "@/components/ui/selects/options";
import type { OptionLoader } from "@/components/ui/selects/useOptions";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { type CatalogRecord, type Client, type Resource, resourceOf } from "../resource";
import type { NameOf } from "./scopeSentence";

/** The list of the catalog whose records are the values of a dimension. */
const lists: Partial<Record<Dimension, CatalogKey>> = {
  asset_class: "asset_classes",
  platform: "platforms",
  network: "networks",
  issuer: "issuers",
  protocol: "protocols",
  asset: "assets",
  measure: "measures",
  sector: "sectors",
};

/** The values of the other dimensions, in the order of their numbers in conditions, which begin at 1. */
const choices: Partial<Record<Dimension, ReadonlyArray<string>>> = {
  region: ["africa", "asia", "europe", "north_america", "latin_america", "middle_east", "oceania"],
  token_type: ["fungible", "book_entry"],
};

/** The ids of one request: its address stays below a quarter of what the gateway accepts. */
const mostIds = 100;
const mostOptions = 20;

function resourceFor(dimension: Dimension): Resource<CatalogRecord> | null {
  const key = lists[dimension];
  return key ? resourceOf(key) : null;
}

/** The values of a dimension that is no list of the catalog; null for one that is. */
export function choicesOf(dimension: Dimension): ReadonlyArray<Option> | null {
  const words = choices[dimension];
  if (!words) return null;
  return words.map((word, at) => ({
    value: String(at + 1),
    content: { label: choiceLabel(word) },
  }));
}

/** Finds the records of a dimension by their names. */
export function recordLoader(client: Client, dimension: Dimension): OptionLoader<string> {
  const resource = resourceFor(dimension);
  return async (search, signal) => {
    if (!resource) return [];
    const filter = contains("name", search);
    const query = {
      ...(filter && { filter }),
      sort: { field: "name", direction: "asc" as const },
      pagination: { page: 1, perPage: mostOptions },
    };
    const { results } = await resource.of(client).list.query(query, { signal });
    return results.map(({ id, name }) => ({ value: String(id), content: { label: name } }));
  };
}

/** The ids of each dimension in conditions, in parts of one request. */
function requestsOf(conditions: ReadonlyArray<Condition>) {
  const wanted = new Map<Dimension, Set<number>>();
  for (const { dimension, ids } of conditions) {
    const known = wanted.get(dimension) ?? new Set();
    for (const id of ids) known.add(id);
    wanted.set(dimension, known);
  }
  return [...wanted].flatMap(([dimension, known]) => {
    const resource = resourceFor(dimension);
    const ids = [...known].toSorted((one, other) => one - other);
    const count = resource ? Math.ceil(ids.length / mostIds) : 0;
    return Array.from({ length: count }, (_, at) => {
      return { dimension, resource, ids: ids.slice(at * mostIds, (at + 1) * mostIds) };
    });
  });
}

/** The names of the records in conditions. A record that is not found is called by its number. */
export function useConditionNames(conditions: ReadonlyArray<Condition>) {
  const client = useTRPCClient();
  const requests = requestsOf(conditions);
  const { names, isPending } = useQueries({
    queries: requests.map(({ dimension, resource, ids }) => ({
      queryKey: ["access", "conditionNames", dimension, ids],
      staleTime: catalogStaleMs,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (!resource) return [];
        const query = { filter: where("id", "in", ids), pagination: { page: 1, perPage: mostIds } };
        const { results } = await resource.of(client).list.query(query, { signal });
        return results.map(({ id, name }) => [`${dimension}/${id}`, name] as const);
      },
    })),
    combine: (answers) => ({
      names: new Map(answers.flatMap(({ data }) => data ?? [])),
      isPending: answers.some((answer) => answer.isPending),
    }),
  });
  const nameOf: NameOf = useMemo(() => {
    return (dimension, id) =>
      names.get(`${dimension}/${id}`) ?? choicesOf(dimension)?.[id - 1]?.content.label ?? `#${id}`;
  }, [names]);
  return { nameOf, isPending };
}
