import headline from "../../../proto/declared/headline.json";
import type { Filter } from "./contract";
import { every } from "./listQuery";

/** The conditions by which numbers are chosen, by name; the gateway reads the same file. */
const conditions = headline.conditions as Readonly<Record<string, Filter>>;

/** A condition, or `headline` for all that headlines require. */
export function findCondition(name: string): Filter {
  const condition = name === "headline" ? every(headlineConditions) : conditions[name];
  if (!condition) throw new Error(`The condition ${name} is not declared`);
  return condition;
}

/** Headlines and lists count tokens that can leave their platform, of the classes that totals include. */
const headlineConditions: ReadonlyArray<Filter> = headline.headline.map(findCondition);

/** The classes that totals include, as the classification in use says: the catalog has the same field. */
export const inTotals = findCondition("in_totals");
