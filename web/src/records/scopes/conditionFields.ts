import { dimensionLabels } from "@/api/accessWords";
import type { Condition, ConditionOperator, Dimension, Endpoint } from "@/api/contract";
import type { FormFieldSpec, FormValues } from "@/components/form/fields";
import { choiceLabel } from "@/lib/format/choiceLabel";
import type { Client } from "../resource";
import { recordLoader } from "./conditionRecords";
import { allDimensions, endpointWithout } from "./endpointDimensions";
import { endpointNoun } from "./wording";

/**
 * The name of the field of a condition; its value is the operator, then the ids. A form with several sets of conditions has
 * a prefix for each.
 */
export function conditionName(dimension: Dimension, prefix = ""): string {
  return `${prefix}where.${dimension}`;
}

/** The fields of the conditions of a form. */
export function conditionFields(client: Client, prefix = ""): ReadonlyArray<FormFieldSpec> {
  return allDimensions.map((dimension) => ({
    name: conditionName(dimension, prefix),
    label: dimensionLabels[dimension],
    control: { kind: "references", load: recordLoader(client, dimension), names: {} },
  }));
}

/** Conditions as a form shows them. */
export function conditionValues(where: ReadonlyArray<Condition>, prefix = ""): FormValues {
  const values = allDimensions.map((dimension) => {
    const found = where.find((condition) => condition.dimension === dimension);
    const value = found ? [found.operator, ...found.ids.map(String)] : [];
    return [conditionName(dimension, prefix), value] as const;
  });
  return Object.fromEntries(values);
}

/** The conditions of a form, in the order of the dimensions. */
export function conditionsIn(values: FormValues, prefix = ""): ReadonlyArray<Condition> {
  return allDimensions.flatMap((dimension) => {
    const value = values[conditionName(dimension, prefix)];
    const [operator, ...ids] = typeof value === "object" ? value : [];
    if (operator === undefined) return [];
    const numbers = ids.map(Number).toSorted((one, other) => one - other);
    return [{ dimension, operator: operator as ConditionOperator, ids: numbers }];
  });
}

/** Why a condition cannot hold for records of the endpoints; null if it can. */
export function checkCondition(
  { dimension, ids }: Condition,
  endpoints: ReadonlyArray<Endpoint>,
  /** The thing with endpoints and conditions: "policy". */
  whole: string,
): string | null {
  const without = endpointWithout(dimension, endpoints);
  if (without) {
    const noun = choiceLabel(endpointNoun(without));
    const attribute = dimensionLabels[dimension].toLowerCase();
    return `${noun} have no ${attribute}. Put them into a ${whole} of their own.`;
  }
  return ids.length === 0 ? "Choose at least one value." : null;
}

/** The faults of the conditions of a form, by their fields. */
export function checkConditions(
  values: FormValues,
  endpoints: ReadonlyArray<Endpoint>,
  whole: string,
  prefix = "",
): Record<string, string> {
  const faults = conditionsIn(values, prefix).flatMap((condition) => {
    const fault = checkCondition(condition, endpoints, whole);
    return fault ? [[conditionName(condition.dimension, prefix), fault] as const] : [];
  });
  return Object.fromEntries(faults);
}
