import { type EntityColour, sampleDashOf, stripesOf } from "../painting/entityColour";
import type { Look } from "./legend";

type SwatchProps = { colour: EntityColour; look: Look; line: boolean };

function colourName({ step }: EntityColour, look: Look): string {
  if (look === "flow") return "var(--div-8)";
  if (look === "magnitude") return step === 0 ? "var(--surface-3)" : `var(--seq-${step})`;
  if (look === "reference") return "var(--text-3)";
  return step === 0 ? "var(--other)" : `var(--cat-${step})`;
}

/** The colour of an entity beside its name, with the dash or the stripes that distinguish it from others of that colour. */
export function Swatch({ colour, look, line }: SwatchProps) {
  const name = colourName(colour, look);
  const dash = sampleDashOf(colour.pattern, look === "reference");
  const stripes = look === "entity" ? stripesOf(colour.pattern) : undefined;
  return (
    <svg
      aria-hidden="true"
      className="inline-block flex-none"
      width={line ? 14 : 9}
      height="9"
      viewBox={line ? "0 0 14 9" : "0 0 9 9"}
    >
      {line ? (
        <path
          d="M0 4.5h14"
          stroke={name}
          strokeWidth="2.4"
          strokeDasharray={dash.join(" ") || undefined}
        />
      ) : (
        <rect width="9" height="9" rx="2" fill={name} />
      )}
      {!line && stripes !== undefined && (
        <path
          d="M-3 1h15M-3 4.5h15M-3 8h15"
          stroke="var(--surface)"
          strokeWidth="1"
          transform={`rotate(${stripes} 4.5 4.5)`}
        />
      )}
      {look === "flow" && <path d="M0 9V7l9-7v7a2 2 0 0 1-2 2z" fill="var(--div-2)" />}
    </svg>
  );
}
