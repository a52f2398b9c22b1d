import { useState } from "react";
import { describeFailure } from "@/api/failures";
import { explain } from "@/app-state/numberExplanation";
import {
  explainedRestatement,
  type RestatementGroup,
  restatementGroups,
  restatementText,
} from "@/charts/markers/restatements";
import type { ChartRestatements } from "@/charts/markers/useChartRestatements";
import { useNetworkNames } from "@/charts/measures/useNetworkNames";
import type { ChartState } from "@/charts/types";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { DateText } from "@/components/ui/text/Figure";

/** The number of restatements that are listed before the user asks for the others. */
const firstShown = 6;

type RestatementLogProps = { restatements: ChartRestatements; state: ChartState };

/** The restatements of the values of a chart. */
export function RestatementLog({ restatements, state }: RestatementLogProps) {
  const [all, setAll] = useState(false);
  const found = restatementGroups(restatements.rows, useNetworkNames(restatements.rows));
  const shown = all ? found : found.slice(0, firstShown);
  return (
    <Card title="Restatements" lead="Restated values of this measure; earlier versions are kept.">
      {found.length === 0 ? (
        <NoRestatement restatements={restatements} state={state} />
      ) : (
        <ul className="flex flex-col">
          {shown.map((group) => (
            <li key={group.id} className="border-line border-b last:border-b-0">
              <RestatementLine group={group} />
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

/** The text in place of an empty log. It states that no value was restated only if the restatements are loaded. */
function NoRestatement({ restatements, state }: RestatementLogProps) {
  const { loaded, error, onRetry } = restatements;
  if (state.status === "ready" && error && !loaded)
    return (
      <ErrorState failure={describeFailure(error)} what="The restatements" onRetry={onRetry} />
    );
  if (state.status === "ready" && !loaded)
    return (
      <Loading label="Loading the restatements">
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

function RestatementLine({ group }: { group: RestatementGroup }) {
  const { newest, name, knownAt } = group;
  return (
    <button
      type="button"
      onClick={() => explain(explainedRestatement(group))}
      className="flex w-full flex-wrap items-baseline gap-x-3 gap-y-0.5 px-(--card-pad) py-2 text-start hover:bg-surface-2"
    >
      <bdi className="min-w-0 flex-1 basis-48 font-medium">{name}</bdi>
      {newest.is_sample && <SampleTag />}
      <span className="num text-sm text-text-3">
        restated on <DateText value={knownAt} />
      </span>
      <span className="num w-full whitespace-normal text-sm text-text-2">
        {restatementText(group)}
      </span>
    </button>
  );
}
