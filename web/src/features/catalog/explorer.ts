import type { Network } from "@/api/contract";

type Explorer = Pick<Network, "namespace" | "explorer_name" | "explorer_url">;

/** Where explorers of a namespace show a token or contract. */
const paths: Record<string, string> = {
  eip155: "address",
  solana: "address",
  stellar: "asset",
  tron: "token20",
  sui: "coin",
  aptos: "object",
  algorand: "asset",
  xrpl: "accounts",
  near: "token",
  tezos: "",
  cosmos: "assets",
};

/** The page of a token in its network's explorer; absent where no explorer or no such page is known. */
export function explorerOf(
  { namespace, explorer_name, explorer_url }: Explorer,
  address: string,
): { name: string; href: string } | undefined {
  const path = paths[namespace ?? ""];
  if (!explorer_url || path === undefined) return undefined;
  const base = explorer_url.replace(/\/+$/, "");
  const parts = [base, path, encodeURIComponent(address)].filter((part) => part !== "");
  return { name: explorer_name ?? "the explorer", href: parts.join("/") };
}
