import type { ChangedDecisions, GetSimulationResponse } from "@/api/contract";
import { formatCountFull } from "@/lib/format";
import { counted, needsText, outcomeLabels } from "./decisionTexts";

/** The change in words: another part of the data is a change, too. */
function changeText({ before, after }: ChangedDecisions): string {
  if (before === after) return "Another part of the data";
  return `${outcomeLabels[before]} → ${outcomeLabels[after].toLowerCase()}`;
}

/** "plan.premium_all_access" as "Premium all access". */
function planText(name: string): string {
  const words = name.replace(/^plan\./, "").replaceAll("_", " ");
  return words === "" ? "No plan" : words.charAt(0).toUpperCase() + words.slice(1);
}

function summaryOf({ sampled_calls, refused_calls, changed_calls }: GetSimulationResponse): string {
  const examined = `${counted(sampled_calls, "sampled call")} and ${counted(refused_calls, "refused call")}`;
  if (sampled_calls + refused_calls === 0) return "There were no calls in the last 24 hours.";
  return changed_calls === 0
    ? `No decision on ${examined} changes.`
    : `The decision on ${formatCountFull(changed_calls)} of ${examined} changes.`;
}

/** The decisions that change: what the calls need, of callers with which plan, and how. */
export function SimulationResult({ answer }: { answer: GetSimulationResponse }) {
  return (
    <>
      <p className="px-(--card-pad) pb-3">
        {summaryOf(answer)}
        {answer.is_partial && " Older calls were left out, as there are too many."}
        <span className="block text-sm text-text-2">
          Callers have their present roles. Their addresses are not known, so that policies for
          certain networks allow nothing.
        </span>
      </p>
      {answer.changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard.
        <section aria-label="Changed decisions" tabIndex={0} className="overflow-x-auto">
          <table className="w-full min-w-[560px] text-start text-sm">
            <thead>
              <tr className="border-line border-y text-text-2 text-xs">
                {["Calls to", "Plan", "Change"].map((header) => (
                  <th
                    key={header}
                    scope="col"
                    className="px-(--card-pad) py-1.5 text-start font-medium"
                  >
                    {header}
                  </th>
                ))}
                {["Calls", "Callers"].map((header) => (
                  <th
                    key={header}
                    scope="col"
                    className="px-(--card-pad) py-1.5 text-end font-medium"
                  >
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.changes.map((change) => {
                const { needs, export_format, plan, before, after, calls, callers } = change;
                const called = needsText(needs, export_format);
                return (
                  <tr
                    key={`${called} ${plan} ${before} ${after}`}
                    className="border-line border-b align-top last:border-b-0"
                  >
                    <th scope="row" className="px-(--card-pad) py-1.5 text-start font-normal">
                      {called}
                    </th>
                    <td className="px-(--card-pad) py-1.5">{planText(plan)}</td>
                    <td className="px-(--card-pad) py-1.5">{changeText(change)}</td>
                    <td className="num px-(--card-pad) py-1.5 text-end">
                      {formatCountFull(calls)}
                    </td>
                    <td className="num px-(--card-pad) py-1.5 text-end">
                      {formatCountFull(callers)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
