import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useUser } from "@/api/account/user";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { UserDetail, UserRole } from "@/api/contract";
import { FieldsCard } from "@/components/form/FieldsCard";
import type { FormFieldSpec, FormValue, FormValues } from "@/components/form/fields";
import { LoadingCard } from "@/components/states/LoadingCard";
import type { Option } from "@/components/ui/selects/options";
import { showToast } from "@/lib/toasts";
import { userAddress } from "../../addresses";
import { organizationLabel } from "../../adminLabels";
import { AccessForm } from "../AccessForm";
import { checkWindow, grantFields, grantText, grantValues, textOf, windowIn } from "../grantFields";
import { useLoaders, userLabel } from "../loaders";
import { chosenBy, namedField } from "../namedField";
import { useAccessForm } from "../useAccessForm";
import { chosenRole, useChosenRole } from "../useChosenRole";
import { useGivenId } from "../useGivenId";
import { userRolesParent } from "./useSubjectUserRole";

/** The choice of no organization, which a selector cannot leave empty. */
const everywhere = "everywhere";

const fieldReasons = {
  own_roles: ["user_id", "You cannot give yourself a role. Another administrator can."],
  user_erased: ["user_id", "This account was erased."],
  limit_reached: ["user_id", "This user has the largest number of roles. End one of them first."],
  escalation: ["role_id", "You cannot give others more access than you have."],
  super_administrator_required: [
    "role_id",
    "Only a super administrator can appoint super administrators.",
  ],
  role_disabled: ["role_id", "The role is disabled. Enable it first, or choose another role."],
  role_already_held: ["role_id", "The user has this role there already. Edit that role instead."],
  role_not_found: ["role_id", "This role no longer exists."],
  organization_removed: ["organization_id", "This organization was removed."],
} as const;

/** Everywhere, and the organizations of a user: a role in another one would have no effect. */
function placesOf(detail: UserDetail | undefined): ReadonlyArray<Option> {
  const organizations = detail?.memberships ?? [];
  return [
    { value: everywhere, content: { label: "Everywhere" } },
    ...organizations.map(({ organization_id, organization_name, scope }) => {
      const label = organizationLabel(organization_name, scope);
      return { value: organization_id, content: { label } };
    }),
  ];
}

/** The head of the page. */
export const newUserRoleHead = {
  title: "New user role",
  description: "Gives a user a role, everywhere or in one organization.",
  parent: userRolesParent,
};

/** A role for a user; the address may name both. */
export function NewUserRoleScreen() {
  const load = useUser();
  const given = useGivenId();
  if (load.status !== "logged-in" || given === null) {
    return <LoadingCard title="User role" what="the form" />;
  }
  const first = {
    user_id: given("user"),
    role_id: given("role"),
    organization_id: everywhere,
    ...grantValues(null),
  };
  return (
    <div className="max-w-[960px]">
      <NewUserRole first={first} draftName={`${load.user.id}/access/user-roles/new`} />
    </div>
  );
}

type NewUserRoleProps = { first: FormValues; draftName: string };

function NewUserRole({ first, draftName }: NewUserRoleProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const loaders = useLoaders();
  const parts: ReadonlyArray<FormFieldSpec> = [
    {
      name: "user_id",
      label: "User",
      control: { kind: "reference", load: loaders.users, names: {} },
      required: true,
      hint: "By address or name.",
    },
    {
      name: "role_id",
      label: "Role",
      control: { kind: "reference", load: loaders.roles, names: {} },
      required: true,
      hint: "By name. Disabled roles are left out.",
    },
    {
      name: "organization_id",
      label: "Organization",
      control: { kind: "choice", options: [] },
      required: true,
      hint: "Everywhere, or only while one of the user’s organizations is active.",
    },
  ];
  const edited = useAccessForm<UserRole>({
    fields: [...parts, ...grantFields],
    record: null,
    valuesOf: () => first,
    draftName,
    fieldReasons,
    check: (values) => ({
      ...(user.isError && { user_id: "This user cannot be found." }),
      ...(role.isError && { role_id: "This role cannot be found." }),
      ...checkWindow(values),
    }),
    save: async (values) => {
      const place = textOf(values.organization_id);
      const { user_role } = await client.accessUserRoles.create.mutate({
        user_id: textOf(values.user_id),
        role_id: textOf(values.role_id),
        organization_id: place === everywhere ? null : place,
        ...windowIn(values),
        reason: textOf(values.reason),
      });
      return user_role;
    },
    onSaved: ({ user_id }) => {
      const name = user.data?.user.email ?? "The user";
      const message = `${name} has the role ${role.data?.role.display_name ?? ""}.`;
      showToast({ id: "access", variant: "success", message });
      void router.push(userAddress(user_id));
    },
  });
  const userId = textOf(edited.form.values.user_id);
  const user = useQuery(trpc.adminUsers.get.queryOptions(userId ? { id: userId } : skipToken));
  const role = useChosenRole(textOf(edited.form.values.role_id));
  const form = {
    ...edited.form,
    set: (name: string, value: FormValue) => {
      edited.form.set(name, value);
      // The organizations are those of the user.
      if (name === "user_id") edited.form.set("organization_id", everywhere);
    },
  };
  const chosen = {
    user_id: chosenBy(user, (detail) => ({ name: userLabel(detail.user) })),
    role_id: chosenBy(role, chosenRole),
  };
  const drawn = parts.map((field): FormFieldSpec => {
    if (field.name !== "organization_id") {
      return namedField(field, textOf(form.values[field.name]), chosen);
    }
    return { ...field, control: { kind: "choice", options: placesOf(user.data) } };
  });
  return (
    <AccessForm
      edited={{ ...edited, form }}
      label="New user role"
      what="the new user role"
      action="Give role"
      textOf={grantText}
    >
      <FieldsCard title="User role" form={form} fields={drawn} />
      <FieldsCard title="Terms" form={form} fields={grantFields} />
    </AccessForm>
  );
}
