import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { mutationOutcome, type OutcomeCallbacks } from "@/components/states/mutationOutcome";
import { explainTeamFailure } from "@/components/states/teamFailureTexts";
import { refusals } from "./adminLabels";

function explain(error: unknown): string {
  return explainTeamFailure(describeFailure(error), refusals);
}

/** The outcome of a change by an administrator: everything on the page is loaded again, the history too. */
export function useAdminOutcome() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries(trpc.adminUsers.pathFilter()),
      client.invalidateQueries(trpc.adminOrganizations.pathFilter()),
      client.invalidateQueries(trpc.adminHistory.pathFilter()),
      // Administrators who change their own team or features see the change here, too.
      client.invalidateQueries(trpc.users.getProfile.queryFilter()),
    ]);
  return <Answer = unknown>(
    message: string | ((answer: Answer) => string),
    callbacks: OutcomeCallbacks<Answer> = {},
  ) => mutationOutcome(message, callbacks, { toastId: "admin", explain, refresh });
}
