import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { OrganizationRoleEntry, UserMembership } from "@/api/contract";
import { where } from "@/api/listQuery";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Link } from "@/components/ui/links/Link";
import { organizationAddress } from "../../addresses";
import { organizationLabel } from "../../adminLabels";
import { OrganizationName } from "../AccountName";
import { useOrganizationsOf, useUsersOf } from "../accounts";
import { newUserRoleAddress, organizationRoleAddress, userRoleAddress } from "../addresses";
import { HeldRole, HeldRolesCard } from "../HeldRole";
import { sourceTexts } from "../sourceTexts";

/** More than a user and all organizations of a user can hold. */
const most = 1000;

type UserAccessCardProps = {
  id: string;
  you: boolean;
  memberships: ReadonlyArray<UserMembership>;
};

function MembershipScope({
  entry,
  memberships,
}: {
  entry: OrganizationRoleEntry;
  memberships: UserAccessCardProps["memberships"];
}) {
  const { organization_id: id, source } = entry.organization_role;
  const membership = memberships.find(({ organization_id }) => organization_id === id);
  const label = membership && organizationLabel(membership.organization_name, membership.scope);
  return (
    <>
      As a member of{" "}
      <Link href={organizationAddress(id)} className="rounded-sm text-accent hover:underline">
        <bdi>{label ?? id}</bdi>
      </Link>
      {source !== "manual" && `, ${sourceTexts[source].toLowerCase()}`}
    </>
  );
}

/** The roles of a user, of their own and of their organizations, and why the user has each. */
export function UserAccessCard({ id, you, memberships }: UserAccessCardProps) {
  const trpc = useTRPC();
  const pagination = { perPage: most };
  const own = useQuery(
    trpc.accessUserRoles.list.queryOptions({
      filter: where("user_id", "equals", id),
      pagination,
    }),
  );
  const places = memberships.map(({ organization_id }) => organization_id);
  const shared = useQuery(
    trpc.accessOrganizationRoles.list.queryOptions(
      places.length > 0
        ? { filter: where("organization_id", "in", places), pagination }
        : skipToken,
    ),
  );
  const ownRoles = own.data?.results ?? [];
  const sharedRoles = shared.data?.results ?? [];
  const users = useUsersOf([
    ...ownRoles.map(({ user_role }) => user_role.granted_by),
    ...sharedRoles.map(({ organization_role }) => organization_role.granted_by),
  ]);
  const organizations = useOrganizationsOf(
    ownRoles.map(({ user_role }) => user_role.organization_id),
  );
  return (
    <HeldRolesCard
      requests={places.length > 0 ? [own, shared] : [own]}
      lead="They decide which data the user receives, in the interface and in the API."
      footer={
        you ? (
          <p className="text-sm text-text-2">
            Only another administrator can change your own roles.
          </p>
        ) : (
          <ButtonLink size="small" href={newUserRoleAddress({ user: id })}>
            Give a role
          </ButtonLink>
        )
      }
    >
      {ownRoles.length + sharedRoles.length === 0 && (
        <p className="px-(--card-pad) py-4 text-text-2">No access roles.</p>
      )}
      <ul aria-label="Access roles">
        {ownRoles.map(({ user_role: grant, role_name }) => (
          <HeldRole
            key={grant.id}
            grant={grant}
            roleName={role_name}
            users={users}
            edit={you ? undefined : userRoleAddress(grant.id)}
            scope={
              grant.organization_id === null ? (
                "Everywhere"
              ) : (
                <>
                  In <OrganizationName id={grant.organization_id} organizations={organizations} />
                </>
              )
            }
          />
        ))}
        {sharedRoles.map((entry) => (
          <HeldRole
            key={entry.organization_role.id}
            grant={entry.organization_role}
            roleName={entry.role_name}
            users={users}
            edit={
              entry.organization_role.source === "manual"
                ? organizationRoleAddress(entry.organization_role.id)
                : undefined
            }
            scope={<MembershipScope entry={entry} memberships={memberships} />}
          />
        ))}
      </ul>
    </HeldRolesCard>
  );
}
