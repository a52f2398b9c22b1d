import type { ReactNode } from "react";
import type { AccessDecision } from "@/api/contract";
import { Skeleton } from "@/components/ui/feedback/Skeleton";
import { formatCountFull } from "@/lib/format";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { limitParts } from "../policies/policySentence";
import { type CalledAction, exclusionSentence, permissionSentence } from "./explanationTexts";
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
  subject: Subject;
};

/** How a decision came to be: the policies, what they permit together, and the limits. */
export function ExplanationSections({ explanation, call, subject }: ExplanationSectionsProps) {
  const { is_allowed, limits, links, epoch } = explanation;
  const amounts = limits ? limitParts(limits) : [];
  return (
    <>
      <Section title="Policies of the caller">
        <PolicyLinks links={links} subject={subject} />
      </Section>
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
