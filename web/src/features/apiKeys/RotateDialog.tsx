import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { longestKeyDays } from "@/api/accessWords";
import { useTRPCClient } from "@/api/client";
import type { ApiKey, KeyOverlap } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { dayMs } from "@/lib/dates/day";
import { formatDay } from "@/lib/format";
import { overlapTexts } from "./keyTexts";
import type { MadeKey } from "./SecretDialog";
import { useKeyOutcome } from "./useKeyOutcome";

type RotateDialogProps = { apiKey: ApiKey; onMade: (made: MadeKey) => void; onClose: () => void };

const overlaps = (Object.keys(overlapTexts) as KeyOverlap[]).map((value) => ({
  value,
  label: overlapTexts[value].label,
}));

/** The new key lasts as long as the present one did from its creation. */
function newEnd({ created_at, expires_at }: ApiKey): string {
  const life = Math.min(Date.parse(expires_at) - Date.parse(created_at), longestKeyDays * dayMs);
  return formatDay(Date.now() + life);
}

/** Replaces a key by another one, after the question for how long both work. */
export function RotateDialog({ apiKey, onMade, onClose }: RotateDialogProps) {
  const { id, version, name } = apiKey;
  const client = useTRPCClient();
  const outcome = useKeyOutcome();
  const [overlap, setOverlap] = useState<KeyOverlap>("day");
  const rotate = useMutation({
    // The text of the key is handed on: what a mutation returns stays in its cache.
    mutationFn: async () => onMade(await client.apiKeys.rotate.mutate({ id, version, overlap })),
    ...outcome(`${name} was replaced.`, { closed: onClose }),
  });
  return (
    <Dialog
      open
      title="Rotate this key?"
      description={
        <>
          A new key with the same name, scopes and networks replaces <bdi>{name}</bdi>. It expires
          on {newEnd(apiKey)}.
        </>
      }
      onClose={onClose}
    >
      <div className="flex flex-col items-start gap-2">
        <p className="font-medium" aria-hidden="true">
          The present key still works for
        </p>
        <SegmentedControl
          label="The present key still works for"
          segments={overlaps}
          value={overlap}
          onChange={setOverlap}
        />
        <p aria-live="polite" className="text-sm text-text-2">
          {overlapTexts[overlap].meaning}
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          Rotate key
        </Button>
      </div>
    </Dialog>
  );
}
