import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { Policy, PolicyInput } from "@/api/contract";
import { Card } from "@/components/Card";
import { FieldsCard } from "@/components/form/FieldsCard";
import type { FormValue } from "@/components/form/fields";
import { checkField } from "@/components/form/fields";
import type { Form } from "@/components/form/useForm";
import { AccessForm } from "../AccessForm";
import { SimulationCard } from "../decisions/SimulationCard";
import { PreviewCard } from "../PreviewCard";
import { useAccessForm } from "../useAccessForm";
import { useSettled } from "../useSettled";
import { ConditionsCard } from "./ConditionsCard";
import { PolicyInWords } from "./PolicyInWords";
import {
  checkPolicy,
  fieldsOfSections,
  policyFieldName,
  policyIn,
  policySections,
  policyValues,
} from "./policyFields";
import { allFields } from "./policyParts";
import { RecordFieldsCard } from "./RecordFieldsCard";
import { usePolicyValueText } from "./usePolicyValueText";

/** The policy without what is begun and not chosen yet: a condition without values, fields without names. */
function readablePart(policy: PolicyInput): PolicyInput {
  return {
    ...policy,
    where: policy.where?.filter(({ ids }) => ids.length > 0),
    fields: policy.fields.names.length > 0 ? policy.fields : allFields,
  };
}

/** The sentence that the values of the form make, which follows what is typed. */
function SentenceCard({ form }: { form: Form }) {
  const policy = readablePart(policyIn(useSettled(form.values)));
  const isReadable = policy.actions.length > 0 && policy.endpoints.length > 0;
  return (
    <section
      aria-labelledby="sentence-title"
      className="z-(--z-sticky) rounded-md border border-line-strong bg-raised px-(--card-pad) py-3 shadow-raised lg:sticky lg:top-(--header-h)"
    >
      <h2 id="sentence-title" className="text-sm text-text-2">
        This policy says
      </h2>
      <div aria-live="polite" className="mt-0.5 text-lg leading-snug">
        {isReadable ? (
          <PolicyInWords policy={policy} name={policy.name} />
        ) : (
          <span className="text-text-2">
            Choose actions and endpoints to read the policy as a sentence.
          </span>
        )}
      </div>
    </section>
  );
}

/** The effect on those who have the policy now, for the values of the form once they are complete. */
function usePolicyPreview(id: string | null, form: Form) {
  const trpc = useTRPC();
  const values = useSettled(form.values);
  const faults = checkPolicy(values);
  const isComplete =
    Object.keys(faults).length === 0 &&
    form.fields.every((field) => checkField(field, values[field.name]) === null);
  const input = isComplete ? { id, policy: policyIn(values) } : skipToken;
  const preview = useQuery(
    trpc.accessPolicies.preview.queryOptions(input, {
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  return { preview, values: isComplete ? policyIn(values) : null };
}

type PolicyFormProps = {
  /** Null for a new policy. */
  policy: Policy | null;
  /** The values of a new policy, where it is a copy of another one. */
  copied?: Policy | null;
  draftName: string;
  onSaved: (policy: Policy) => void;
};

/** The editor of a policy: the sentence that it makes, the parts of the sentence, and whom a change affects. */
export function PolicyForm({ policy, copied = null, draftName, onSaved }: PolicyFormProps) {
  const client = useTRPCClient();
  const sections = useMemo(() => policySections(client), [client]);
  const fields = useMemo(() => fieldsOfSections(sections), [sections]);
  const edited = useAccessForm<Policy>({
    fields,
    record: policy,
    initial: copied ? copyOf(copied) : undefined,
    valuesOf: policyValues,
    draftName,
    check: checkPolicy,
    nameOf: policyFieldName,
    fieldReasons: {
      name_taken: ["name", "Another policy has this name."],
      name_reserved: ["name", "Names that begin with “plan.” or “internal.” are reserved."],
      policy_was_active: ["status", "A policy that was active cannot become a draft again."],
    },
    save: async (values, version) => {
      const input = { policy: policyIn(values), reason: reasonIn(values.reason) };
      const saved =
        policy && version !== null
          ? await client.accessPolicies.update.mutate({ id: policy.id, version, ...input })
          : await client.accessPolicies.create.mutate(input);
      return saved.policy;
    },
    load: async () => (await client.accessPolicies.get.query({ id: policy?.id ?? "" })).policy,
    onSaved,
  });
  const { form } = edited;
  const textOf = usePolicyValueText(edited.conflict !== null, form, fields);
  const { preview, values } = usePolicyPreview(policy?.id ?? null, form);
  const { effect, endpoints } = policyIn(form.values);
  const isDenial = effect === "deny";
  return (
    <AccessForm
      edited={edited}
      label={policy ? `Edit ${policy.name}` : "New access policy"}
      what={policy?.name ?? "the new policy"}
      action={policy ? "Save changes" : "Create policy"}
      textOf={textOf}
    >
      <SentenceCard form={form} />
      {/* A field that takes the focus stands clear of the sentence, too. */}
      <div className="flex min-w-0 flex-col gap-4 lg:[&_:is(input,textarea,button)]:scroll-mt-40">
        <FieldsCard title="Policy" form={form} fields={sections.definition} />
        <FieldsCard
          title="Rule"
          lead="What the policy allows or denies, and where."
          form={form}
          fields={sections.rule}
        />
        <ConditionsCard form={form} fields={sections.conditions} endpoints={endpoints} />
        <RecordFieldsCard form={form} endpoints={endpoints} />
        {isDenial ? (
          <Card title="Days and limits">
            <p className="px-(--card-pad) py-4 text-text-2">
              A denial takes away records and fields, and has no days or limits.
            </p>
          </Card>
        ) : (
          <>
            <FieldsCard
              title="Days"
              lead="The days (UTC) whose values the policy allows. An empty field does not restrict."
              form={form}
              fields={sections.days}
            />
            <FieldsCard
              title="Limits"
              lead="How much one caller may take. An empty field does not restrict."
              form={form}
              fields={sections.limits}
            />
          </>
        )}
        <FieldsCard
          title="Validity and callers"
          lead="When the policy has effect, and for calls from which networks."
          form={form}
          fields={sections.callers}
        />
        <FieldsCard title="Notes" form={form} fields={sections.notes} />
        <PreviewCard preview={preview} incomplete={values === null} />
        {policy && <SimulationCard policyId={policy.id} values={values} />}
      </div>
    </AccessForm>
  );
}

function reasonIn(value: FormValue | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The values of a copy: a draft with a name of its own. */
function copyOf(policy: Policy) {
  const name = `Copy of ${policy.name}`.slice(0, 64).trim();
  return { ...policyValues(policy), name, status: "draft" };
}
