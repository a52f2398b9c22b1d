import { dashOf } from "./entityColour";
import type { Look } from "./legend";

type SwatchProps = { step: number; look: Look; line: boolean };

function colourName(step: number, look: Look): string {
  if (look === "flow") return "var(--div-8)";
  if (look === "magnitude") return "var(--seq-5)";
  if (look === "reference") return "var(--text-3)";
  return step === 0 ? "var(--other)" : `var(--cat-${step})`;
}

/** The colour of an entity beside its name; for a line its dash, which tells the later steps apart. */
export function Swatch({ step, look, line }: SwatchProps) {
  const colour = colourName(step, look);
  const dash = look === "reference" ? [3, 2] : dashOf(step)?.map((part) => part / 2);
  return (
    <svg
      aria-hidden="true"
      className="inline-block flex-none"
      width={line ? 14 : 9}
      height="9"
      viewBox={line ? "0 0 14 9" : "0 0 9 9"}
    >
      {line ? (
        <path d="M0 4.5h14" stroke={colour} strokeWidth="2.4" strokeDasharray={dash?.join(" ")} />
      ) : (
        <rect width="9" height="9" rx="2" fill={colour} />
      )}
      {look === "flow" && <path d="M0 9V7l9-7v7a2 2 0 0 1-2 2z" fill="var(--div-2)" />}
    </svg>
  );
}
