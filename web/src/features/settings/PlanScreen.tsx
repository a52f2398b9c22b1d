import type { ReactNode } from "react";
import { type Organization, type Plan, planTypeLabels, type UserRecord } from "@/api/contract";
import { useConfig } from "@/api/installation/config";
import { Card } from "@/components/Card";

import { Link } from "@/components/ui/links/Link";
import { DateText } from "@/components/ui/text/Figure";
import { timeLeft } from "@/lib/dates/lastMoment";
import { useMinute } from "@/lib/dates/minute";
import { type PlanCoverage, planCoverage, planKindLabels } from "@/lib/format/planCoverage";

function organizationName({ scope, name }: Organization): string {
  return scope === "personal" ? "Your personal organization" : name;
}

function covered({ classes }: PlanCoverage): string {
  if (classes === null) return "All";
  return classes.length === 0 ? "Not specified by this plan" : classes.join(", ");
}

/** "Trial ends on 14 Dec 2026 (in 12 days)" */
function PlanEnd({ plan }: { plan: Plan }) {
  const now = useMinute();
  if (plan.ends_at === null) return null;
  const left = now === null ? null : timeLeft(plan.ends_at, now);
  const isOver = now !== null && left === null;
  return (
    <p className="px-(--card-pad) pt-1 text-text-2">
      {planCoverage[plan.type].kind === "trial" ? "Trial" : "Plan"} {isOver ? "ended" : "ends"} on{" "}
      <DateText value={plan.ends_at} />
      {left !== null && ` (${left})`}. The organization then returns to the free plan.
    </p>
  );
}

function Facts({ facts }: { facts: ReadonlyArray<[string, ReactNode]> }) {
  return (
    <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-2 px-(--card-pad) py-4 sm:grid-cols-[128px_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-2">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The contact for another plan, where the installation names one. */
function Change() {
  const { contactTeamEmail } = useConfig();
  if (contactTeamEmail === null)
    return <>Plans are managed by the operator of this installation.</>;
  return (
    <>
      To change the plan, write to{" "}
      <a href={`mailto:${contactTeamEmail}`} className="text-accent underline">
        {contactTeamEmail}
      </a>
      .
    </>
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

/** The name of the plan and its meaning. Prices are the operator's, so none stands here. */
export function PlanScreen({ user }: { user: UserRecord }) {
  const { organization } = user;
  const plan = planCoverage[organization.plan.type];
  return (
    <>
      <Card title="Current plan">
        <p className="px-(--card-pad) pt-4">
          <strong className="font-semibold text-xl tracking-[-0.012em]">
            {planKindLabels[plan.kind]}
          </strong>
        </p>
        <PlanEnd plan={organization.plan} />
        <Facts
          facts={[
            ["Belongs to", <bdi key="name">{organizationName(organization)}</bdi>],
            ["Asset classes", covered(plan)],
            ["Limits", "Set by the operator of this installation"],
          ]}
        />
        <p className="border-line border-t px-(--card-pad) py-3 text-sm text-text-2">
          <Change />
        </p>
      </Card>
      <Others user={user} />
    </>
  );
}
