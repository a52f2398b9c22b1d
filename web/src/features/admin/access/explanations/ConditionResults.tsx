import { conditionVerdictLabels, dimensionLabels } from "@/api/accessWords";
import type { ConditionResult } from "@/api/contract";
import { Pill, type PillTone } from "@/components/ui/marks/Pill";

const verdictTones: Readonly<Record<ConditionResult["verdict"], PillTone>> = {
  met: "neutral",
  partly: "info",
  not_met: "warning",
};

/** The conditions of a policy or of a scope, each against the selection. */
export function ConditionResults({ conditions }: { conditions: ReadonlyArray<ConditionResult> }) {
  return (
    <ul aria-label="Conditions" className="mt-1 flex flex-wrap gap-1">
      {conditions.map(({ dimension, verdict }) => (
        <li key={dimension} className="max-w-full">
          <Pill tone={verdictTones[verdict]}>
            {dimensionLabels[dimension]}: {conditionVerdictLabels[verdict].toLowerCase()}
          </Pill>
        </li>
      ))}
    </ul>
  );
}
