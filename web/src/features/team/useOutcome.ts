import { type Query, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { explainFailure } from "@/components/states/failureTexts";
import { showToast } from "@/lib/toasts";

type Ending = {
  /** Anything on the page may differ in another organization, so everything is loaded again. */
  everywhere?: boolean;
  /** After a success. */
  done?: () => void;
  /** After a success or a failure. */
  closed?: () => void;
  /** Where a failure is shown, if not in a toast. */
  failed?: (explanation: string) => void;
};

/** The effects of a change of a team: a toast, and fresh lists. */
export function useOutcome() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return (message: string, { everywhere = false, done, closed, failed }: Ending = {}) => ({
    onSuccess: () => {
      showToast({ id: "team", variant: "success", message });
      done?.();
      closed?.();
      // An invitation that was just answered is not loaded again.
      const predicate = (query: Query) => query.meta?.once !== true;
      if (everywhere) return client.invalidateQueries({ predicate });
      return Promise.all([
        client.invalidateQueries({ ...trpc.teams.pathFilter(), predicate }),
        client.invalidateQueries(trpc.users.getProfile.queryFilter()),
      ]);
    },
    onError: (error: unknown) => {
      const explanation = explainFailure(describeFailure(error));
      if (failed) failed(explanation);
      else showToast({ id: "team", variant: "danger", message: explanation });
      closed?.();
      void client.invalidateQueries(trpc.teams.pathFilter());
      void client.invalidateQueries(trpc.users.getProfile.queryFilter());
    },
  });
}
