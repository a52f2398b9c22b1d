import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/api/client";
import type { UserEntry } from "@/api/contract";
import { longestNote } from "@/api/contract";
import { Card } from "@/components/Card";
import { Button } from "@/components/ui/buttons/Button";
import { TextField } from "@/components/ui/inputs/TextField";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { DateText } from "@/components/ui/text/Figure";
import { StateMark } from "../accountMarks";
import { pluralize } from "../adminLabels";
import { useAdminOutcome } from "../useAdminOutcome";

type StandingProps = { user: UserEntry; you: boolean };

function StandingDialog({ user, onClose }: { user: UserEntry; onClose: () => void }) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const [note, setNote] = useState("");
  const active = user.state === "active";
  const deactivate = useMutation(
    trpc.adminUsers.deactivate.mutationOptions(
      outcome(
        ({ ended }) => `${user.email} is deactivated; ${pluralize(ended, "session")} ended.`,
        {
          closed: onClose,
        },
      ),
    ),
  );
  const reactivate = useMutation(
    trpc.adminUsers.reactivate.mutationOptions(
      outcome(`${user.email} can sign in again.`, { closed: onClose }),
    ),
  );
  const pending = deactivate.isPending || reactivate.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const { mutate } = active ? deactivate : reactivate;
    mutate({ id: user.id, ...(note.trim() !== "" && { note: note.trim() }) });
  };
  return (
    <Dialog
      open
      title={active ? "Deactivate this account?" : "Reactivate this account?"}
      description={
        active
          ? `${user.email} is signed out everywhere immediately and cannot sign in. The data of the account is kept.`
          : `${user.email} can sign in again. The data of the account is unchanged.`
      }
      onClose={onClose}
    >
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <TextField
          id="standing-note"
          label="Reason"
          hint="Shown to other administrators in the history."
          maxLength={longestNote}
          autoComplete="off"
          dir="auto"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look={active ? "danger" : "primary"} type="submit" loading={pending}>
            {active ? "Deactivate" : "Reactivate"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether the user may come in. */
export function StandingCard({ user, you }: StandingProps) {
  const [asking, setAsking] = useState(false);
  const active = user.state === "active";
  return (
    <Card title="Access">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-(--card-pad) py-3.5">
        <div className="min-w-0 flex-1 basis-[280px]">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <StateMark state={user.state} />
            {user.deactivated_at !== null && (
              <span className="font-normal text-sm text-text-2">
                since <DateText value={user.deactivated_at} time />
              </span>
            )}
          </p>
          <p className="mt-0.5 text-sm text-text-2">
            {active
              ? "Can sign in by e-mail link or provider."
              : "Signed out everywhere. Every attempt to sign in is rejected, and this reason is shown."}
            {you && " Only another administrator can deactivate your account."}
          </p>
        </div>
        <Button look={active ? "danger" : "plain"} disabled={you} onClick={() => setAsking(true)}>
          {active ? "Deactivate" : "Reactivate"}
        </Button>
      </div>
      {asking && <StandingDialog user={user} onClose={() => setAsking(false)} />}
    </Card>
  );
}
