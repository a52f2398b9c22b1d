import type { TopHolder } from "@/api/contract";

/** How much of a token few addresses hold. */
export type Concentration = {
  /** How many holders besides the issuer are known. */
  known: number;
  /** Whether the issuer's own units are known and left out of the whole. */
  withoutIssuer: boolean;
  /** What so many of the largest hold; null where fewer are known. */
  tops: ReadonlyArray<{ count: number; share: number | null }>;
  /** The sum of the squares of the known shares. */
  index: number | null;
};

const counts = [1, 10, 100] as const;
/** As good as everything, since shares are rounded. */
const everything = 0.9999;

function sum(values: ReadonlyArray<number>): number {
  return values.reduce((all, value) => all + value, 0);
}

/** Shares of what is in other hands than the issuer's: its own units do not circulate. */
export function concentrationOf(
  holders: ReadonlyArray<Pick<TopHolder, "is_issuer" | "share">>,
): Concentration {
  const kept = sum(holders.filter(({ is_issuer: own }) => own).map(({ share }) => share));
  const whole = 1 - kept;
  const shares = holders
    .filter(({ is_issuer: own }) => !own)
    .map(({ share }) => (whole > 0 ? Math.min(1, share / whole) : 0))
    .toSorted((one, other) => other - one);
  const isComplete = sum(shares) >= everything;
  return {
    known: shares.length,
    withoutIssuer: kept > 0,
    tops: counts.map((count) => ({
      count,
      share:
        shares.length > 0 && (shares.length >= count || isComplete)
          ? Math.min(1, sum(shares.slice(0, count)))
          : null,
    })),
    index: shares.length > 0 ? sum(shares.map((share) => share ** 2)) : null,
  };
}
