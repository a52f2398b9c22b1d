import type { useTRPCClient } from "@/api/client";
import type {
  Asset,
  Procedures as ContractProcedures,
  ListGroupsResponse,
  Pagination,
  Query,
  ResourceMeta,
} from "@/api/contract";
import type { CatalogKey } from "@/app-state/numberExplanation";

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

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type Lists = { [Key in CatalogKey]: ContractProcedures[Camel<Key> & keyof ContractProcedures] };

type RowOf<Key extends CatalogKey> = Lists[Key] extends {
  list: { output: { results: ReadonlyArray<infer Row> } };
}
  ? Row
  : never;

/** The domain of the procedures of a kind. */
export function domainOf(key: CatalogKey): string {
  return key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A kind of record by its name in the catalog; rows and procedures follow from the contract. */
export function resourceOf<Key extends CatalogKey>(key: Key): Resource<RowOf<Key>> {
  const domain = domainOf(key);
  return { key, of: (client) => Reflect.get(client, domain) };
}

/** The value of a field by its name, for fields known from the metadata of the resource alone. */
export function fieldValue(row: object, field: string): unknown {
  return Reflect.get(row, field);
}
