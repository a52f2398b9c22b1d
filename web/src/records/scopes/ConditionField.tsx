import { useEffect, useRef } from "react";
import { dimensionLabels } from "@/api/accessWords";
import type { ConditionOperator, Dimension } from "@/api/contract";
import { fieldId } from "@/components/form/ErrorSummary";
import type { FormFieldSpec, Names } from "@/components/form/fields";
import { ReferencesField } from "@/components/form/ReferenceFields";
import type { Form } from "@/components/form/useForm";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { MultiSelect } from "@/components/ui/selects/MultiSelect";
import { choicesOf } from "./conditionRecords";

const operators: ReadonlyArray<{ value: ConditionOperator; label: string }> = [
  { value: "in", label: "is one of" },
  { value: "not_in", label: "is none of" },
];

type ConditionFieldProps = {
  form: Form;
  field: FormFieldSpec;
  dimension: Dimension;
  names: Names;
  /** Why the condition cannot hold as it is. */
  fault: string | null;
  /** Whether it was just added, so that its values come next. */
  isNew: boolean;
};

/** A condition of a policy or a scope: an attribute, whether its values are meant or all others, and the values. */
export function ConditionField(props: ConditionFieldProps) {
  const { form, field, dimension, names, fault, isNew } = props;
  const { name, control } = field;
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (isNew) place.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
  }, [isNew]);
  const value = form.values[name];
  const [operator = "in", ...ids] = typeof value === "object" ? value : [];
  const label = dimensionLabels[dimension];
  const set = (next: ReadonlyArray<string>) => form.set(name, [operator, ...next]);
  const shared = {
    label: "Values",
    error: form.errors[name] ?? (ids.length > 0 ? fault : null),
    required: true,
    values: ids,
    onChange: set,
  };
  const choices = choicesOf(dimension);
  return (
    <fieldset
      ref={place}
      id={fieldId(name)}
      className="min-w-0 scroll-mt-20 border-line border-b py-4 last:border-b-0"
    >
      <legend className="sr-only">Condition on {label.toLowerCase()}</legend>
      <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{label}</span>
        <SegmentedControl
          label={`${label}: comparison`}
          segments={operators}
          value={operator as ConditionOperator}
          onChange={(next) => form.set(name, [next, ...ids])}
        />
        <span className="ms-auto">
          <IconButton
            icon="trash"
            label={`Remove the condition on ${label.toLowerCase()}`}
            onClick={() => form.set(name, [])}
          />
        </span>
      </div>
      {choices ? (
        <MultiSelect {...shared} options={choices} />
      ) : (
        control.kind === "references" && (
          <ReferencesField {...shared} load={control.load} names={names} />
        )
      )}
    </fieldset>
  );
}
