import { useMemo } from "react";
import { useTRPCClient } from "@/api/client";
import type { ApiKey } from "@/api/contract";
import { Card } from "@/components/Card";
import { ConflictCard } from "@/components/form/ConflictCard";
import { EditForm } from "@/components/form/EditForm";
import { FieldsCard } from "@/components/form/FieldsCard";
import { FormField } from "@/components/form/FormField";
import { SaveOutcome } from "@/components/form/SaveOutcome";
import type { Form } from "@/components/form/useForm";
import { Button } from "@/components/ui/buttons/Button";
import { useVersionedForm } from "@/records/useVersionedForm";
import {
  checkScopes,
  endAfter,
  fieldsOfSections,
  isTestIn,
  type KeySections,
  keyFieldName,
  keyIn,
  keySections,
  keyValues,
} from "./keyFields";
import type { KeyOwner } from "./keyOwner";
import { explainKeyFailure } from "./refusals";
import { ScopesCard } from "./ScopesCard";
import type { MadeKey } from "./SecretDialog";
import { useKeyRefresh } from "./useKeyOutcome";
import { useKeyValueText } from "./useKeyValueText";

export type KeyFormProps = {
  owner: KeyOwner;
  /** Null for a new key. */
  apiKey: ApiKey | null;
  onMade: (made: MadeKey) => void;
  onSaved: (key: ApiKey) => void;
};

const ends = [
  { label: "30 days", days: 30 },
  { label: "90 days", days: 90 },
  { label: "1 year", days: 365 },
  { label: "2 years", days: 730 },
];

/** Where and how long the key works. */
function ValidityCard({ form, sections }: { form: Form; sections: KeySections }) {
  return (
    <Card title="Networks and expiry">
      <div className="flex flex-col gap-4 px-(--card-pad) py-4">
        <FormField form={form} field={sections.networks} />
        <div className="flex flex-col items-start gap-2">
          <div className="w-full sm:w-[280px]">
            <FormField form={form} field={sections.end} />
          </div>
          <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
            <legend className="sr-only">Expires in</legend>
            {ends.map(({ label, days }) => (
              <Button
                key={days}
                size="small"
                onClick={() => form.set(sections.end.name, endAfter(days))}
              >
                In {label}
              </Button>
            ))}
          </fieldset>
        </div>
      </div>
    </Card>
  );
}

/** The editor of a key: its name, what it reads, from where and until when. */
export function KeyForm({ owner, apiKey, onMade, onSaved }: KeyFormProps) {
  const { isOrganization, user, organization } = owner;
  const client = useTRPCClient();
  const refresh = useKeyRefresh();
  const sections = useMemo(() => keySections(client, apiKey === null), [client, apiKey]);
  const fields = useMemo(() => fieldsOfSections(sections), [sections]);
  const edited = useVersionedForm<ApiKey>({
    fields,
    record: apiKey,
    valuesOf: keyValues,
    draftName: `${user.id}/api-keys/${isOrganization ? organization.id : "own"}/${apiKey?.id ?? "new"}`,
    check: checkScopes,
    nameOf: keyFieldName,
    fieldReasons: {
      key_replaced: [
        "expires_at",
        "This key was replaced by another one and does not last longer.",
      ],
    },
    save: async (values, version) => {
      const key = keyIn(values, apiKey);
      if (apiKey && version !== null) {
        return (await client.apiKeys.update.mutate({ id: apiKey.id, version, key })).key;
      }
      const made = await client.apiKeys.create.mutate({
        is_organization: isOrganization,
        is_test: isTestIn(values),
        key,
      });
      // Its text is handed on: what a mutation returns stays in its cache.
      onMade(made);
      return made.key;
    },
    load: async () => {
      const { results } = await client.apiKeys.list.query({ is_organization: isOrganization });
      const found = results.find(({ id }) => id === apiKey?.id);
      if (!found) throw new Error("The key is no longer listed");
      return found;
    },
    onSaved,
    refresh,
  });
  const { form, conflict } = edited;
  const textOf = useKeyValueText(form, fields);
  return (
    <EditForm
      label={apiKey ? `Edit ${apiKey.name}` : "New API key"}
      form={form}
      what={apiKey?.name ?? "the new key"}
      restored={edited.restored}
      conflict={
        conflict && (
          <ConflictCard
            differences={conflict.differences}
            author={isOrganization ? "an owner of the organization" : "you in another window"}
            form={form}
            textOf={textOf}
          />
        )
      }
      action={apiKey ? "Save changes" : "Create key"}
      pending={edited.pending}
      outcome={<SaveOutcome outcome={edited.outcome} explain={explainKeyFailure} />}
      onLeave={edited.forget}
    >
      <FieldsCard title="Key" form={form} fields={sections.definition} />
      <ScopesCard
        form={form}
        sections={sections}
        lender={isOrganization ? "the organization" : "you"}
      />
      <ValidityCard form={form} sections={sections} />
    </EditForm>
  );
}
