import {
  type ChangedDecisions,
  type GetSimulationResponse,
  type PlanType,
  planTypeLabels,
} from "@/api/contract";
import { type FactColumn, FactTable } from "@/components/table/FactTable";
import { formatCountFull } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { counted, needsText, outcomeLabels } from "./decisionTexts";

/** The change in words: another part of the data is a change, too. */
function changeText({ before, after }: ChangedDecisions): string {
  if (before === after) return "Another part of the data";
  return `${outcomeLabels[before]} → ${outcomeLabels[after].toLowerCase()}`;
}

/** The plan of a role by its label: "Premium: all access". */
function planText(name: string): string {
  const words = name.replace(/^plan\./, "");
  const label = planTypeLabels[words.toUpperCase() as PlanType];
  return words === "" ? "No plan" : (label ?? choiceLabel(words));
}

function Summary({ answer }: { answer: GetSimulationResponse }) {
  const { sampled_calls: sampled, refused_calls: refused, changed_calls: changed } = answer;
  if (sampled + refused === 0) return "There were no calls in the last 24 hours.";
  return (
    <>
      <strong className="font-medium">
        {changed === 0 ? "No call" : counted(changed, "call")} would be decided differently.
      </strong>{" "}
      Examined: {counted(sampled, "sampled call")} and {counted(refused, "refused call")}.
      {answer.is_partial && " Older calls were left out, as there are too many."}
      <span className="block text-sm text-text-2">
        Decided with the present roles of the callers. Their addresses are not recorded, so policies
        for certain networks allow nothing.
      </span>
    </>
  );
}

const columns: ReadonlyArray<FactColumn> = [
  { title: "Calls to" },
  { title: "Plan" },
  { title: "Change" },
  { title: "Calls", isNumber: true },
  { title: "Callers", isNumber: true },
];

/** The decisions that change: what the calls need, of callers with which plan, and how. */
export function SimulationResult({ answer }: { answer: GetSimulationResponse }) {
  return (
    <div className="border-line border-t">
      <p className="px-(--card-pad) py-3">
        <Summary answer={answer} />
      </p>
      {answer.changes.length > 0 && (
        <div className="border-line border-t">
          <FactTable
            label="Changed decisions"
            columns={columns}
            rows={answer.changes.map((change) => {
              const { needs, export_format, plan, before, after, calls, callers } = change;
              const called = needsText(needs, export_format);
              return {
                key: `${called} ${plan} ${before} ${after}`,
                cells: [
                  <span key="called" className="font-normal">
                    {called}
                  </span>,
                  planText(plan),
                  changeText(change),
                  formatCountFull(calls),
                  formatCountFull(callers),
                ],
              };
            })}
          />
        </div>
      )}
    </div>
  );
}
