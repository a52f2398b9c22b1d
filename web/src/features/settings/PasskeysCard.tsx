import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createPasskey, isIpAddress, supportsPasskeys } from "@/api/account/passkeys";
import { useTRPC } from "@/api/client";
import { longestPasskeyName, type PasskeyEntry } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { TextField } from "@/components/ui/inputs/TextField";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { formatInstant } from "@/lib/format";
import { showToast } from "@/lib/toasts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog";
import { explainPasskeyRemoval, explainRefusal } from "./refusals";

/** Reads the list again and says what happened. */
function useSettle(done: () => void) {
  const trpc = useTRPC();
  const client = useQueryClient();
  return (variant: "success" | "danger", message: string) => {
    void client.invalidateQueries(trpc.passkeys.list.queryFilter());
    showToast({ id: "passkeys", variant, message });
    done();
  };
}

function NameForm({
  initial,
  submit,
  pending,
  onSubmit,
  onClose,
}: {
  initial: string;
  submit: string;
  pending: boolean;
  onSubmit: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState(initial);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(name.trim());
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      <TextField
        id="passkey-name"
        label="Name"
        hint="For example the device or the password manager that keeps it."
        required
        maxLength={longestPasskeyName}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={pending || name.trim() === ""}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

type AddDialogProps = { onAdded: (recoveryCodes: string[]) => void; onClose: () => void };

function AddDialog({ onAdded, onClose }: AddDialogProps) {
  const trpc = useTRPC();
  const settle = useSettle(onClose);
  const start = useMutation(trpc.passkeys.startRegistration.mutationOptions());
  const finish = useMutation(trpc.passkeys.finishRegistration.mutationOptions());
  const [pending, setPending] = useState(false);
  const add = async (name: string) => {
    setPending(true);
    try {
      const { options } = await start.mutateAsync();
      const credential = await createPasskey(options);
      if (credential === null) {
        setPending(false);
        return;
      }
      const { recovery_codes } = await finish.mutateAsync({ name, credential });
      settle("success", "Passkey added.");
      onAdded(recovery_codes);
    } catch (error) {
      const known = error instanceof DOMException && error.name === "InvalidStateError";
      settle(
        "danger",
        known ? "This device already has a passkey for your account." : explainRefusal(error),
      );
    }
  };
  return (
    <Dialog
      open
      title="Add a passkey"
      description="Your browser asks you to confirm with your fingerprint, face, PIN or security key."
      onClose={onClose}
    >
      <NameForm
        initial=""
        submit="Continue"
        pending={pending}
        onSubmit={(name) => void add(name)}
        onClose={onClose}
      />
    </Dialog>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: PasskeyEntry; onClose: () => void }) {
  const trpc = useTRPC();
  const settle = useSettle(onClose);
  const rename = useMutation(
    trpc.passkeys.rename.mutationOptions({
      onSuccess: () => settle("success", "Passkey renamed."),
      onError: (error) => settle("danger", explainRefusal(error)),
    }),
  );
  return (
    <Dialog open title="Rename this passkey" onClose={onClose}>
      <NameForm
        initial={passkey.name}
        submit="Rename"
        pending={rename.isPending}
        onSubmit={(name) => rename.mutate({ id: passkey.id, name })}
        onClose={onClose}
      />
    </Dialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: PasskeyEntry; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const settle = useSettle(onClose);
  const removal = useMutation(
    trpc.passkeys.remove.mutationOptions({
      onSuccess: () => settle("success", "Passkey removed."),
      onError: (error) => {
        const known = client.getQueryData(trpc.passkeys.list.queryKey());
        const required = known?.second_factor_required === true;
        settle("danger", explainPasskeyRemoval(error, required));
      },
    }),
  );
  return (
    <Dialog
      open
      title="Remove this passkey?"
      description={`${passkey.name} can no longer be used to sign in. Sessions stay active. Delete it from your device or password manager as well.`}
      onClose={onClose}
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          disabled={removal.isPending}
          onClick={() => removal.mutate({ id: passkey.id })}
        >
          Remove passkey
        </Button>
      </div>
    </Dialog>
  );
}

type RowProps = { passkey: PasskeyEntry; onRename: () => void; onRemove: () => void };

function Row({ passkey, onRename, onRemove }: RowProps) {
  const { name, added_at, last_used_at } = passkey;
  return (
    <li
      data-passkey={passkey.id}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-(--card-pad) py-3"
    >
      <div className="min-w-0 flex-1 basis-[280px]">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <div className="num mt-0.5 flex flex-wrap gap-x-4 text-sm text-text-2">
          <span>
            Added <time dateTime={added_at}>{formatInstant(added_at)}</time>
          </span>
          {last_used_at ? (
            <span>
              Last used <time dateTime={last_used_at}>{formatInstant(last_used_at)}</time>
            </span>
          ) : (
            <span>Not used yet</span>
          )}
        </div>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={`Rename passkey: ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button
          size="small"
          look="danger"
          aria-label={`Remove passkey: ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

type Change = { kind: "add" } | { kind: "rename" | "remove"; passkey: PasskeyEntry };

function List({ onChange }: { onChange: (change: Change) => void }) {
  const trpc = useTRPC();
  const passkeys = useQuery(trpc.passkeys.list.queryOptions(undefined, { staleTime: 0 }));
  if (passkeys.isPending) {
    return (
      <Loading label="Loading your passkeys">
        <Skeleton className="mx-(--card-pad) my-4 h-9 rounded-sm" />
      </Loading>
    );
  }
  if (passkeys.isError) {
    return (
      <ErrorState
        what="Your passkeys"
        failure={describeFailure(passkeys.error)}
        onRetry={() => void passkeys.refetch()}
      />
    );
  }
  const { results } = passkeys.data;
  if (results.length === 0) {
    return <p className="px-(--card-pad) py-4 text-text-2">No passkeys.</p>;
  }
  return (
    <ul>
      {results.map((passkey) => (
        <Row
          key={passkey.id}
          passkey={passkey}
          onRename={() => onChange({ kind: "rename", passkey })}
          onRemove={() => onChange({ kind: "remove", passkey })}
        />
      ))}
    </ul>
  );
}

/** The passkeys with which the user signs in. */
export function PasskeysCard() {
  const [change, setChange] = useState<Change | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const close = () => setChange(null);
  return (
    <Card
      title="Passkeys"
      lead="Sign in with your fingerprint, face, PIN or security key. You receive an e-mail when a passkey is added or removed."
    >
      <List onChange={setChange} />
      <footer className="px-(--card-pad) py-3">
        {supportsPasskeys() ? (
          <Button size="small" onClick={() => setChange({ kind: "add" })}>
            Add a passkey
          </Button>
        ) : (
          <p className="text-sm text-text-2">
            {isIpAddress(window.location.hostname)
              ? "Passkeys require a host name, and this site is open at an IP address. Ask its operator to set PUBLIC_URL to a host name; on this computer, to http://localhost with the port."
              : "This browser cannot add passkeys on this site."}
          </p>
        )}
      </footer>
      {change?.kind === "add" && <AddDialog onAdded={setCodes} onClose={close} />}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
      {change?.kind === "rename" && <RenameDialog passkey={change.passkey} onClose={close} />}
      {change?.kind === "remove" && <RemoveDialog passkey={change.passkey} onClose={close} />}
    </Card>
  );
}
