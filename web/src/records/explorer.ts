import type { Network } from "@/api/contract";

type Explorer = Pick<Network, "slug" | "namespace" | "explorer_name" | "explorer_url">;

/** The place of a token below the address of an explorer; null where its kind of address has no page. */
type Place = (address: string) => string | null;

const evmAddress = /^0x[0-9a-f]{40}$/i;
const hederaNumber = /^\d+\.\d+\.\d+$/;

/** Colons stand in paths as they are, which some explorers insist on. */
function part(text: string): string {
  return encodeURIComponent(text).replaceAll("%3A", ":");
}

const under =
  (folder: string, shape = /./): Place =>
  (address) =>
    shape.test(address) ? `${folder}/${part(address)}` : null;

/** The paths under which the explorers of a namespace show tokens. */
const byNamespace: Record<string, Place> = {
  // A network with machines of two kinds has addresses of the other kind too; its explorer knows this one.
  eip155: (address) => {
    if (hederaNumber.test(address)) return `token/${address}`;
    return evmAddress.test(address) ? `address/${address}` : null;
  },
  bip122: under("address"),
  solana: under("address"),
  stellar: (address) => `${address.includes("-") ? "asset" : "contract"}/${part(address)}`,
  tron: under("token20", /^T/),
  sui: (address) => `${address.includes("::") ? "coin" : "object"}/${part(address)}`,
  aptos: (address) =>
    `${address.includes("::") ? "coin" : "fungible_asset"}/${part(address)}?network=mainnet`,
  algorand: under("asset", /^\d+$/),
  xrpl: (address) => `${address.includes(".") ? "token" : "accounts"}/${part(address)}`,
  near: under("token"),
  tezos: part,
};

/** Networks whose explorer is unlike others of their namespace, or which have none. */
const byNetwork: Record<string, Place> = {
  noble: (address) => `assets/native/${btoa(address)}`,
  provenance: under("asset", /^[^/]+$/),
  liquid: under("asset"),
};

/** The page of a token in its network's explorer; absent where no explorer or no such page is known. */
export function explorerOf(
  { slug, namespace, explorer_name, explorer_url }: Explorer,
  address: string,
): { name: string; href: string } | undefined {
  const place = (byNetwork[slug] ?? byNamespace[namespace ?? ""])?.(address);
  if (!explorer_url || !place) return undefined;
  return {
    name: explorer_name ?? "the explorer",
    href: `${explorer_url.replace(/\/+$/, "")}/${place}`,
  };
}

/** The pattern of transaction hashes in namespaces whose explorers show them under "tx". */
const transactionHashes: Record<string, RegExp> = {
  eip155: /^0x[0-9a-f]{64}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,90}$/,
};

/** Its explorer has another place for them. */
const elsewhere = "hedera-hashgraph";

/** The page of a transaction in its network's explorer. */
export function transactionIn(
  { slug, namespace, explorer_name, explorer_url }: Explorer,
  hash: string,
): { name: string; href: string } | undefined {
  const known = transactionHashes[namespace ?? ""]?.test(hash) && slug !== elsewhere;
  if (!explorer_url || !known) return undefined;
  return {
    name: explorer_name ?? "the explorer",
    href: `${explorer_url.replace(/\/+$/, "")}/tx/${hash}`,
  };
}
