import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import { where } from "@/api/listQuery";
import { type CatalogRecord, fieldValue } from "@/records/resource";
import { type Kind, type Use, usesOf } from "./kinds";
import { keyOf } from "./recordFields";

/** Records named for each field; of the others only the number is shown. */
const named = 3;

export type UsedBy = Use & { count: number; rows: ReadonlyArray<CatalogRecord> };

/** Lists follow a change within seconds; while records still refer to this one, or may, they are loaded again. */
const againMs = 4000;

/** The records that refer to one, by the fields that may name it; `refused` says that there must be some. */
export function useUses(kind: Kind, record: CatalogRecord, refused: boolean) {
  const client = useTRPCClient();
  return useQuery<ReadonlyArray<UsedBy>>({
    queryKey: ["catalog", "uses", kind.key, record.slug],
    refetchInterval: ({ state }) => (refused || state.data?.length ? againMs : false),
    queryFn: async ({ signal }) => {
      const uses = usesOf(kind).map(async (use): Promise<UsedBy> => {
        const value = String(fieldValue(record, keyOf(use.field)) ?? "");
        const query = {
          filter: where(use.field, "equals", value),
          pagination: { page: 1, perPage: named },
        };
        const { results, pagination } = await use.kind.resource
          .of(client)
          .list.query(query, { signal });
        return { ...use, count: pagination.resultCount, rows: results };
      });
      return (await Promise.all(uses)).filter(({ count }) => count > 0);
    },
  });
}
