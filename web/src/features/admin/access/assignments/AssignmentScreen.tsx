import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { Policy, PolicyAssignmentEntry } from "@/api/contract";
import { Card } from "@/components/Card";
import { Link } from "@/components/ui/links/Link";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { FieldList } from "../../FieldList";
import { RecordLayout, TwoColumns } from "../../RecordLayout";
import { policyAddress } from "../addresses";
import { DecisionsCard } from "../decisions/DecisionsCard";
import { EffectMark } from "../EffectMark";
import { ExplainCard } from "../explanations/ExplainCard";
import { HoldersCard } from "../HoldersCard";
import { PolicyInWords } from "../policies/PolicyInWords";
import { PolicyStatusMark } from "../policies/PolicyStatusMark";
import { RecordCard } from "../RecordCard";
import { RecordHistoryCard } from "../RecordHistoryCard";
import { RoleFact } from "../RoleFact";
import { LimitsCard } from "./LimitsCard";
import { RemoveAssignmentButton } from "./RemoveAssignmentButton";
import { assignmentsParent, type useSubjectAssignment } from "./useSubjectAssignment";

type Subject = ReturnType<typeof useSubjectAssignment>;

export function AssignmentScreen({ subject }: { subject: Subject }) {
  return (
    <RecordLayout one="Policy assignment" parent={assignmentsParent} {...subject}>
      {(entry) => (
        <AssignmentSheet key={entry.assignment.id} entry={entry} onRemoved={subject.onRemoved} />
      )}
    </RecordLayout>
  );
}

type SheetProps = { entry: PolicyAssignmentEntry; onRemoved: () => void };

function AssignmentSheet({ entry, onRemoved }: SheetProps) {
  const { assignment } = entry;
  const trpc = useTRPC();
  const answer = useQuery(trpc.accessPolicies.get.queryOptions({ id: assignment.policy_id }));
  const policy = answer.data?.policy;
  return (
    <TwoColumns
      main={
        <>
          <Card title="Definition">
            <FieldList fields={definitionOf(entry, policy)} />
          </Card>
          {policy && (
            <Card title="What the policy says">
              <div className="px-(--card-pad) py-4">
                <PolicyInWords policy={policy} name={policy.name} />
              </div>
            </Card>
          )}
          <LimitsCard policy={answer} overrides={assignment.limit_overrides} />
          <HoldersCard of={{ role_id: assignment.role_id }} />
          <DecisionsCard kind="assignment" id={assignment.id} />
          <ExplainCard
            subject={{ kind: "assignment", id: assignment.id }}
            first={{ action: policy?.actions[0], endpoint: policy?.endpoints[0] }}
          />
        </>
      }
      aside={
        <>
          <RecordCard title="Assignment" record={assignment}>
            {!assignment.managed && <RemoveAssignmentButton entry={entry} onRemoved={onRemoved} />}
          </RecordCard>
          <RecordHistoryCard id={assignment.id} />
        </>
      }
    />
  );
}

function definitionOf(
  { assignment, role_name, policy_name }: PolicyAssignmentEntry,
  policy: Policy | undefined,
) {
  return [
    ["Role", <RoleFact key="role" id={assignment.role_id} name={role_name} />],
    [
      "Policy",
      <span key="policy" className="min-w-0">
        <Link
          href={policyAddress(assignment.policy_id)}
          className="rounded-sm text-accent hover:underline"
        >
          <bdi>{policy_name}</bdi>
        </Link>
        {policy && policy.status !== "active" && (
          <span className="ms-2">
            <PolicyStatusMark policy={policy} />
          </span>
        )}
      </span>,
    ],
    ["State", <EffectMark key="state" terms={assignment} />],
    [
      "Starts",
      assignment.starts_at === null ? (
        "Immediately"
      ) : (
        <DateText key="starts" value={assignment.starts_at} time />
      ),
    ],
    [
      "Ends",
      assignment.expires_at === null ? (
        "No end"
      ) : (
        <DateText key="ends" value={assignment.expires_at} time />
      ),
    ],
    [
      "Note",
      assignment.note === "" ? (
        <NoFigure key="note" reason="No note" />
      ) : (
        <bdi key="note">{assignment.note}</bdi>
      ),
    ],
  ] as const;
}
