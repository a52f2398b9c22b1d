import type { DecisionDay, DecisionOutcome } from "@/api/contract";
import { lastDays } from "@/components/lastDays";
import type { Day } from "@/lib/dates/day";
import { formatCountFull } from "@/lib/format";
import { counted } from "./decisionTexts";

export const outcomes = ["allowed", "narrowed", "refused"] as const;

export type Outcomes = Record<DecisionOutcome, number>;

/** The decisions on each of the last days, the earliest first; a day without decisions has none. */
export function dailyDecisions(
  days: ReadonlyArray<DecisionDay>,
  today: Day,
): ReadonlyArray<DecisionDay> {
  const known = new Map(days.map((day) => [day.day, day]));
  return lastDays(today).map(
    (day) => known.get(day) ?? { day, allowed: 0, narrowed: 0, refused: 0 },
  );
}

export function sumOf({ allowed, narrowed, refused }: Outcomes): number {
  return allowed + narrowed + refused;
}

/** "1,204 decisions, 3 refused". */
export function decisionsText(numbers: Outcomes): string {
  const parts = (["narrowed", "refused"] as const)
    .filter((outcome) => numbers[outcome] > 0)
    .map((outcome) => `${formatCountFull(numbers[outcome])} ${outcome}`);
  return [counted(sumOf(numbers), "decision"), ...parts].join(", ");
}
