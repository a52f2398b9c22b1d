import type { Explained } from "@/app-state/explained";

/** Explains the sum of all members without a group of their own, which no single query answers. */
export function explainedRest(name: string, whole: Explained): Explained {
  return {
    kind: "several",
    id: name,
    name,
    items: [{ name: "Total", figure: "", number: whole }],
    method: "The total minus all other groups.",
  };
}
