import { type ReactNode, useId } from "react";
import { Icon } from "./Icon";

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
      <span className="relative mt-[3px] grid size-3.5 flex-none place-items-center text-on-ink">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          ref={(element) => {
            if (element) element.indeterminate = partly;
          }}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="peer target absolute inset-0 m-0 appearance-none rounded-[3px] border border-control-line bg-surface checked:border-ink checked:bg-ink indeterminate:border-ink indeterminate:bg-ink enabled:cursor-pointer disabled:border-line disabled:bg-surface-3"
        />
        <span className="pointer-events-none relative forced-colors:text-[Highlight] peer-disabled:text-text-3">
          {partly ? <Icon name="minus" size={11} /> : checked && <Icon name="check" size={11} />}
        </span>
      </span>
      <span className={bare ? "sr-only" : "min-w-0"}>
        <label htmlFor={id} className={disabled ? "text-text-3" : "cursor-pointer"}>
          {label}
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
