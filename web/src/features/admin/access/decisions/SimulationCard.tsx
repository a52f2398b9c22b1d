import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { GetSimulationRequest, PolicyInput } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { explainAccessFailure } from "../refusals";
import { SimulationResult } from "./SimulationResult";

type SimulationCardProps = {
  policyId: string;
  /** The values of a form; null while they are not complete. Without it, the policy as it is stored. */
  values?: PolicyInput | null;
};

function failureText(error: unknown): string {
  const failure = describeFailure(error);
  return failure.code === "BAD_REQUEST"
    ? "A value was not accepted. Save to see which field it is."
    : explainAccessFailure(failure);
}

/** Decides the calls of the last 24 hours again with other values of a policy, when it is asked to. */
export function SimulationCard({ policyId, values }: SimulationCardProps) {
  const trpc = useTRPC();
  const [request, setRequest] = useState<GetSimulationRequest | null>(null);
  const simulation = useQuery(
    trpc.accessDecisions.simulation.queryOptions(request ?? skipToken, { staleTime: 0 }),
  );
  const next = { policy_id: policyId, policy: values ?? null };
  const isSame = JSON.stringify(request) === JSON.stringify(next);
  const begin = () => {
    if (isSame) void simulation.refetch();
    else setRequest(next);
  };
  return (
    <Card
      title="Simulation"
      lead="How this policy would decide the calls of the last 24 hours, as if it were active: all refused calls and a sample of 1% of the others."
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-(--card-pad) py-3">
        <Button disabled={values === null} loading={simulation.isFetching} onClick={begin}>
          {values === undefined ? "Run simulation" : "Run simulation with these values"}
        </Button>
        {values === null && <span className="text-sm text-text-2">Complete the form first.</span>}
        {request !== null && values !== null && !isSame && (
          <span className="text-sm text-text-2">The values have changed since the last run.</span>
        )}
      </div>
      <div role="status">
        {request !== null && simulation.isPending && (
          <Loading label="Running the simulation">
            <div className="px-(--card-pad) pb-4">
              <Skeleton className="h-20 w-full rounded-sm" />
            </div>
          </Loading>
        )}
        {simulation.isError && !simulation.isFetching && (
          <p className="px-(--card-pad) pb-4 text-neg">
            The simulation failed. {failureText(simulation.error)}
          </p>
        )}
        {simulation.data && !simulation.isError && <SimulationResult answer={simulation.data} />}
      </div>
    </Card>
  );
}
