import { useRouter } from "next/router";
import type { UserRecord } from "@/api/contract";
import { firstValue } from "@/lib/address/url";
import { DomainCard } from "./DomainCard";
import { InvitationsCard } from "./InvitationsCard";
import { LinkCard } from "./LinkCard";
import { MembersCard } from "./MembersCard";
import { OffersCard } from "./OffersCard";
import { OrganizationsCard } from "./OrganizationsCard";
import { TeamCard } from "./TeamCard";

/** The team the user works in. */
function ActiveTeam({ user }: { user: UserRecord }) {
  const team = user.organization;
  const place = user.memberships.find((one) => one.organization_id === team.id);
  const owner = place?.role === "owner";
  return (
    <>
      <MembersCard team={team} userId={user.id} owner={owner} />
      {owner && <InvitationsCard teamId={team.id} />}
      {owner && <DomainCard teamId={team.id} email={user.email} />}
      <TeamCard team={team} owner={owner} />
    </>
  );
}

export function TeamScreen({ user }: { user: UserRecord }) {
  const router = useRouter();
  const token = firstValue(router.query.invitation);
  const forgetLink = () =>
    void router.replace("/settings/team", undefined, { shallow: true, scroll: false });
  return (
    <>
      {token ? (
        <LinkCard key={token} token={token} email={user.email} onDone={forgetLink} />
      ) : (
        <OffersCard />
      )}
      <OrganizationsCard user={user} />
      {user.organization.scope === "team" && <ActiveTeam key={user.organization.id} user={user} />}
    </>
  );
}
