import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { endedKeyDays } from "@/api/accessWords";
import { useTRPC } from "@/api/client";
import type { ListApiKeysResponse } from "@/api/contract";
import { Card } from "@/components/Card";
import { EmptyState } from "@/components/states/EmptyState";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Link } from "@/components/ui/links/Link";
import { useMinute } from "@/lib/dates/minute";
import { isCounted, keyState } from "@/records/apiKeys/keyState";
import { keysAddress, newKey } from "./addresses";
import { type KeyAct, KeyRow } from "./KeyRow";
import type { KeyOwner } from "./keyOwner";
import { RevokeDialog } from "./RevokeDialog";
import { RotateDialog } from "./RotateDialog";
import type { MadeKey } from "./SecretDialog";
import { useKeyOutcome } from "./useKeyOutcome";

type KeyListProps = {
  keys: ListApiKeysResponse;
  owner: KeyOwner;
  onMade: (made: MadeKey) => void;
};

function NoKeys({ owner }: { owner: KeyOwner }) {
  const { isOrganization } = owner;
  return (
    <Card>
      <EmptyState
        title="No API keys"
        action={
          <ButtonLink look="primary" href={keysAddress(isOrganization, newKey)}>
            Create a key
          </ButtonLink>
        }
      >
        {isOrganization
          ? "A key of the organization lets a program read the data of its plan, whoever is a member."
          : "A key lets a program read the data that you can read, with the limits of your plan."}{" "}
        <Link href="/tools/api/api-keys" className="text-accent underline">
          How keys work
        </Link>
      </EmptyState>
    </Card>
  );
}

/** How many keys work, and the way to another one unless the limit is reached. */
function Summary({ keys, owner, now }: Omit<KeyListProps, "onMade"> & { now: number }) {
  const { results, most_keys } = keys;
  const count = results.filter((key) => isCounted(key, now)).length;
  const isFull = count >= most_keys;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-text-2">
        <span className="num">
          {count} of {most_keys}
        </span>{" "}
        keys in use.{isFull && " Revoke one that no program needs to create another."}
      </p>
      {!isFull && (
        <ButtonLink look="primary" href={keysAddress(owner.isOrganization, newKey)}>
          New key
        </ButtonLink>
      )}
    </div>
  );
}

/** The keys of an owner: those that work or can be enabled, then those that ended within 90 days. */
export function KeyList({ keys, owner, onMade }: KeyListProps) {
  const trpc = useTRPC();
  const outcome = useKeyOutcome();
  const now = useMinute() ?? Date.now();
  const [act, setAct] = useState<KeyAct | null>(null);
  const close = () => setAct(null);
  const enable = useMutation(
    trpc.apiKeys.enable.mutationOptions(outcome("The key is enabled.", {})),
  );
  const start = (next: KeyAct) => {
    const { id, version } = next.key;
    if (next.kind !== "enable") setAct(next);
    else if (!enable.isPending) enable.mutate({ id, version });
  };
  if (keys.results.length === 0) return <NoKeys owner={owner} />;
  const over = keys.results.filter((key) => keyState(key, now).isOver);
  const open = keys.results.filter((key) => !over.includes(key));
  const rows = (list: typeof open) => (
    <ul>
      {list.map((key) => (
        <KeyRow key={key.id} apiKey={key} owner={owner} now={now} onAct={start} />
      ))}
    </ul>
  );
  return (
    <>
      <Summary keys={keys} owner={owner} now={now} />
      <Card title="Keys">
        {open.length > 0 ? (
          rows(open)
        ) : (
          <p className="px-(--card-pad) py-4 text-text-2">No key can be used.</p>
        )}
      </Card>
      {over.length > 0 && (
        <Card
          title="Ended keys"
          lead={`Keys are listed for ${endedKeyDays} days after they ended.`}
        >
          {rows(over)}
        </Card>
      )}
      {act?.kind === "rotate" && <RotateDialog apiKey={act.key} onMade={onMade} onClose={close} />}
      {act?.kind === "revoke" && <RevokeDialog apiKey={act.key} onClose={close} />}
    </>
  );
}
