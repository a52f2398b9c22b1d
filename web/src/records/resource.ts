import type { useTRPCClient } from "@/api/client";
import type { Asset, ListGroupsResponse, Pagination, Query, ResourceMeta } from "@/api/contract";
import type { CatalogKey } from "@/app-state/explained";

export type Client = ReturnType<typeof useTRPCClient>;

/** The fields of every record of the catalog. */
export type CatalogRecord = Pick<
  Asset,
  "id" | "slug" | "name" | "source" | "licence" | "retrieved_on" | "is_sample" | "updated_at"
>;

type RowPage<Row> = { results: ReadonlyArray<Row>; pagination: Pagination };

type Options = { signal?: AbortSignal };

type Procedures<Row> = {
  list: { query: (input: Query, options?: Options) => Promise<RowPage<Row>> };
  get: { query: (input: { slug: string }, options?: Options) => Promise<Row> };
  meta: { query: (input: undefined, options?: Options) => Promise<ResourceMeta> };
  aggregate: { query: (input: Query, options?: Options) => Promise<ListGroupsResponse> };
};

/** A kind of record that the catalog answers for. */
export type Resource<Row> = {
  /** Its name in the catalog, as its files are named; keeps its answers apart from those of others. */
  key: CatalogKey;
  of: (client: Client) => Procedures<Row>;
};

/** The value of a field by its name, for fields known from the metadata of the resource alone. */
export function fieldValue(row: object, field: string): unknown {
  return Reflect.get(row, field);
}
