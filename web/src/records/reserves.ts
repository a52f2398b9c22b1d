import type { ReserveReport } from "@/api/contract";

/** One line of a composition: a kind of asset, its amount and its part of the total. */
export type ReserveLine = { kind: string; amount: number; share: number | null };

/** The composition of a report, the largest line first; the catalog keeps each line as "kind: amount". */
export function reserveLines({
  composition,
  total_amount: total,
}: Pick<ReserveReport, "composition" | "total_amount">): ReadonlyArray<ReserveLine> {
  const lines = composition.map((line) => {
    const [kind = "", text = ""] = line.split(":");
    const amount = Number(text);
    return { kind: kind.trim(), amount, share: total > 0 ? amount / total : null };
  });
  return lines.toSorted((one, other) => other.amount - one.amount);
}
