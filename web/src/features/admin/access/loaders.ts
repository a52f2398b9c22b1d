import { useMemo } from "react";
import { useTRPCClient } from "@/api/client";
import type {
  AccessRole,
  Filter,
  OrganizationEntry,
  Policy,
  Query,
  UserEntry,
} from "@/api/contract";
import { contains, every, where } from "@/api/listQuery";
import type { OptionLoader } from "@/components/ui/selects/useOptions";

/** The options of one search. */
const most = 20;

export function userLabel({ email, name }: UserEntry): string {
  return name ? `${email} (${name})` : email;
}

/** The name of a personal organization is the address of its user. */
export function organizationOptionLabel({ name, scope }: OrganizationEntry): string {
  return scope === "personal" ? `${name} (personal)` : name;
}

export function roleLabel({ display_name, name }: AccessRole): string {
  return `${display_name} (${name})`;
}

export function policyLabel({ name, status }: Policy): string {
  return status === "draft" ? `${name} (draft)` : name;
}

/** The rows in one of whose fields the text stands, in the order of the first field. */
function queryOf(fields: readonly [string, ...string[]], search: string, only?: Filter): Query {
  const parts = fields.map((field) => contains(field, search)).filter((part) => part !== null);
  const matching = parts.length > 1 ? { operator: "or" as const, filters: parts } : parts[0];
  const filter = every([only, matching]);
  return {
    ...(filter && { filter }),
    sort: { field: fields[0], direction: "asc" },
    pagination: { perPage: most },
  };
}

const active = where("status", "equals", "active");
const editable = where("managed", "equals", false);
const notArchived = where("status", "in", ["active", "draft"]);

/** Finds the records that a form of roles and assignments refers to, by what administrators know of them. */
export function useLoaders() {
  const client = useTRPCClient();
  return useMemo(() => {
    const users: OptionLoader<string> = async (search, signal) => {
      const query = queryOf(["email", "name"], search);
      const { results } = await client.adminUsers.list.query(query, { signal });
      return results.map((user) => ({ value: user.id, content: { label: userLabel(user) } }));
    };
    const organizations: OptionLoader<string> = async (search, signal) => {
      const query = queryOf(["name", "domain"], search);
      const { results } = await client.adminOrganizations.list.query(query, { signal });
      return results.map((organization) => {
        return {
          value: organization.id,
          content: { label: organizationOptionLabel(organization) },
        };
      });
    };
    const rolesOf =
      (only: Filter | undefined): OptionLoader<string> =>
      async (search, signal) => {
        const query = queryOf(["display_name", "name"], search, only);
        const { results } = await client.accessRoles.list.query(query, { signal });
        return results.map(({ role }) => ({ value: role.id, content: { label: roleLabel(role) } }));
      };
    const policies: OptionLoader<string> = async (search, signal) => {
      const query = queryOf(["name", "description"], search, notArchived);
      const { results } = await client.accessPolicies.list.query(query, { signal });
      return results.map(({ policy }) => {
        return { value: policy.id, content: { label: policyLabel(policy) } };
      });
    };
    return {
      users,
      organizations,
      policies,
      /** The roles that can be given. */
      roles: rolesOf(active),
      /** The roles to which policies can be assigned. */
      editableRoles: rolesOf(editable),
    };
  }, [client]);
}
