import { Card } from "@/components/Card";
import { fieldId } from "@/components/form/ErrorSummary";
import { FormField } from "@/components/form/FormField";
import type { FormFieldSpec } from "@/components/form/fields";
import type { Form } from "@/components/form/useForm";
import { Button } from "@/components/ui/buttons/Button";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Icon } from "@/components/ui/marks/Icon";
import { ConditionsField } from "@/records/scopes/ConditionsField";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { scopeSentence } from "@/records/scopes/scopeSentence";
import {
  freeScope,
  type KeySections,
  scopeIn,
  scopePrefix,
  scopesIn,
  scopeValues,
} from "./keyFields";

type ScopesCardProps = {
  form: Form;
  sections: KeySections;
  /** The owner, who lends the key its data: "you". */
  lender: string;
};

/** The fields of a scope, under labels without its number. */
function labelled(field: FormFieldSpec | undefined, label: string): FormFieldSpec[] {
  return field ? [{ ...field, label, required: true }] : [];
}

/** The sentence that a scope makes, as far as it is filled in. */
function SentenceOf({ form, number }: { form: Form; number: string }) {
  const { actions, endpoints, where } = scopeIn(form.values, number);
  const conditions = where.filter(({ ids }) => ids.length > 0);
  const { nameOf } = useConditionNames(conditions);
  const isReadable = actions.length > 0 && endpoints.length > 0;
  return (
    <p aria-live="polite" className={isReadable ? "" : "text-text-2"}>
      {isReadable
        ? `${scopeSentence({ actions, endpoints, where: conditions }, nameOf)}.`
        : "Choose actions and endpoints."}
    </p>
  );
}

type ScopeProps = { form: Form; sections: KeySections; number: string; onRemove: () => void };

/** One part of the data that a key reads. */
function Scope({ form, sections, number, onRemove }: ScopeProps) {
  const prefix = scopePrefix(number);
  const fields = sections.scopes.get(number) ?? [];
  const find = (name: string) => fields.find((field) => field.name === prefix + name);
  const { endpoints } = scopeIn(form.values, number);
  const shown = [
    ...labelled(find("actions"), "Actions"),
    ...labelled(find("endpoints"), "Endpoints"),
  ];
  return (
    <fieldset className="min-w-0 rounded-md border border-line-strong">
      <legend className="sr-only">Scope {number}</legend>
      <div className="flex items-start gap-3 border-line border-b bg-surface-2 py-2 ps-(--card-pad) pe-2">
        <div className="min-w-0 flex-1 self-center [overflow-wrap:anywhere]">
          <SentenceOf form={form} number={number} />
        </div>
        <IconButton icon="trash" label={`Remove scope ${number}`} onClick={onRemove} />
      </div>
      <div className="grid gap-4 px-(--card-pad) pt-4 pb-4">
        {shown.map((field) => (
          <FormField key={field.name} form={form} field={field} />
        ))}
      </div>
      <div className="border-line border-t">
        <ConditionsField
          form={form}
          fields={fields}
          endpoints={endpoints}
          whole="scope"
          prefix={prefix}
        />
      </div>
    </fieldset>
  );
}

/** The data that a key reads: all of its owner, or the parts that its scopes name. */
export function ScopesCard({ form, sections, lender }: ScopesCardProps) {
  const numbers = scopesIn(form.values);
  const free = freeScope(form.values);
  const fill = (number: string) => {
    for (const [name, value] of Object.entries(scopeValues(number, null))) form.set(name, value);
  };
  const add = () => {
    if (free === null) return;
    fill(free);
    form.set("scopes", [...numbers, free]);
  };
  const keep = (kept: ReadonlyArray<string>) => {
    for (const number of numbers) if (!kept.includes(number)) fill(number);
    form.set("scopes", kept);
  };
  return (
    <Card
      title="Scopes"
      lead={`The data that the key reads. No scope gives a key more than ${lender} can read.`}
    >
      <div
        id={fieldId("scopes")}
        className="flex min-w-0 scroll-mt-20 flex-col items-start gap-4 px-(--card-pad) py-4"
      >
        <SegmentedControl
          label="Data that the key reads"
          segments={[
            { value: "all", label: "All data" },
            { value: "some", label: "Only these scopes" },
          ]}
          value={numbers.length === 0 ? "all" : "some"}
          onChange={(next) => (next === "all" ? keep([]) : add())}
        />
        {numbers.length === 0 && (
          <p className="text-text-2">
            The key reads everything that {lender} can read, including what a later plan adds.
          </p>
        )}
        {form.errors.scopes && (
          <p role="alert" className="text-neg text-sm">
            {form.errors.scopes}
          </p>
        )}
        {numbers.length > 0 && (
          <div className="flex w-full min-w-0 flex-col gap-4">
            {numbers.map((number) => (
              <Scope
                key={number}
                form={form}
                sections={sections}
                number={number}
                onRemove={() => keep(numbers.filter((other) => other !== number))}
              />
            ))}
          </div>
        )}
        {numbers.length > 0 && free !== null && (
          <Button size="small" onClick={add}>
            <Icon name="plus" size={12} />
            Add a scope
          </Button>
        )}
      </div>
    </Card>
  );
}
