import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { explainFailure } from "@/components/states/failureTexts";
import { showToast } from "@/lib/toasts";
import { refusalOf } from "./adminWords";

type Ending<Answer> = {
  done?: (answer: Answer) => void;
  /** After a success or a failure. */
  closed?: () => void;
  /** Where a failure is shown, if not in a toast. */
  failed?: (explanation: string) => void;
};

/** The effects of a change: a toast, and everything on the page is loaded again, the history too. */
export function useOutcome() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries(trpc.adminUsers.pathFilter()),
      client.invalidateQueries(trpc.adminOrganizations.pathFilter()),
      client.invalidateQueries(trpc.adminHistory.pathFilter()),
      // Whoever changes their own team or features meets the change here too.
      client.invalidateQueries(trpc.users.getProfile.queryFilter()),
    ]);
  return <Answer = unknown>(
    message: string | ((answer: Answer) => string),
    { done, closed, failed }: Ending<Answer> = {},
  ) => ({
    onSuccess: (answer: Answer) => {
      const words = typeof message === "string" ? message : message(answer);
      showToast({ id: "admin", variant: "success", message: words });
      done?.(answer);
      closed?.();
      return refresh();
    },
    onError: (error: unknown) => {
      const failure = describeFailure(error);
      const explanation = refusalOf(failure.reason) ?? explainFailure(failure);
      if (failed) failed(explanation);
      else {
        showToast({ id: "admin", variant: "danger", message: explanation });
        closed?.();
      }
      void refresh();
    },
  });
}
