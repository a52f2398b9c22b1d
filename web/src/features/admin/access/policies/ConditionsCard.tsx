import type { Endpoint } from "@/api/contract";
import { Card } from "@/components/Card";
import type { FormFieldSpec } from "@/components/form/fields";
import type { Form } from "@/components/form/useForm";
import { ConditionsField } from "@/records/scopes/ConditionsField";

type ConditionsCardProps = {
  form: Form;
  fields: ReadonlyArray<FormFieldSpec>;
  endpoints: ReadonlyArray<Endpoint>;
};

/** The conditions of a policy. */
export function ConditionsCard(props: ConditionsCardProps) {
  return (
    <Card
      title="Conditions"
      lead="The records that the policy is about. All conditions must hold; records without the attribute meet none on it."
    >
      <ConditionsField {...props} whole="policy" />
    </Card>
  );
}
