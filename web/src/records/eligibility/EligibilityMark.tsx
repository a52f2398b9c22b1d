import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { Pill, type PillTone } from "@/components/ui/marks/Pill";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Popover } from "@/components/ui/overlays/Popover";
import { DateText } from "@/components/ui/text/Figure";
import type { Eligibility, Reason, Verdict } from "./eligibility";

type VerdictText = { label: string; sign: string; tone: PillTone; meaning: string };

const verdicts: Record<Verdict, VerdictText> = {
  allowed: { label: "Allowed", sign: "✓", tone: "info", meaning: "An offer lists the country" },
  conditional: {
    label: "Possible",
    sign: "◐",
    tone: "warning",
    meaning: "The law allows this type, or some offers are open; terms apply",
  },
  restricted: {
    label: "Restricted",
    sign: "✕",
    tone: "negative",
    meaning: "A source excludes it",
  },
  unknown: { label: "Unknown", sign: "?", tone: "neutral", meaning: "No source available" },
};

export function verdictName(verdict: Verdict): string {
  return verdicts[verdict].label;
}

/** A grid is one tab stop and leads into its cells by itself; the cards of a phone are not. */
function leaveToGrid(button: HTMLButtonElement | null) {
  if (button?.closest('[role="grid"]')) button.tabIndex = -1;
}

type EligibilityMarkProps = {
  eligibility: Eligibility;
  /** The asset and the place: "Alder Coin (sample) in Switzerland". */
  subject: string;
};

/** A verdict by sign and word, with everything it rests on and its sources behind it. */
export function EligibilityMark({ eligibility, subject }: EligibilityMarkProps) {
  const { label, sign, tone, meaning } = verdicts[eligibility.verdict];
  const { reasons } = eligibility;
  return (
    <Popover
      label={`Why: ${subject}`}
      align="end"
      className="w-[340px] p-3"
      trigger={
        <button
          ref={leaveToGrid}
          type="button"
          aria-label={`${label}: ${subject}`}
          className="target rounded-sm hover:brightness-95 dark:hover:brightness-125"
        >
          <Pill tone={tone}>
            <span aria-hidden="true">{sign}</span>
            {label}
          </Pill>
        </button>
      }
    >
      <p className="font-medium">{subject}</p>
      <p className="text-sm text-text-2">
        {label}. {meaning}.
      </p>
      {reasons.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2.5 border-line border-t pt-2">
          {reasons.map((reason) => (
            <li key={`${reason.text} ${reason.from.source}`}>
              <ReasonText reason={reason} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 border-line border-t pt-2 text-sm text-text-3">
        Based on the listed sources; not legal advice. Eligibility is decided by law and by the
        issuer.
      </p>
    </Popover>
  );
}

function ReasonText({ reason }: { reason: Reason }) {
  const { text, from, url } = reason;
  return (
    <>
      <p className="text-sm [overflow-wrap:anywhere]">
        <bdi>{text}</bdi> {from.is_sample && <SampleTag />}
      </p>
      <p className="mt-0.5 text-text-3 text-xs [overflow-wrap:anywhere]">
        {from.is_sample ? "Generated sample data, no source" : from.source} · {from.licence} ·{" "}
        <DateText value={from.retrieved_on} />
      </p>
      {url && (
        <OutsideLink href={url} className="text-sm">
          Open the source
        </OutsideLink>
      )}
    </>
  );
}

/** The signs and their meanings, under a table of them. */
export function VerdictLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {Object.values(verdicts).map(({ label, sign, tone, meaning }) => (
        <li key={label} className="flex items-center gap-1.5">
          <Pill tone={tone}>
            <span aria-hidden="true">{sign}</span>
            {label}
          </Pill>
          {meaning}
        </li>
      ))}
    </ul>
  );
}
