import { type Loan, type LoanStatusChange, statusMeanings } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Icon } from "@/components/ui/marks/Icon";
import { DateText } from "@/components/ui/text/Figure";
import { resourceOf } from "@/records/resource";
import { StatusPill } from "@/records/statuses";
import { useRows } from "@/records/useCatalog";

const most = 100;

/** The status of a loan with its meaning, and all recorded changes. */
export function StatusHistory({ loan }: { loan: Loan }) {
  const changes = useRows(resourceOf("loan_status_changes"), {
    filter: where("loan_slug", "equals", loan.slug),
    sort: { field: "changed_at", direction: "desc" },
    pagination: { page: 1, perPage: most },
  });
  return (
    <Card
      title="Status"
      lead={
        <>
          {statusMeanings[loan.status]}.
          {loan.stated_status && (
            <>
              {" "}
              Status of the platform: “<bdi>{loan.stated_status}</bdi>”.
            </>
          )}
        </>
      }
    >
      {changes.data && <Steps changes={changes.data.results} />}
      {!changes.data && changes.error && (
        <ErrorState
          failure={describeFailure(changes.error)}
          what="History"
          onRetry={() => void changes.refetch()}
        />
      )}
      {changes.isPending && (
        <Loading label="Loading the history">
          <div className="px-(--card-pad) py-3">
            <Skeleton className="h-5 rounded-sm" />
          </div>
        </Loading>
      )}
    </Card>
  );
}

function Steps({ changes }: { changes: ReadonlyArray<LoanStatusChange> }) {
  if (changes.length === 0) {
    return <p className="px-(--card-pad) py-3 text-text-2">No changes of status recorded yet.</p>;
  }
  return (
    <ol aria-label="Changes of status, latest first" className="px-(--card-pad) py-1">
      {changes.map(({ id, from_status, status, changed_at }) => (
        <li
          key={id}
          className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b py-1.5 last:border-b-0"
        >
          {from_status === null ? (
            <span className="text-sm text-text-2">First recorded as</span>
          ) : (
            <>
              <StatusPill status={from_status} />
              <span className="text-text-3">
                <Icon name="arrow" size={14} />
              </span>
              <span className="sr-only">changed to</span>
            </>
          )}
          <StatusPill status={status} />
          <span className="ms-auto text-sm text-text-2">
            <DateText value={changed_at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
