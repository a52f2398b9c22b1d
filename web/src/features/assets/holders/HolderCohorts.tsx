import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { originOf } from "@/charts/data/originOf";
import { Card } from "@/components/Card";
import { Lazy } from "@/components/Lazy";
import { EmptyState } from "@/components/states/EmptyState";
import { HolderChangesTable } from "./HolderChangesTable";

const loadChart = async () => (await import("./HolderCohortsChart")).HolderCohortsChart;
/** The message where no holders are known. */
export const noHolders = "No holder data";
/** About the height of the chart. */
const room = "h-[364px] max-sm:h-[430px]";

/** The holders of a token by when they came, and how many stay. */
export function HolderCohorts({ token }: { token: string }) {
  const trpc = useTRPC();
  const answer = useQuery(trpc.holders.cohorts.queryOptions({ token_slug: token }));
  const { data } = answer;
  const failure = answer.error && describeFailure(answer.error);
  // The service knows no token without a number: it has no holders either.
  if (failure?.code === "NOT_FOUND" || data?.results.length === 0) {
    return (
      <Card>
        <EmptyState title={noHolders}>No balances of holders are known for this token.</EmptyState>
      </Card>
    );
  }
  const origin = async () => {
    const asOf = data?.results
      .map(({ known_at: at }) => at)
      .toSorted()
      .at(-1);
    return originOf({ loads: data?.loads ?? [], methods: [] }, asOf);
  };
  return (
    <>
      {data && (
        <Lazy
          below
          load={loadChart}
          give={{ answer: data, origin }}
          fallback={<div className={room} />}
        />
      )}
      {answer.isPending && <div className={room} />}
      <HolderChangesTable
        answer={data}
        origin={origin}
        failure={failure}
        onRetry={() => void answer.refetch()}
      />
    </>
  );
}
