import type { Explained } from "@/app-state/explained";

/** Explains the number of all members without a group of their own, which has no query of its own. */
export function explainedRest(name: string, whole: Explained): Explained {
  return {
    kind: "several",
    id: name,
    name,
    items: [{ name: "Total", figure: "", number: whole }],
    method: "The total minus all other groups.",
  };
}
