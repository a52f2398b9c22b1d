import type { NumberKey } from "@/app-state/numberExplanation";
import {
  formatAmountExact,
  formatChange,
  formatMoneyExact,
  formatPercent,
  formatPointChange,
} from "@/lib/format";

type Several = Extract<NumberKey, { kind: "several" }>;

/** A number that another one is made of. */
export type NumberPart = Several["items"][number] & { name: string };

export function partOf(
  name: string,
  value: number | null,
  number: NumberKey,
  sample: boolean,
): NumberPart {
  return { name, figure: value === null ? "no value" : formatMoneyExact(value), number, sample };
}

/** By which part of itself a number changed. */
export function explainedChange(
  name: string,
  now: NumberPart,
  before: NumberPart,
  change: number,
): Several {
  const method = "The change from the second input to the first, divided by the second.";
  const figure = formatChange(change, 2);
  return { kind: "several", name: `Change of ${name}`, items: [now, before], method, figure };
}

/** The part of a whole. */
export function explainedShare(
  name: string,
  part: NumberPart,
  whole: NumberPart,
  share: number,
): Several {
  const method = "The first input divided by the second.";
  const figure = formatPercent(share, 4);
  return { kind: "several", name: `Share of ${name}`, items: [part, whole], method, figure };
}

/** How a share changed: what it is made of now, and what it was made of then. */
export function explainedShareChange(
  name: string,
  items: readonly [NumberPart, NumberPart, NumberPart, NumberPart],
  change: number,
): Several {
  const method = "The first input divided by the second, minus the third divided by the fourth.";
  const figure = formatPointChange(change, "share");
  return { kind: "several", name: `Change of the share of ${name}`, items, method, figure };
}

/** How many stand in a sum. */
export function explainedMembership(name: string, sum: NumberPart, count: number): Several {
  const method = "Each member that is an input of the sum is counted once.";
  const figure = formatAmountExact(count);
  return { kind: "several", name, items: [sum], method, figure };
}
