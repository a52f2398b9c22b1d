import { useTRPCClient } from "@/api/client";
import { type AccessRole, longestNote } from "@/api/contract";
import { FieldsCard } from "@/components/form/FieldsCard";
import type { FormFieldSpec, FormValues } from "@/components/form/fields";
import { slugOf } from "@/lib/address/slug";
import { AccessForm } from "../AccessForm";
import { textOf } from "../grantFields";
import { useAccessForm } from "../useAccessForm";

function checkKey(value: string): string | null {
  return /^[a-z0-9._-]{3,64}$/.test(value)
    ? null
    : "Enter 3 to 64 lower-case letters, digits, dots, dashes and underscores.";
}

function checkReason(value: string): string | null {
  return value.length > longestNote ? `Use at most ${longestNote} characters.` : null;
}

const definition: ReadonlyArray<FormFieldSpec> = [
  { name: "display_name", label: "Name", control: { kind: "text" }, required: true },
  {
    name: "name",
    label: "Key",
    control: { kind: "text" },
    hint: "The unique name for programs: 3 to 64 lower-case letters, digits, dots, dashes and underscores.",
    required: true,
    check: checkKey,
  },
  {
    name: "description",
    label: "Description",
    control: { kind: "text", long: true },
    hint: "For whom the role is, and what it gives access to.",
  },
];

const reason: ReadonlyArray<FormFieldSpec> = [
  {
    name: "reason",
    label: "Reason",
    control: { kind: "text", long: true },
    hint: "Shown to other administrators in the history.",
    check: checkReason,
  },
];

const fields = [...definition, ...reason];

function valuesOf(role: AccessRole | null): FormValues {
  return {
    display_name: role?.display_name ?? "",
    name: role?.name ?? "",
    description: role?.description ?? "",
    reason: "",
  };
}

type RoleFormProps = {
  /** Null for a new role. */
  stored: AccessRole | null;
  draftName: string;
  onSaved: (role: AccessRole) => void;
};

/** The name and the description of a role. Its policies are assigned on its page. */
export function RoleForm({ stored, draftName, onSaved }: RoleFormProps) {
  const client = useTRPCClient();
  const edited = useAccessForm<AccessRole>({
    fields,
    record: stored,
    valuesOf,
    draftName,
    fieldReasons: {
      name_taken: ["name", "Another role has this key."],
      name_reserved: ["name", "Keys that begin with “plan.” or “internal.” are reserved."],
    },
    save: async (values, version) => {
      const input = {
        role: {
          name: textOf(values.name),
          display_name: textOf(values.display_name),
          description: textOf(values.description),
        },
        reason: textOf(values.reason) || null,
      };
      const saved =
        stored && version !== null
          ? await client.accessRoles.update.mutate({ id: stored.id, version, ...input })
          : await client.accessRoles.create.mutate(input);
      return saved.role;
    },
    load: async () => (await client.accessRoles.get.query({ id: stored?.id ?? "" })).role,
    onSaved,
  });
  const { form } = edited;
  /** The key of a new role follows from its name until one is typed. */
  const leave = (name: string) => {
    const key = slugOf(textOf(form.values.display_name));
    if (name === "display_name" && !stored && textOf(form.values.name) === "" && key !== "") {
      form.set("name", key);
    }
    form.leave(name);
  };
  return (
    <AccessForm
      edited={edited}
      label={stored ? `Edit ${stored.display_name}` : "New access role"}
      what={stored?.display_name ?? "the new role"}
      action={stored ? "Save changes" : "Create role"}
      textOf={(_, value) => textOf(value) || null}
    >
      <FieldsCard title="Role" form={{ ...form, leave }} fields={definition} />
      <FieldsCard title="This change" form={form} fields={reason} />
    </AccessForm>
  );
}
