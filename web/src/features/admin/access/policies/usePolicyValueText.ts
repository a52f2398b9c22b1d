import type { ConditionOperator, FieldMode } from "@/api/contract";
import type { ValueText } from "@/components/form/ConflictCard";
import type { Control, FormFieldSpec, FormValue } from "@/components/form/fields";
import { isEmpty, plainNumber } from "@/components/form/fields";
import { instantOf } from "@/components/form/instants";
import type { Form } from "@/components/form/useForm";
import type { Option } from "@/components/ui/selects/options";
import { formatCountFull, formatInstant } from "@/lib/format";
import { conditionName, conditionsIn } from "@/records/scopes/conditionFields";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { allDimensions } from "@/records/scopes/endpointDimensions";
import { conditionText, type NameOf } from "@/records/scopes/scopeSentence";
import { fieldsText } from "../historyTexts";

function conditionValueText(name: string, value: FormValue, nameOf: NameOf): string | null {
  const dimension = allDimensions.find((each) => conditionName(each) === name);
  if (!dimension || typeof value === "string") return null;
  const [operator, ...ids] = value;
  const condition = { dimension, operator: operator as ConditionOperator, ids: ids.map(Number) };
  return conditionText(condition, nameOf);
}

function labelIn(options: ReadonlyArray<Option>, value: string): string {
  return options.find((option) => option.value === value)?.content.label ?? value;
}

function typedText(control: Control | undefined, value: string): string {
  if (control?.kind === "instant") return formatInstant(instantOf(value));
  if (control?.kind === "number") return formatCountFull(Number(plainNumber(value)));
  return control?.kind === "choice" ? labelIn(control.options, value) : value;
}

function listText(control: Control | undefined, values: ReadonlyArray<string>): string {
  if (control?.kind !== "choices") return values.join(", ");
  return values.map((value) => labelIn(control.options, value)).join(", ");
}

/** Values of the form in words, where another administrator changed them meanwhile. */
export function usePolicyValueText(
  wanted: boolean,
  form: Form,
  fields: ReadonlyArray<FormFieldSpec>,
): ValueText {
  const { nameOf } = useConditionNames(
    wanted ? [...conditionsIn(form.values), ...conditionsIn(form.stored)] : [],
  );
  return (name, value) => {
    if (value === undefined || isEmpty(value)) return null;
    if (name.startsWith("where.")) return conditionValueText(name, value, nameOf);
    const control = fields.find((field) => field.name === name)?.control;
    if (typeof value === "string") return typedText(control, value);
    if (name !== "fields") return listText(control, value);
    const [mode, ...names] = value;
    return fieldsText({ mode: mode as FieldMode, names });
  };
}
