import type { Load } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { useLoads } from "@/charts/data/useTimeseries";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Age } from "@/components/ui/text/Figure";
import { formatCountFull, formatDays } from "@/lib/format/index";

const shown = 6;

/** The latest loads with their age. */
export function LatestLoads() {
  const loads = useLoads({
    sort: { field: "known_at", direction: "desc" },
    pagination: { page: 1, perPage: shown },
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
    restated > 0 ? `${formatCountFull(restated)} restated` : "",
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
