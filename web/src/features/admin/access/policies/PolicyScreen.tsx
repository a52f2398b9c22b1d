import { actionLabels, endpointLabels } from "@/api/accessWords";
import type { Policy, PolicyEntry } from "@/api/contract";
import { Card } from "@/components/Card";
import { Pill } from "@/components/ui/marks/Pill";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import { conditionText, type NameOf } from "@/records/scopes/scopeSentence";
import { FieldList } from "../../FieldList";
import { RecordLayout, TwoColumns } from "../../RecordLayout";
import { AssignedCard } from "../AssignedCard";
import { newAssignmentAddress } from "../addresses";
import { DecisionsCard } from "../decisions/DecisionsCard";
import { SimulationCard } from "../decisions/SimulationCard";
import { ExplainCard } from "../explanations/ExplainCard";
import { HoldersCard } from "../HoldersCard";
import { fieldsText } from "../historyTexts";
import { RecordCard } from "../RecordCard";
import { RecordHistoryCard } from "../RecordHistoryCard";
import { EndPolicyButton } from "./EndPolicyButton";
import { PolicyInWords } from "./PolicyInWords";
import { PolicyEffectMark, PolicyStatusMark } from "./PolicyStatusMark";
import { daysParts, limitParts } from "./policySentence";
import { isEditable, type PolicySubject, policiesParent } from "./useSubjectPolicy";

export function PolicyScreen({ subject }: { subject: PolicySubject }) {
  return (
    <RecordLayout one="Access policy" parent={policiesParent} {...subject}>
      {(entry) => <PolicySheet key={entry.policy.id} entry={entry} />}
    </RecordLayout>
  );
}

function PolicySheet({ entry }: { entry: PolicyEntry }) {
  const { policy } = entry;
  const { nameOf } = useConditionNames(policy.where);
  return (
    <TwoColumns
      main={
        <>
          <Card title="What it says" lead={policy.description || undefined}>
            <div className="px-(--card-pad) py-4 text-lg leading-snug">
              <PolicyInWords policy={policy} name={policy.name} />
            </div>
          </Card>
          <Card title="Definition">
            <FieldList fields={definitionOf(policy, nameOf)} />
          </Card>
          <AssignedCard
            of="policy"
            id={policy.id}
            add={
              policy.status === "archived" ? undefined : newAssignmentAddress({ policy: policy.id })
            }
          />
          <HoldersCard of={{ policy_id: policy.id }} />
          <DecisionsCard kind="policy" id={policy.id} />
          {policy.status === "draft" && <SimulationCard policyId={policy.id} />}
          <ExplainCard
            subject={{ kind: "policy", id: policy.id }}
            first={{ action: policy.actions[0], endpoint: policy.endpoints[0] }}
          />
        </>
      }
      aside={
        <>
          <RecordCard title="Policy" record={policy}>
            {isEditable(policy) && <EndPolicyButton entry={entry} />}
          </RecordCard>
          <RecordHistoryCard id={policy.id} />
        </>
      }
    />
  );
}

function Lines({ lines, none }: { lines: ReadonlyArray<string>; none: string }) {
  if (lines.length === 0) return <span className="text-text-2">{none}</span>;
  return (
    <ul className="flex min-w-0 flex-col gap-0.5">
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line.charAt(0).toUpperCase() + line.slice(1)}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Words({ words, none }: { words: ReadonlyArray<string>; none: string }) {
  if (words.length === 0) return <span className="text-text-2">{none}</span>;
  return (
    <ul className="flex min-w-0 flex-wrap gap-1">
      {words.map((word) => (
        <li key={word} className="max-w-full">
          <Pill>
            <bdi className="truncate">{word}</bdi>
          </Pill>
        </li>
      ))}
    </ul>
  );
}

function definitionOf(policy: Policy, nameOf: NameOf) {
  const { actions, endpoints, where, fields, time, limits, starts_at, expires_at } = policy;
  const conditions = where.map((condition) => conditionText(condition, nameOf));
  const isAll = endpoints.length === Object.keys(endpointLabels).length;
  return [
    ["Status", <PolicyStatusMark key="status" policy={policy} />],
    ["Effect", <PolicyEffectMark key="effect" policy={policy} />],
    [
      "Actions",
      <Words key="actions" words={actions.map((one) => actionLabels[one])} none="None" />,
    ],
    [
      "Endpoints",
      <Words
        key="endpoints"
        words={isAll ? ["All endpoints"] : endpoints.map((one) => endpointLabels[one])}
        none="None"
      />,
    ],
    ["Conditions", <Lines key="conditions" lines={conditions} none="All records" />],
    ["Fields", <bdi key="fields">{fields.mode === "all" ? "All fields" : fieldsText(fields)}</bdi>],
    ["Days", <Lines key="days" lines={daysParts(time)} none="All days" />],
    ["Limits", <Lines key="limits" lines={limitParts(limits)} none="No limits of its own" />],
    [
      "Starts",
      starts_at === null ? "Immediately" : <DateText key="starts" value={starts_at} time />,
    ],
    ["Ends", expires_at === null ? "No end" : <DateText key="ends" value={expires_at} time />],
    ["Callers", <Words key="callers" words={policy.ip_cidrs} none="From all networks" />],
    [
      "Tags",
      policy.tags.length === 0 ? (
        <NoFigure key="tags" reason="No tags" />
      ) : (
        <Words key="tags" words={policy.tags} none="" />
      ),
    ],
  ] as const;
}
