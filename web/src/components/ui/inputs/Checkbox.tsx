import { type ReactNode, useId } from "react";
import { TickBox } from "./TickBox";

type CheckboxProps = {
  label: ReactNode;
  checked: boolean;
  /** Some of what it stands for is chosen, but not all. */
  partly?: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  disabled?: boolean;
  /** The label is for screen readers only, as in the rows of a table. */
  bare?: boolean;
};

export function Checkbox(props: CheckboxProps) {
  const { label, checked, partly = false, onChange, hint, disabled, bare = false } = props;
  const id = useId();
  return (
    <div
      className={`inline-flex items-start gap-2 ${bare ? "" : "min-h-6 pointer-coarse:min-h-11"}`}
    >
      <span className="mt-[3px] grid flex-none">
        <TickBox
          id={id}
          checked={checked}
          mixed={partly}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
      <span className={bare ? "sr-only" : "min-w-0"}>
        <label htmlFor={id} className={disabled ? "text-text-3" : "cursor-pointer"}>
          <bdi>{label}</bdi>
        </label>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-text-2">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
