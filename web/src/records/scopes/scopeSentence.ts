import { dimensionLabels, endpointLabels } from "@/api/accessWords";
import type { Action, Condition, Dimension, Endpoint } from "@/api/contract";
import { formatCountFull } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { endpointNoun, listInWords, prepositionOf, verbOf } from "./wording";

/** A part of the data: actions at endpoints, on records that meet all conditions. */
export type ScopeTerms = {
  actions: ReadonlyArray<Action>;
  endpoints: ReadonlyArray<Endpoint>;
  where?: ReadonlyArray<Condition>;
};

/** The name of the record, or of the choice, with an id in a dimension. */
export type NameOf = (dimension: Dimension, id: number) => string;

/** The most values of a condition that are named. */
const mostNames = 5;

/** "assets and time series" */
export function recordsPart(endpoints: ReadonlyArray<Endpoint>): string {
  if (endpoints.length === Object.keys(endpointLabels).length) return "all data";
  return listInWords(endpoints.map(endpointNoun));
}

/** A condition after the records that it restricts: "on Ethereum and Base". */
function conditionPart({ dimension, operator, ids }: Condition, nameOf: NameOf): string {
  const names = ids.slice(0, mostNames).map((id) => nameOf(dimension, id));
  const unnamed = ids.length - names.length;
  if (unnamed > 0) names.push(`${formatCountFull(unnamed)} more`);
  const values = `${prepositionOf(dimension, ids.length)} ${listInWords(names)}`;
  return operator === "not_in" ? ` except those ${values}` : ` ${values}`;
}

/** The conditions after the records that they restrict. */
export function conditionsPart(where: ReadonlyArray<Condition>, nameOf: NameOf): string {
  return where.map((condition) => conditionPart(condition, nameOf)).join("");
}

/** "List and export assets on Ethereum" */
export function scopeSentence({ actions, endpoints, where = [] }: ScopeTerms, nameOf: NameOf) {
  const verbs = listInWords(actions.map(verbOf));
  return choiceLabel(`${verbs} ${recordsPart(endpoints)}${conditionsPart(where, nameOf)}`);
}

/** "Network is one of Ethereum and Base" */
export function conditionText({ dimension, operator, ids }: Condition, nameOf: NameOf): string {
  const names = listInWords(ids.map((id) => nameOf(dimension, id)));
  return `${dimensionLabels[dimension]} ${operator === "not_in" ? "is none of" : "is one of"} ${names}`;
}
