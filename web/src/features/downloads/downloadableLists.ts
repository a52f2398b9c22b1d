import type { useTRPCClient } from "@/api/client";
import type { Pagination, Query, ResourceMeta } from "@/api/contract";

type Client = ReturnType<typeof useTRPCClient>;
type Options = { signal?: AbortSignal };

type Procedures = {
  list: { query: (input: Query, options?: Options) => Promise<{ pagination: Pagination }> };
  meta: { query: (input: undefined, options?: Options) => Promise<ResourceMeta> };
};

/** A list of the site whose files are written on request. */
export type ListFile = {
  /** As its files are named. */
  name: string;
  title: string;
  description: string;
  of: (client: Client) => Procedures;
};

export const lists: ReadonlyArray<ListFile> = [
  {
    name: "assets",
    title: "Assets",
    description: "Every asset with its class, issuer, terms, rights and the source of each fact.",
    of: (client) => client.assets,
  },
  {
    name: "tokens",
    title: "Tokens",
    description: "Every token with its asset, network, address and standard.",
    of: (client) => client.tokens,
  },
  {
    name: "networks",
    title: "Networks",
    description: "Every network with tokens, including alias identifiers.",
    of: (client) => client.networks,
  },
  {
    name: "pools",
    title: "Pools",
    description: "Every pool of a lending protocol.",
    of: (client) => client.pools,
  },
  {
    name: "loans",
    title: "Loans",
    description: "Every loan with its terms; daily values are in a separate data set.",
    of: (client) => client.loans,
  },
];
