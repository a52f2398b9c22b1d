import { createContext, type ReactNode, useContext } from "react";

/** The name of the entity for number buttons outside of grids, where each is a tab stop. */
export const NumbersOf = createContext<string | null>(null);

export type NumberButtonProps = {
  /** Whether it is explained now. */
  pressed: boolean;
  onPress: () => void;
  /** The name for screen readers: "Value of Alder Fund (sample)". */
  label?: string;
  /** -1 in a cell of a grid, where F2 enters it. */
  tabIndex?: number;
  children: ReactNode;
};

/** A number that opens its explanation, and is outlined while it is explained. */
export function NumberButton({ pressed, onPress, label, tabIndex, children }: NumberButtonProps) {
  const around = useContext(NumbersOf);
  const what = label ?? around;
  return (
    <button
      type="button"
      tabIndex={around === null ? tabIndex : undefined}
      aria-pressed={pressed}
      title="Explain"
      onClick={onPress}
      className="target rounded-xs decoration-dotted underline-offset-2 hover:underline aria-pressed:bg-accent-soft aria-pressed:text-accent aria-pressed:shadow-[0_0_0_3px_var(--accent-soft)]"
    >
      {what && <span className="sr-only">Explain, {what},</span>} {children}
    </button>
  );
}
