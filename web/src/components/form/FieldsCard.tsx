import { Card } from "@/components/Card";
import { FormField } from "./FormField";
import type { FormFieldSpec } from "./fields";
import type { Form } from "./useForm";

type FieldsCardProps = {
  title: string;
  lead?: string;
  form: Form;
  fields: ReadonlyArray<FormFieldSpec>;
};

/** Some of the fields of a form under a heading. */
export function FieldsCard({ title, lead, form, fields }: FieldsCardProps) {
  return (
    <Card title={title} lead={lead}>
      <div className="grid gap-4 px-(--card-pad) py-4 sm:grid-cols-2">
        {fields.map((field) => (
          <FormField key={field.name} form={form} field={field} />
        ))}
      </div>
    </Card>
  );
}
