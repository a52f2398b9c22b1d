import { useState } from "react";
import type { Load } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { explain } from "@/app-state/explained";
import { useLoads } from "@/charts/data/useTimeseries";
import {
  type Correction,
  corrections,
  correctionText,
  explainedCorrection,
} from "@/charts/markers/restated";
import type { Corrections } from "@/charts/markers/useCorrections";
import type { ChartState } from "@/charts/types";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { SampleTag } from "@/components/ui/marks/Badge";
import { Age, DateText } from "@/components/ui/text/Figure";
import { formatCountFull, formatDays } from "@/lib/format/index";

const firstShown = 6;

type SourcesPanelProps = { corrected: Corrections; state: ChartState };

/** The restatements of the numbers above, and the age of the latest loads. */
export function SourcesPanel(props: SourcesPanelProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <CorrectionLog {...props} />
      <Freshness />
    </div>
  );
}

function CorrectionLog({ corrected, state }: SourcesPanelProps) {
  const [all, setAll] = useState(false);
  const found = corrections(corrected.rows);
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

/** That there was none is said only of values that were loaded. */
function NoCorrection({ corrected, state }: SourcesPanelProps) {
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

/** The latest loads with their age. */
function Freshness() {
  const loads = useLoads({
    sort: { field: "known_at", direction: "desc" },
    pagination: { page: 1, perPage: firstShown },
  });
  return (
    <Card
      title="Freshness"
      lead="The latest data loads with their source, received values and withheld values."
    >
      {loads.error && (
        <ErrorState
          failure={describeFailure(loads.error)}
          what="The loads"
          onRetry={() => void loads.refetch()}
        />
      )}
      {!loads.error && !loads.data && (
        <Loading label="Loading the loads">
          <div className="flex flex-col gap-2 p-(--card-pad)">
            <Skeleton className="h-9 rounded-sm" />
            <Skeleton className="h-9 rounded-sm" />
          </div>
        </Loading>
      )}
      {loads.data?.results.length === 0 && (
        <EmptyState title="No data loads yet">Data loads appear after the first import.</EmptyState>
      )}
      <ul className="flex flex-col">
        {loads.data?.results.map((load) => (
          <li key={load.id} className="border-line border-b px-(--card-pad) py-2 last:border-b-0">
            <LoadLine load={load} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LoadLine({ load }: { load: Load }) {
  const { file, known_at, source, licence, accepted, withheld, restated, first_date, last_date } =
    load;
  const counts = [
    `${formatCountFull(accepted)} ${accepted === 1 ? "value" : "values"}`,
    withheld > 0 ? `${formatCountFull(withheld)} withheld` : "",
    restated > 0 ? `${formatCountFull(restated)} corrected` : "",
    first_date && last_date ? formatDays(first_date, last_date) : "",
  ].filter(Boolean);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="min-w-0 flex-1 basis-48 font-medium [overflow-wrap:anywhere]">{file}</bdi>
        {load.is_sample && <SampleTag />}
        <span className="text-sm text-text-3">
          <Age value={known_at} />
        </span>
      </p>
      <p className="num whitespace-normal text-sm text-text-2">{counts.join(" · ")}</p>
      <p className="text-sm text-text-3 [overflow-wrap:anywhere]">
        <bdi>{source}</bdi> · <bdi>{licence}</bdi>
      </p>
    </>
  );
}
