import type { ReactNode } from "react";

/** Marks what is new or unfinished in the navigation: the only capitals of the product. */
export function Badge({ kind }: { kind: "NEW" | "BETA" }) {
  const tone = kind === "NEW" ? "border-accent-line text-accent" : "border-line-strong text-text-2";
  return (
    <span
      className={`cond inline-flex h-[15px] flex-none items-center rounded-xs border px-1 font-semibold text-[9.5px] leading-[15px] tracking-[0.05em] ${tone}`}
    >
      {kind}
    </span>
  );
}

export type PillTone = "neutral" | "positive" | "negative" | "warning" | "info";

const tones: Record<PillTone, string> = {
  neutral: "bg-surface-3 text-text-2",
  positive: "bg-pos-soft text-pos",
  negative: "bg-neg-soft text-neg",
  warning: "bg-warn-soft text-warn",
  info: "bg-info-soft text-info",
};

/** A state in a word; the tone repeats what the word says. */
export function Pill({ tone = "neutral", children }: { tone?: PillTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 max-w-full items-center gap-[5px] whitespace-nowrap rounded-sm border border-transparent px-[7px] font-medium text-xs [font-stretch:90%] ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

type SampleTagProps = {
  /** The hatch alone: beside a real name whose figure includes sample data. */
  short?: boolean;
  /** How much of the figure that is: "2 of 5 members are sample data". */
  note?: string | undefined;
};

/** Stands on everything that shows generated data. */
export function SampleTag({ short = false, note }: SampleTagProps) {
  return (
    <span
      title={short ? (note ?? "Includes sample data") : undefined}
      className="cond inline-flex flex-none items-center gap-[5px] font-medium text-[10.5px] text-sample-text leading-[14px]"
    >
      <svg aria-hidden="true" width="12" height="8" viewBox="0 0 12 8" stroke="currentColor">
        <path d="M0 4 4 0M0 8l8-8M4 8l8-8M8 8l4-4" strokeWidth="1" />
      </svg>
      {short ? <span className="sr-only"> {note ? `Sample: ${note}` : "Sample"} </span> : "Sample"}
    </span>
  );
}
