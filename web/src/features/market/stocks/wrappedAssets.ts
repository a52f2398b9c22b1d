import type { Asset } from "@/api/contract";

/** The tokens that follow one listed share or fund. */
export type WrappedShare = {
  ticker: string;
  name: string | null;
  products: number;
  platforms: ReadonlyArray<string>;
  networks: number;
  sample: boolean;
};

type Product = Pick<
  Asset,
  "underlying_ticker" | "underlying_name" | "platform_name" | "network_slugs" | "is_sample"
>;

/** Products by what they follow, that with the most of them first. */
export function wrappedOf(products: ReadonlyArray<Product>): ReadonlyArray<WrappedShare> {
  const byTicker = new Map<string, Product[]>();
  for (const product of products) {
    const ticker = product.underlying_ticker;
    if (ticker) byTicker.set(ticker, [...(byTicker.get(ticker) ?? []), product]);
  }
  return [...byTicker]
    .map(([ticker, own]) => ({
      ticker,
      name: own.find(({ underlying_name: name }) => name)?.underlying_name ?? null,
      products: own.length,
      platforms: [...new Set(own.flatMap(({ platform_name: name }) => name ?? []))].sort(),
      networks: new Set(own.flatMap(({ network_slugs: slugs }) => slugs)).size,
      sample: own.some(({ is_sample: sample }) => sample),
    }))
    .toSorted(
      (one, other) => other.products - one.products || one.ticker.localeCompare(other.ticker),
    );
}
