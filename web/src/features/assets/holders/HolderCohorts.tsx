import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { originOf } from "@/charts/data/useOrigin";
import { Lazy } from "@/components/Lazy";
import { HolderChangesTable } from "./HolderChangesTable";

const loadChart = async () => (await import("./HolderCohortsChart")).HolderCohortsChart;
/** About the height of the chart. */
const room = "h-[364px] max-sm:h-[430px]";

/** The holders of a token by when they came, and how many stay. */
export function HolderCohorts({ token }: { token: string }) {
  const trpc = useTRPC();
  const answer = useQuery(trpc.holders.cohorts.queryOptions({ token_slug: token }));
  const { data } = answer;
  const origin = async () => {
    const asOf = data?.results
      .map(({ known_at: at }) => at)
      .toSorted()
      .at(-1);
    return originOf({ loads: data?.loads ?? [], methods: [] }, asOf);
  };
  return (
    <>
      {data && data.results.length > 0 && (
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
        failure={answer.error && describeFailure(answer.error)}
        onRetry={() => void answer.refetch()}
      />
    </>
  );
}
