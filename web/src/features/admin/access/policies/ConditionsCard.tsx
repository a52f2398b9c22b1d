import { useState } from "react";
import { dimensionLabels } from "@/api/accessWords";
import type { Dimension, Endpoint } from "@/api/contract";
import { Card } from "@/components/Card";
import type { FormFieldSpec, Names } from "@/components/form/fields";
import type { Form } from "@/components/form/useForm";
import { Button } from "@/components/ui/buttons/Button";
import { Icon } from "@/components/ui/marks/Icon";
import { ConditionField } from "./ConditionField";
import { useConditionNames } from "./conditionRecords";
import { sharedDimensions } from "./endpointDimensions";
import { checkCondition, conditionName, conditionsIn } from "./policyFields";

type ConditionsCardProps = {
  form: Form;
  fields: ReadonlyArray<FormFieldSpec>;
  endpoints: ReadonlyArray<Endpoint>;
};

/** The conditions of a policy. All of them must hold, and an attribute has at most one. */
export function ConditionsCard({ form, fields, endpoints }: ConditionsCardProps) {
  const [added, setAdded] = useState<Dimension | null>(null);
  const conditions = conditionsIn(form.values);
  const { nameOf } = useConditionNames(conditions);
  const used = conditions.map(({ dimension }) => dimension);
  const offered = sharedDimensions(endpoints).filter((dimension) => !used.includes(dimension));
  const add = (dimension: Dimension) => {
    setAdded(dimension);
    form.set(conditionName(dimension), ["in"]);
  };
  return (
    <Card
      title="Conditions"
      lead="The records that the policy is about. All conditions must hold; records without the attribute meet none on it."
    >
      <div className="px-(--card-pad)">
        {conditions.length === 0 && (
          <p className="py-4 text-text-2">No conditions: the policy is about all records.</p>
        )}
        {conditions.map((condition) => {
          const { dimension, ids } = condition;
          const field = fields.find(({ name }) => name === conditionName(dimension));
          const names: Names = Object.fromEntries(ids.map((id) => [id, nameOf(dimension, id)]));
          return (
            field && (
              <ConditionField
                key={dimension}
                form={form}
                field={field}
                dimension={dimension}
                names={names}
                fault={checkCondition(condition, endpoints)}
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
    </Card>
  );
}
