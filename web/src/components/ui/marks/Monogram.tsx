import type { CSSProperties } from "react";
import { colourStepOf } from "@/lib/entityColourStep";
import { monogramOf } from "@/lib/format/monogram";

type MonogramProps = {
  /** Ticker, or the name of what has none. */
  name: string;
  /** Sets the colour if there is no `colour`. */
  id: string;
  /** A colour token such as "--cat-4". */
  colour?: `--${string}`;
  size?: "small" | "large";
};

const sizes = {
  small: "size-5 rounded-sm text-[9.5px]",
  large: "size-10 rounded-md text-[15px]",
} as const;

/** The mark of an entity: two letters on its colour, in place of a logo. */
export function Monogram({ name, id, colour, size = "small" }: MonogramProps) {
  const style = { "--mark": `var(${colour ?? `--cat-${colourStepOf(id)}`})` } as CSSProperties;
  return (
    <span
      aria-hidden="true"
      style={style}
      className={`inline-grid flex-none place-items-center bg-[color-mix(in_oklab,var(--mark)_24%,var(--surface))] dark:bg-[color-mix(in_oklab,var(--mark)_38%,var(--surface))] font-semibold leading-none tracking-[0.01em] text-text [font-stretch:80%] ${sizes[size]}`}
    >
      {monogramOf(name)}
    </span>
  );
}
