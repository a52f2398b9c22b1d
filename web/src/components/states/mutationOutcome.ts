import { showToast } from "@/lib/toasts";

export type OutcomeCallbacks<Answer = unknown> = {
  done?: (answer: Answer) => void;
  /** After a success or a failure. */
  closed?: () => void;
  /** Where a failure is shown, if not in a toast. */
  failed?: (explanation: string) => void;
};

type Effects = {
  toastId: string;
  explain: (error: unknown) => string;
  /** Loads again what the mutation can have changed. */
  refresh: (succeeded: boolean) => unknown;
};

/** The callbacks of a mutation: a toast or the message of a form, then fresh data. */
export function mutationOutcome<Answer>(
  message: string | ((answer: Answer) => string),
  { done, closed, failed }: OutcomeCallbacks<Answer>,
  { toastId: id, explain, refresh }: Effects,
) {
  return {
    onSuccess: (answer: Answer) => {
      const words = typeof message === "string" ? message : message(answer);
      showToast({ id, variant: "success", message: words });
      done?.(answer);
      closed?.();
      return refresh(true);
    },
    onError: (error: unknown) => {
      const explanation = explain(error);
      if (failed) failed(explanation);
      else showToast({ id, variant: "danger", message: explanation });
      closed?.();
      void refresh(false);
    },
  };
}
