import type { ConditionOperator } from "@/api/contract";
import type { ValueText } from "@/components/form/ConflictCard";
import type { FormFieldSpec } from "@/components/form/fields";
import { isEmpty } from "@/components/form/fields";
import { instantOf } from "@/components/form/instants";
import type { Form } from "@/components/form/useForm";
import { formatInstant } from "@/lib/format";
import { conditionsIn } from "@/records/scopes/conditionFields";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { allDimensions } from "@/records/scopes/endpointDimensions";
import { conditionText } from "@/records/scopes/scopeSentence";
import { scopePrefix, scopesIn } from "./keyFields";

/** Values of the form in words, where they were changed meanwhile elsewhere. */
export function useKeyValueText(form: Form, fields: ReadonlyArray<FormFieldSpec>): ValueText {
  const conditions = [form.values, form.stored].flatMap((values) =>
    scopesIn(values).flatMap((number) => conditionsIn(values, scopePrefix(number))),
  );
  const { nameOf } = useConditionNames(conditions);
  return (name, value) => {
    if (value === undefined || isEmpty(value)) return null;
    if (typeof value === "string") {
      return name === "expires_at" ? formatInstant(instantOf(value)) : value;
    }
    if (name === "scopes") return value.map((number) => `Scope ${number}`).join(", ");
    const dimension = allDimensions.find((each) => name.endsWith(`.where.${each}`));
    if (dimension) {
      const [operator, ...ids] = value;
      const terms = { dimension, operator: operator as ConditionOperator, ids: ids.map(Number) };
      return conditionText(terms, nameOf);
    }
    const control = fields.find((field) => field.name === name)?.control;
    if (control?.kind !== "choices") return value.join(", ");
    const labels = new Map(control.options.map((option) => [option.value, option.content.label]));
    return value.map((each) => labels.get(each) ?? each).join(", ");
  };
}
