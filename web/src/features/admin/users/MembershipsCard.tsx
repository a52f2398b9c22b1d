import { membershipRoleLabels, planTypeLabels, type UserMembership } from "@/api/contract";
import { Card } from "@/components/Card";
import { Link } from "@/components/ui/links/Link";
import { Pill } from "@/components/ui/marks/Pill";
import { DateText } from "@/components/ui/text/Figure";
import { organizationAddress } from "../addresses";
import { organizationLabel } from "../adminLabels";

/** The organizations that the user belongs to, with the plan of each. */
export function MembershipsCard({ memberships }: { memberships: ReadonlyArray<UserMembership> }) {
  return (
    <Card title="Organizations">
      <ul aria-label="Organizations">
        {memberships.map((place) => (
          <li
            key={place.organization_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-(--card-pad) py-2.5 last:border-b-0"
          >
            <span className="flex min-w-0 flex-1 basis-[220px] items-center gap-2">
              <Link
                href={organizationAddress(place.organization_id)}
                className="min-w-0 truncate rounded-sm font-medium text-accent hover:underline"
              >
                <bdi>{organizationLabel(place.organization_name, place.scope)}</bdi>
              </Link>
              {place.active && <Pill>Active</Pill>}
            </span>
            <span className="flex flex-wrap gap-x-4 text-sm text-text-2">
              <span className="w-16">{membershipRoleLabels[place.role]}</span>
              <span className="w-36">{planTypeLabels[place.plan]}</span>
              <span>
                since <DateText value={place.joined_at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
