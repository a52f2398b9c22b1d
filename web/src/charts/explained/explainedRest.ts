import type { Explained } from "@/app-state/explained";

/** What explains the number of all that have no group of their own, which nobody can ask for alone. */
export function explainedRest(name: string, whole: Explained): Explained {
  return {
    kind: "several",
    name,
    items: [{ name: "All together", figure: "", number: whole }],
    method: "The total minus all other groups.",
  };
}
