import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { productEventDays } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { formatInstant } from "@/lib/format";
import { showToast } from "@/lib/toasts";
import { explainRefusal } from "./refusals";

function useErasure(done: () => void) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const settle = (variant: "success" | "danger", message: string) => {
    void client.invalidateQueries(trpc.users.getProfile.queryFilter());
    showToast({ id: "account-data", variant, message });
    done();
  };
  const onError = (error: unknown) => settle("danger", explainRefusal(error));
  const request = useMutation(
    trpc.accountData.requestErasure.mutationOptions({
      onSuccess: ({ due_at }) =>
        settle("success", `Your account will be erased on ${formatInstant(due_at)}.`),
      onError,
    }),
  );
  const cancel = useMutation(
    trpc.accountData.cancelErasure.mutationOptions({
      onSuccess: () => settle("success", "Your account stays."),
      onError,
    }),
  );
  return { request, cancel };
}

function EraseDialog({ graceSeconds, onClose }: { graceSeconds: number; onClose: () => void }) {
  const { request } = useErasure(onClose);
  // The day of the click: a dialog that stays open overnight shows the day on which it was opened.
  const [due] = useState(() => Date.now() + graceSeconds * 1_000);
  return (
    <Dialog
      open
      title="Erase your account?"
      description={`Your account will be erased on ${formatInstant(due)}. Until then you can keep it. All other sessions end now.`}
      onClose={onClose}
    >
      <ul className="list-disc ps-5 text-sm text-text-2">
        <li>Your profile, sessions, sign-in methods and invitations are deleted.</li>
        <li>Organizations without another member are deleted. You leave all other teams.</li>
        <li>The audit history keeps a pseudonym instead of your name and address.</li>
        <li>Nothing can be restored afterwards. Export your data first if you need it.</li>
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" loading={request.isPending} onClick={() => request.mutate()}>
          Erase account
        </Button>
      </div>
    </Dialog>
  );
}

type AccountErasureProps = {
  /** When the account is erased, if that was requested. */
  dueAt: string | null;
  /** How long an erasure can be taken back; unknown until it is loaded. */
  graceSeconds: number | undefined;
};

/** Requests the erasure of the account, or cancels it. */
export function AccountErasure({ dueAt, graceSeconds }: AccountErasureProps) {
  const [asking, setAsking] = useState(false);
  const { cancel } = useErasure(() => {});
  return (
    <section aria-label="Erasure" className="flex flex-col items-start gap-3 px-(--card-pad) py-4">
      {dueAt ? (
        <>
          <p role="status">
            Your account will be erased on{" "}
            <time className="num" dateTime={dueAt}>
              {formatInstant(dueAt)}
            </time>
            . Until then you can keep it.
          </p>
          <Button
            look="primary"
            size="small"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Keep my account
          </Button>
        </>
      ) : (
        <Button
          look="danger"
          size="small"
          disabled={graceSeconds === undefined}
          onClick={() => setAsking(true)}
        >
          Erase account
        </Button>
      )}
      <p className="text-sm text-text-2">
        Records of your use of the site have a code that changes weekly instead of your name or user
        ID, and are deleted after {productEventDays} days.
      </p>
      {asking && graceSeconds !== undefined && (
        <EraseDialog graceSeconds={graceSeconds} onClose={() => setAsking(false)} />
      )}
    </section>
  );
}
