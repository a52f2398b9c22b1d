import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useUser } from "@/api/account/user";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { OrganizationRole } from "@/api/contract";
import { FieldsCard } from "@/components/form/FieldsCard";
import type { FormFieldSpec, FormValues } from "@/components/form/fields";
import { LoadingCard } from "@/components/states/LoadingCard";
import { showToast } from "@/lib/toasts";
import { organizationAddress } from "../../addresses";
import { AccessForm } from "../AccessForm";
import { checkWindow, grantFields, grantText, grantValues, textOf, windowIn } from "../grantFields";
import { organizationOptionLabel, useLoaders } from "../loaders";
import { chosenBy, namedField } from "../namedField";
import { useAccessForm } from "../useAccessForm";
import { chosenRole, useChosenRole } from "../useChosenRole";
import { useGivenId } from "../useGivenId";
import { organizationRolesParent } from "./useSubjectOrganizationRole";

const fieldReasons = {
  organization_removed: ["organization_id", "This organization was removed."],
  limit_reached: [
    "organization_id",
    "This organization has the largest number of roles. End one of them first.",
  ],
  escalation: ["role_id", "You cannot give others more access than you have."],
  role_disabled: ["role_id", "The role is disabled. Enable it first, or choose another role."],
  role_already_held: ["role_id", "The organization has this role already. Edit that role instead."],
  role_not_found: ["role_id", "This role no longer exists."],
} as const;

/** The head of the page. */
export const newOrganizationRoleHead = {
  title: "New organization role",
  description: "Gives an organization a role, and with it all its members.",
  parent: organizationRolesParent,
};

/** A role for an organization; the address may name both. */
export function NewOrganizationRoleScreen() {
  const load = useUser();
  const given = useGivenId();
  if (load.status !== "logged-in" || given === null) {
    return <LoadingCard title="Organization role" what="the form" />;
  }
  const first = {
    organization_id: given("organization"),
    role_id: given("role"),
    ...grantValues(null),
  };
  return (
    <div className="max-w-[960px]">
      <NewOrganizationRole
        first={first}
        draftName={`${load.user.id}/access/organization-roles/new`}
      />
    </div>
  );
}

type NewOrganizationRoleProps = { first: FormValues; draftName: string };

function NewOrganizationRole({ first, draftName }: NewOrganizationRoleProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const loaders = useLoaders();
  const parts: ReadonlyArray<FormFieldSpec> = [
    {
      name: "organization_id",
      label: "Organization",
      control: { kind: "reference", load: loaders.organizations, names: {} },
      required: true,
      hint: "By name or domain. All members have the role while it is their active organization.",
    },
    {
      name: "role_id",
      label: "Role",
      control: { kind: "reference", load: loaders.roles, names: {} },
      required: true,
      hint: "By name. Disabled roles are left out.",
    },
  ];
  const edited = useAccessForm<OrganizationRole>({
    fields: [...parts, ...grantFields],
    record: null,
    valuesOf: () => first,
    draftName,
    fieldReasons,
    check: (values) => ({
      ...(organization.isError && { organization_id: "This organization cannot be found." }),
      ...(role.isError && { role_id: "This role cannot be found." }),
      ...checkWindow(values),
    }),
    save: async (values) => {
      const { organization_role } = await client.accessOrganizationRoles.create.mutate({
        organization_id: textOf(values.organization_id),
        role_id: textOf(values.role_id),
        ...windowIn(values),
        reason: textOf(values.reason),
      });
      return organization_role;
    },
    onSaved: ({ organization_id }) => {
      const name = organization.data?.organization.name ?? "The organization";
      const message = `${name} has the role ${role.data?.role.display_name ?? ""}.`;
      showToast({ id: "access", variant: "success", message });
      void router.push(organizationAddress(organization_id));
    },
  });
  const { form } = edited;
  const organizationId = textOf(form.values.organization_id);
  const organization = useQuery(
    trpc.adminOrganizations.get.queryOptions(organizationId ? { id: organizationId } : skipToken),
  );
  const role = useChosenRole(textOf(form.values.role_id));
  const chosen = {
    organization_id: chosenBy(organization, (detail) => ({
      name: organizationOptionLabel(detail.organization),
    })),
    role_id: chosenBy(role, chosenRole),
  };
  return (
    <AccessForm
      edited={edited}
      label="New organization role"
      what="the new organization role"
      action="Give role"
      textOf={grantText}
    >
      <FieldsCard
        title="Organization role"
        form={form}
        fields={parts.map((field) => namedField(field, textOf(form.values[field.name]), chosen))}
      />
      <FieldsCard title="Terms" form={form} fields={grantFields} />
    </AccessForm>
  );
}
