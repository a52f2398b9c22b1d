import type { OrganizationEntry, UserEntry } from "@/api/contract";
import { Link } from "@/components/ui/links/Link";
import { organizationAddress, userAddress } from "../addresses";
import { organizationLabel } from "../adminLabels";
import type { Found } from "./accounts";

const linkLook = "rounded-sm text-accent [overflow-wrap:anywhere] hover:underline";

/** In place of a name that is loading, or of an account that no longer exists. */
function NoName({ id, isPending }: { id: string; isPending: boolean }) {
  // A name stands within sentences, in which no block may be.
  if (isPending) {
    return (
      <span className="inline-block h-3 w-32 animate-skeleton rounded-sm bg-surface-3 align-middle">
        {/* A link whose text it is has a name meanwhile. */}
        <span className="sr-only">Loading</span>
      </span>
    );
  }
  return (
    <code className="font-mono text-sm text-text-2" title="This account no longer exists">
      {id}
    </code>
  );
}

type UserNameProps = { id: string; users: Found<UserEntry>; link?: boolean };

/** A user by the address, which leads to the user's page. */
export function UserName({ id, users, link = true }: UserNameProps) {
  const user = users.byId.get(id);
  if (!user) return <NoName id={id} isPending={users.isPending} />;
  if (!link) return <bdi>{user.email}</bdi>;
  return (
    <Link href={userAddress(id)} className={linkLook}>
      <bdi>{user.email}</bdi>
    </Link>
  );
}

type OrganizationNameProps = {
  id: string;
  organizations: Found<OrganizationEntry>;
  link?: boolean;
};

/** An organization by its name, which leads to its page. */
export function OrganizationName({ id, organizations, link = true }: OrganizationNameProps) {
  const organization = organizations.byId.get(id);
  if (!organization) return <NoName id={id} isPending={organizations.isPending} />;
  // The name of a personal organization is the address of its user.
  const label =
    organization.scope === "personal"
      ? `${organization.name} (${organizationLabel(organization.name, "personal").toLowerCase()})`
      : organization.name;
  if (!link) return <bdi>{label}</bdi>;
  return (
    <Link href={organizationAddress(id)} className={linkLook}>
      <bdi>{label}</bdi>
    </Link>
  );
}
