import type { GetAggregateResponse as Answer } from "@/api/contract";
import { exactSum } from "@/lib/exactSum";

/** Coverage is a fraction of whole members. */
const rounding = 1e-6;

/** How many members that had begun lack a value at a place. */
function lackingAt({ total }: Answer, place: number): number {
  const share = total.coverage[place] ?? null;
  return share === null ? 0 : (1 - share) * total.member_count;
}

function isWithheldAt(answer: Answer, place: number): boolean {
  const date = answer.dates[place];
  return date !== undefined && answer.withheld.some(({ from, to }) => from <= date && date <= to);
}

/**
 * Whether a part is known completely at a place of the whole. A member without any value has nothing in the part;
 * one that was and has no value now has it unknown, unless it is gone from the whole as well.
 */
function isKnownAt(whole: Answer, part: Answer, place: number): boolean {
  if (isWithheldAt(part, place)) return false;
  return lackingAt(part, place) <= lackingAt(whole, place) + rounding;
}

/** The whole minus a part, where both are known, with no more decimals than they have. */
export function remainder(whole: Answer, part: Answer): Array<number | null> {
  return whole.total.values.map((value, place) => {
    if (value === null || !isKnownAt(whole, part, place)) return null;
    return exactSum([value, -(part.total.values[place] ?? 0)]);
  });
}

/** Why the difference cannot be calculated. */
export function unknownReason(part: Answer): string {
  const isWithheld = part.total.withheld_count > 0;
  return `The amount to be deducted is ${isWithheld ? "withheld" : "not available"}`;
}
