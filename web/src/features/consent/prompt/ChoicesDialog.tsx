import { useState } from "react";
import type { ThirdPartyScript } from "@/api/installation/thirdParty";
import { Button } from "@/components/ui/buttons/Button";
import { Switch } from "@/components/ui/inputs/Switch";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { DateText } from "@/components/ui/text/Figure";
import type { Choice } from "../choice";
import { type Purpose, purposeNames, purposeOf, purposesOf, sentenceOf } from "../purposes";

type PurposeRowProps = {
  purpose: Purpose;
  scripts: readonly ThirdPartyScript[];
  granted: boolean;
  onChange?: (granted: boolean) => void;
};

function PurposeRow({ purpose, scripts, granted, onChange }: PurposeRowProps) {
  const sentences = scripts.filter((script) => purposeOf(script) === purpose).map(sentenceOf);
  return (
    <li className="border-line border-t py-3">
      <Switch
        id={`purpose-${purpose}`}
        label={purposeNames[purpose]}
        hint={sentences.map(({ host, does }) => (
          <span key={host + does} className="mt-1 block">
            <bdi className="font-medium text-text [overflow-wrap:anywhere]">{host}</bdi> {does}
          </span>
        ))}
        checked={granted}
        disabled={!onChange}
        onChange={(next) => onChange?.(next)}
      />
    </li>
  );
}

type ChoicesDialogProps = {
  open: boolean;
  onClose: () => void;
  scripts: readonly ThirdPartyScript[];
  choice: Choice | null;
  /** The browser refuses for the visitor. */
  refused: boolean;
  onDecide: (granted: readonly Purpose[]) => void;
};

type FormProps = Omit<ChoicesDialogProps, "open" | "onClose" | "refused">;

function Form({ scripts, choice, onDecide }: FormProps) {
  const all = purposesOf(scripts);
  const [granted, setGranted] = useState<readonly Purpose[]>(choice?.granted ?? []);
  const change = (purpose: Purpose, on: boolean) =>
    setGranted(all.filter((one) => (one === purpose ? on : granted.includes(one))));
  return (
    <>
      <ul className="border-line border-b">
        {all.map((purpose) => (
          <PurposeRow
            key={purpose}
            purpose={purpose}
            scripts={scripts}
            granted={granted.includes(purpose)}
            onChange={(on) => change(purpose, on)}
          />
        ))}
      </ul>
      {choice && (
        <p className="text-sm text-text-2">
          Your choice dates from <DateText value={choice.date} />. Turning a service off reloads the
          page.
        </p>
      )}
      <div className="grid gap-2 sm:grid-cols-3">
        <Button onClick={() => onDecide(all)}>Accept all</Button>
        <Button onClick={() => onDecide([])}>Reject all</Button>
        <Button onClick={() => onDecide(granted)}>Save choices</Button>
      </div>
    </>
  );
}

type RefusalProps = { scripts: readonly ThirdPartyScript[]; onClose: () => void };

function Refusal({ scripts, onClose }: RefusalProps) {
  return (
    <>
      <p className="rounded-md bg-info-soft px-3 py-2 text-info">
        Your browser sends the Global Privacy Control signal. All of these services stay off while
        it does.
      </p>
      <ul className="border-line border-b">
        {purposesOf(scripts).map((purpose) => (
          <PurposeRow key={purpose} purpose={purpose} scripts={scripts} granted={false} />
        ))}
      </ul>
      <Button onClick={onClose}>Close</Button>
    </>
  );
}

/** The services by purpose, to be allowed one by one and changed at any time. */
export function ChoicesDialog({ open, onClose, refused, ...form }: ChoicesDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Privacy choices"
      description="Third-party services run only if you agree. The site works without them."
    >
      {refused ? <Refusal scripts={form.scripts} onClose={onClose} /> : <Form {...form} />}
    </Dialog>
  );
}
