import { useState } from "react";
import { dimensionLabels } from "@/api/accessWords";
import type { Dimension, Endpoint } from "@/api/contract";
import type { FormFieldSpec, Names } from "@/components/form/fields";
import type { Form } from "@/components/form/useForm";
import { Button } from "@/components/ui/buttons/Button";
import { Icon } from "@/components/ui/marks/Icon";
import { ConditionField } from "./ConditionField";
import { checkCondition, conditionName, conditionsIn } from "./conditionFields";
import { useConditionNames } from "./conditionRecords";
import { sharedDimensions } from "./endpointDimensions";

type ConditionsFieldProps = {
  form: Form;
  fields: ReadonlyArray<FormFieldSpec>;
  endpoints: ReadonlyArray<Endpoint>;
  /** The thing with the conditions: "policy". */
  whole: string;
  /** The beginning of the names of the fields. */
  prefix?: string;
};

/** The conditions of a policy or a scope. All of them must hold, and an attribute has at most one. */
export function ConditionsField(props: ConditionsFieldProps) {
  const { form, fields, endpoints, whole, prefix } = props;
  const [added, setAdded] = useState<Dimension | null>(null);
  const conditions = conditionsIn(form.values, prefix);
  const { nameOf } = useConditionNames(conditions);
  const used = conditions.map(({ dimension }) => dimension);
  const offered = sharedDimensions(endpoints).filter((dimension) => !used.includes(dimension));
  const add = (dimension: Dimension) => {
    setAdded(dimension);
    form.set(conditionName(dimension, prefix), ["in"]);
  };
  return (
    <>
      <div className="px-(--card-pad)">
        {conditions.length === 0 && (
          <p className="py-4 text-text-2">No conditions: the {whole} is about all records.</p>
        )}
        {conditions.map((condition) => {
          const { dimension, ids } = condition;
          const field = fields.find(({ name }) => name === conditionName(dimension, prefix));
          const names: Names = Object.fromEntries(ids.map((id) => [id, nameOf(dimension, id)]));
          return (
            field && (
              <ConditionField
                key={dimension}
                form={form}
                field={field}
                dimension={dimension}
                names={names}
                fault={checkCondition(condition, endpoints, whole)}
                isNew={added === dimension}
              />
            )
          );
        })}
      </div>
      <div className="border-line border-t px-(--card-pad) py-3">
        {offered.length > 0 ? (
          <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
            <legend className="mb-1.5 text-sm text-text-2">Add a condition on</legend>
            {offered.map((dimension) => (
              <Button key={dimension} size="small" onClick={() => add(dimension)}>
                <Icon name="plus" size={12} />
                {dimensionLabels[dimension]}
              </Button>
            ))}
          </fieldset>
        ) : (
          <p className="text-sm text-text-2">
            The chosen endpoints have no further attribute in common.
          </p>
        )}
      </div>
    </>
  );
}
