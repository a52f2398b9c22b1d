import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { where } from "@/api/listQuery";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { useUsersOf } from "../accounts";
import { newOrganizationRoleAddress, organizationRoleAddress } from "../addresses";
import { HeldRole, HeldRolesCard } from "../HeldRole";
import { sourceTexts } from "../sourceTexts";

/** More than an organization can hold. */
const most = 1000;

/** The role of a plan follows a change of the plan within seconds, and the end of a trial by itself. */
const refetchInterval = 10_000;

/** The roles of an organization, by its plan and granted by administrators, and why it has each. */
export function OrganizationAccessCard({ id }: { id: string }) {
  const trpc = useTRPC();
  const roles = useQuery(
    trpc.accessOrganizationRoles.list.queryOptions(
      { filter: where("organization_id", "equals", id), pagination: { perPage: most } },
      { refetchInterval },
    ),
  );
  const results = roles.data?.results ?? [];
  const users = useUsersOf(results.map(({ organization_role }) => organization_role.granted_by));
  return (
    <HeldRolesCard
      requests={[roles]}
      lead="They decide which data all members receive, in the interface and in the API."
      footer={
        <ButtonLink size="small" href={newOrganizationRoleAddress({ organization: id })}>
          Give a role
        </ButtonLink>
      }
    >
      {results.length === 0 && <p className="px-(--card-pad) py-4 text-text-2">No access roles.</p>}
      <ul aria-label="Access roles">
        {results.map(({ organization_role: grant, role_name }) => (
          <HeldRole
            key={grant.id}
            grant={grant}
            roleName={role_name}
            users={users}
            edit={grant.source === "manual" ? organizationRoleAddress(grant.id) : undefined}
            scope={grant.source === "manual" ? undefined : sourceTexts[grant.source]}
          />
        ))}
      </ul>
    </HeldRolesCard>
  );
}
