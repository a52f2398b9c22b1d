import type { ReactNode } from "react";
import type { AccessDecision, EndedRole } from "@/api/contract";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { Link } from "@/components/ui/links/Link";
import { DateText } from "@/components/ui/text/Figure";
import { formatCountFull } from "@/lib/format";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { roleAddress } from "../addresses";
import { limitParts } from "../policies/policySentence";
import { type CalledAction, exclusionSentence, permissionSentence } from "./explanationTexts";
import { KeyAnswer } from "./KeyAnswer";
import { PolicyLinks, type Subject } from "./PolicyLinks";

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-t px-(--card-pad) py-3">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Lines({ label, lines }: { label: string; lines: ReadonlyArray<string> }) {
  return (
    <ul aria-label={label} className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere]">
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line.charAt(0).toUpperCase() + line.slice(1)}</bdi>
        </li>
      ))}
    </ul>
  );
}

function EndedRoles({ roles }: { roles: ReadonlyArray<EndedRole> }) {
  return (
    <ul aria-label="Roles that ended">
      {roles.map(({ role_id, role_name, ended_at }) => (
        <li key={role_id}>
          <Link href={roleAddress(role_id)} className="rounded-sm text-accent hover:underline">
            <bdi>{role_name}</bdi>
          </Link>
          <span className="text-text-2">
            {" "}
            until <DateText value={ended_at} time />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Permissions({ explanation, call }: { explanation: AccessDecision; call: CalledAction }) {
  const { permissions, exclusions } = explanation;
  const { nameOf, isPending } = useConditionNames(
    [...permissions, ...exclusions].flatMap(({ where }) => where),
  );
  if (isPending) return <Skeleton className="h-5 w-3/4 rounded-sm" />;
  const lines = [
    ...permissions.map((permission) => permissionSentence(permission, call, nameOf)),
    ...exclusions.map((exclusion) => exclusionSentence(exclusion, call, nameOf)),
  ];
  return <Lines label="What the caller may see" lines={[...new Set(lines)]} />;
}

type ExplanationSectionsProps = {
  explanation: AccessDecision;
  call: CalledAction;
  subject: Subject | null;
};

/** How a decision came to be: the policies, what they permit together, and the limits. */
export function ExplanationSections({ explanation, call, subject }: ExplanationSectionsProps) {
  const { is_allowed, limits, links, epoch, key, ended_roles } = explanation;
  const amounts = limits ? limitParts(limits) : [];
  return (
    <>
      {key && (
        <Section title="API key">
          <KeyAnswer result={key} />
        </Section>
      )}
      <Section title="Policies of the caller">
        <PolicyLinks links={links} subject={subject} />
      </Section>
      {ended_roles.length > 0 && (
        <Section title="Roles that ended">
          <EndedRoles roles={ended_roles} />
        </Section>
      )}
      {is_allowed && (
        <Section title="What the caller may see">
          <Permissions explanation={explanation} call={call} />
        </Section>
      )}
      {limits && (
        <Section title="Limits of the call">
          {amounts.length > 0 ? (
            <Lines label="Limits of the call" lines={amounts} />
          ) : (
            <p className="text-text-2">No limits.</p>
          )}
        </Section>
      )}
      <p className="border-line border-t px-(--card-pad) py-2.5 text-sm text-text-2">
        By the roles and policies at epoch <span className="num">{formatCountFull(epoch)}</span>.
      </p>
    </>
  );
}
