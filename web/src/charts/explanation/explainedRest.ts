import type { NumberKey } from "@/app-state/numberExplanation";

/** Explains the sum of all members without a group of their own, which no single query answers. */
export function explainedRest(name: string, whole: NumberKey, sample: boolean): NumberKey {
  return {
    kind: "several",
    id: name,
    name,
    items: [{ name: "Total", figure: "", number: whole, sample }],
    method: "The total minus all other groups.",
  };
}
