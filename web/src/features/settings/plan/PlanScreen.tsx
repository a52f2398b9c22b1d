import { type Organization, type Plan, planTypeLabels, type UserRecord } from "@/api/contract";
import { Card } from "@/components/Card";
import { Link } from "@/components/ui/links/Link";
import { DateText } from "@/components/ui/text/Figure";
import { timeLeft } from "@/lib/dates/lastMoment";
import { useMinute } from "@/lib/dates/minute";
import { planKinds } from "@/lib/format/planKinds";
import { PlanDetails } from "./PlanDetails";

function organizationName({ scope, name }: Organization): string {
  return scope === "personal" ? "Your personal organization" : name;
}

/** "Trial ends on 14 Dec 2026 (in 12 days)" */
function PlanEnd({ plan }: { plan: Plan }) {
  const now = useMinute();
  if (plan.ends_at === null) return null;
  const left = now === null ? null : timeLeft(plan.ends_at, now);
  const isOver = now !== null && left === null;
  return (
    <p className="px-(--card-pad) pt-1 text-text-2">
      {planKinds[plan.type] === "trial" ? "Trial" : "Plan"} {isOver ? "ended" : "ends"} on{" "}
      <DateText value={plan.ends_at} />
      {left !== null && ` (${left})`}. The organization then returns to the free plan.
    </p>
  );
}

function Others({ user }: { user: UserRecord }) {
  const others = user.memberships.filter((place) => place.organization_id !== user.organization.id);
  if (others.length === 0) return null;
  return (
    <Card
      title="Plans of your other organizations"
      lead="A plan applies while its organization is active."
    >
      <ul>
        {others.map(({ id, organization }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-(--card-pad) py-2.5 last:border-b-0"
          >
            <bdi className="min-w-0 flex-1 basis-[200px] [overflow-wrap:anywhere]">
              {organizationName(organization)}
            </bdi>
            <span className="text-text-2">
              {planTypeLabels[organization.plan.type]}
              {organization.plan.ends_at !== null && (
                <>
                  {" "}
                  until <DateText value={organization.plan.ends_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="border-line border-t px-(--card-pad) py-3 text-sm text-text-2">
        Switch between them in{" "}
        <Link href="/settings/team" className="text-accent underline">
          Team
        </Link>
        .
      </p>
    </Card>
  );
}

/** The plan of the active organization. Prices are the operator's, so none stands here. */
export function PlanScreen({ user }: { user: UserRecord }) {
  const { organization } = user;
  return (
    <>
      <Card title="Your plan">
        <div className="py-4">
          <p className="px-(--card-pad)">
            <strong className="font-semibold text-xl tracking-[-0.012em]">
              {planTypeLabels[organization.plan.type]}
            </strong>
          </p>
          <p className="px-(--card-pad) pt-1 text-text-2 [overflow-wrap:anywhere]">
            {organization.scope === "personal" ? (
              "The plan of your personal organization."
            ) : (
              <>
                The plan of <bdi>{organization.name}</bdi>.
              </>
            )}
          </p>
          <PlanEnd plan={organization.plan} />
        </div>
      </Card>
      <PlanDetails key={organization.id} />
      <Others user={user} />
    </>
  );
}
