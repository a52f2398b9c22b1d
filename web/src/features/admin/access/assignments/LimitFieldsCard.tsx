import { FieldsCard } from "@/components/form/FieldsCard";
import type { FormFieldSpec } from "@/components/form/fields";
import type { Form } from "@/components/form/useForm";

type LimitFieldsCardProps = { form: Form; fields: ReadonlyArray<FormFieldSpec> };

/** The limits of an assignment beside those of its policy. */
export function LimitFieldsCard({ form, fields }: LimitFieldsCardProps) {
  return (
    <FieldsCard
      title="Limits"
      lead="The limits of the policy apply where a field is empty. An assignment can only be tighter."
      form={form}
      fields={fields}
    />
  );
}
