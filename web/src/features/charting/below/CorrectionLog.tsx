import { useState } from "react";
import { describeFailure } from "@/api/failures";
import { explain } from "@/app-state/numberExplanation";
import {
  type Correction,
  corrections,
  correctionText,
  explainedCorrection,
} from "@/charts/markers/restatements";
import type { Corrections } from "@/charts/markers/useCorrections";
import { useNetworkNames } from "@/charts/measures/useNetworkNames";
import type { ChartState } from "@/charts/types";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";

/** The number of corrections that are listed before the user asks for the others. */
const firstShown = 6;

type CorrectionLogProps = { corrected: Corrections; state: ChartState };

/** The restatements of the values of a chart. */
export function CorrectionLog({ corrected, state }: CorrectionLogProps) {
  const [all, setAll] = useState(false);
  const found = corrections(corrected.rows, useNetworkNames(corrected.rows));
  const shown = all ? found : found.slice(0, firstShown);
  return (
    <Card title="Corrections" lead="Restated values of this measure; earlier versions are kept.">
      {found.length === 0 ? (
        <NoCorrection corrected={corrected} state={state} />
      ) : (
        <ul className="flex flex-col">
          {shown.map((correction) => (
            <li key={correction.id} className="border-line border-b last:border-b-0">
              <CorrectionLine correction={correction} />
            </li>
          ))}
        </ul>
      )}
      {found.length > shown.length && (
        <div className="border-line border-t px-(--card-pad) py-2">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {found.length}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** The text instead of corrections, which states that no value was restated only if the values are loaded. */
function NoCorrection({ corrected, state }: CorrectionLogProps) {
  const { loaded, error, onRetry } = corrected;
  if (state.status === "ready" && error && !loaded)
    return <ErrorState failure={describeFailure(error)} what="The corrections" onRetry={onRetry} />;
  if (state.status === "ready" && !loaded)
    return (
      <Loading label="Loading the corrections">
        <div className="p-(--card-pad)">
          <Skeleton className="h-5 rounded-sm" />
        </div>
      </Loading>
    );
  const words = {
    ready: "No value in this chart was restated.",
    loading: "Restatements load with the values of the chart.",
    empty: "The chart has no values.",
    error: "Could not load the values of the chart.",
    withheld: "The values of the chart are withheld.",
  };
  return <p className="px-(--card-pad) py-4 text-text-2">{words[state.status]}</p>;
}

function CorrectionLine({ correction }: { correction: Correction }) {
  const { newest, name, knownAt } = correction;
  return (
    <button
      type="button"
      onClick={() => explain(explainedCorrection(correction))}
      className="flex w-full flex-wrap items-baseline gap-x-3 gap-y-0.5 px-(--card-pad) py-2 text-start hover:bg-surface-2"
    >
      <bdi className="min-w-0 flex-1 basis-48 font-medium">{name}</bdi>
      {newest.is_sample && <SampleTag />}
      <span className="num text-sm text-text-3">
        restated on <DateText value={knownAt} />
      </span>
      <span className="num w-full whitespace-normal text-sm text-text-2">
        {correctionText(correction)}
      </span>
    </button>
  );
}
