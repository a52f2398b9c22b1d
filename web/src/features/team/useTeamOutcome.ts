import { type Query, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { mutationOutcome, type OutcomeCallbacks } from "@/components/states/mutationOutcome";
import { explainTeamFailure } from "@/components/states/teamFailureTexts";

type Callbacks = OutcomeCallbacks & {
  /** Anything on the page may differ in another organization, so everything is loaded again. */
  everywhere?: boolean;
};

const explain = (error: unknown) => explainTeamFailure(describeFailure(error));

/** The outcome of a change of a team: its lists and the profile are loaded again. */
export function useTeamOutcome() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return (message: string, { everywhere = false, ...callbacks }: Callbacks = {}) => {
    const refresh = (succeeded: boolean) => {
      // An invitation that was just answered is not loaded again.
      const predicate = (query: Query) => !succeeded || query.meta?.once !== true;
      if (everywhere && succeeded) return client.invalidateQueries({ predicate });
      return Promise.all([
        client.invalidateQueries({ ...trpc.teams.pathFilter(), predicate }),
        client.invalidateQueries(trpc.users.getProfile.queryFilter()),
      ]);
    };
    return mutationOutcome(message, callbacks, { toastId: "team", explain, refresh });
  };
}
