import type { ReactNode } from "react";

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
