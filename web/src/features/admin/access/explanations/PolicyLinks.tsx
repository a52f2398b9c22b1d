import { obstacleLabels } from "@/api/accessWords";
import type { Obstacle, PolicyLink } from "@/api/contract";
import { Link } from "@/components/ui/links/Link";
import { Pill } from "@/components/ui/marks/Pill";
import { formatInstant } from "@/lib/format";
import { pluralize } from "../../adminLabels";
import { assignmentAddress, policyAddress, roleAddress } from "../addresses";
import { ConditionResults } from "./ConditionResults";

/** The record on whose page decisions are explained. */
export type Subject = { kind: "role" | "policy" | "assignment"; id: string };

const linkLook = "rounded-sm text-accent [overflow-wrap:anywhere] hover:underline";

const missing = {
  role: "The caller does not hold this role.",
  policy: "No role of the caller has this policy.",
  assignment: "The caller does not hold the role of this assignment.",
} as const;

function isOf(link: PolicyLink, subject: Subject | null): boolean {
  if (!subject) return false;
  const { kind, id } = subject;
  return (
    { role: link.role_id, policy: link.policy_id, assignment: link.policy_assignment_id }[kind] ===
    id
  );
}

function hasEffect({ obstacles }: PolicyLink): boolean {
  return obstacles.length === 0;
}

/** An obstacle as a sentence, with the time at which something ended. */
function obstacleText(obstacle: Obstacle, link: PolicyLink): string {
  const ends: Partial<Record<Obstacle, string | null>> = {
    role_no_longer_held: link.role_ended_at,
    assignment_expired: link.assignment_ended_at,
    policy_expired: link.policy_ended_at,
  };
  const end = ends[obstacle];
  return `${obstacleLabels[obstacle]}${end ? ` (until ${formatInstant(end)})` : ""}.`;
}

function LinkLine({ link, subject }: { link: PolicyLink; subject: Subject | null }) {
  const { role_id, role_name, policy_id, policy_name, policy_version } = link;
  return (
    <li className="border-line border-b py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={policyAddress(policy_id)} className={`font-medium ${linkLook}`}>
          <bdi>{policy_name}</bdi>
        </Link>
        <Pill tone={link.effect === "deny" ? "negative" : "neutral"}>
          {link.effect === "deny" ? "Deny" : "Allow"}
        </Pill>
        {subject && isOf(link, subject) && <Pill tone="info">This {subject.kind}</Pill>}
      </div>
      <p className="text-sm text-text-2">
        Version {policy_version}, by the role{" "}
        <Link href={roleAddress(role_id)} className={linkLook}>
          <bdi>{role_name}</bdi>
        </Link>{" "}
        (
        <Link href={assignmentAddress(link.policy_assignment_id)} className={linkLook}>
          assignment
          <span className="sr-only">
            {" "}
            of {policy_name} to {role_name}
          </span>
        </Link>
        )
      </p>
      {link.obstacles.length > 0 && (
        <p className="text-sm">
          No effect: {link.obstacles.map((obstacle) => obstacleText(obstacle, link)).join(" ")}
        </p>
      )}
      {link.conditions.length > 0 && <ConditionResults conditions={link.conditions} />}
    </li>
  );
}

type PolicyLinksProps = { links: ReadonlyArray<PolicyLink>; subject: Subject | null };

/** Each way from a role of the caller to a policy: first those that decide, and those of the page. */
export function PolicyLinks({ links, subject }: PolicyLinksProps) {
  const line = (link: PolicyLink) => (
    <LinkLine key={link.policy_assignment_id} link={link} subject={subject} />
  );
  const shown = links.filter((link) => hasEffect(link) || isOf(link, subject));
  const others = links.filter((link) => !shown.includes(link));
  return (
    <>
      {subject && !links.some((link) => isOf(link, subject)) && (
        <p className="text-text-2">{missing[subject.kind]}</p>
      )}
      {!subject && shown.length === 0 && (
        <p className="text-text-2">No policy of the caller is about this call.</p>
      )}
      {shown.length > 0 && <ul aria-label="Policies of the caller">{shown.map(line)}</ul>}
      {others.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer rounded-xs text-sm text-text-2 hover:text-text pointer-coarse:py-3">
            {pluralize(others.length, "policy", "policies")} without effect on this call
          </summary>
          <ul aria-label="Policies without effect">{others.map(line)}</ul>
        </details>
      )}
    </>
  );
}
