import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/api/client";
import { where } from "@/api/listQuery";
import { type CatalogRecord, fieldValue } from "@/records/resource";
import { useMeta } from "@/records/useCatalog";
import { type Kind, kindOf } from "./kinds";
import { keyOf } from "./recordFields";

/** Records named for each field; of the others only the number is shown. */
const named = 3;

export type UsedBy = {
  kind: Kind;
  field: string;
  /** The value of the field that refers to the record. */
  value: string;
  count: number;
  rows: ReadonlyArray<CatalogRecord>;
};

/** Lists follow a change within seconds; while records still refer to this one, or may, they are loaded again. */
const againMs = 4000;

/** The records that refer to one, by the fields that may name it; `refused` says that there must be some. */
export function useUses(kind: Kind, record: CatalogRecord, refused: boolean) {
  const client = useTRPCClient();
  const meta = useMeta(kind.resource);
  const references = meta.data?.referencedBy;
  return useQuery<ReadonlyArray<UsedBy>>({
    queryKey: ["catalog", "uses", kind.key, record.slug],
    refetchInterval: ({ state }) => (refused || state.data?.length ? againMs : false),
    queryFn: references
      ? async ({ signal }) => {
          const uses = references.map(async ({ resource, field }): Promise<UsedBy[]> => {
            const user = kindOf(resource);
            if (!user) return [];
            const value = String(fieldValue(record, keyOf(field)) ?? "");
            const query = {
              filter: where(field, "equals", value),
              pagination: { page: 1, perPage: named },
            };
            const list = user.resource.of(client).list;
            const { results, pagination } = await list.query(query, { signal });
            return [{ kind: user, field, value, count: pagination.resultCount, rows: results }];
          });
          return (await Promise.all(uses)).flat().filter(({ count }) => count > 0);
        }
      : skipToken,
  });
}
