import type { ComponentProps } from "react";
import { Icon } from "../marks/Icon";

type TickBoxProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  checked: boolean;
  /** Some of what it stands for. */
  mixed?: boolean;
};

/** A check box without words, for rows that hold its label elsewhere. */
export function TickBox({ mixed = false, ...rest }: TickBoxProps) {
  return (
    <span className="relative inline-grid size-3.5 flex-none place-items-center align-middle text-on-ink">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        className="target absolute inset-0 m-0 cursor-pointer appearance-none rounded-[3px] border border-control-line bg-surface checked:border-ink checked:bg-ink indeterminate:border-ink indeterminate:bg-ink disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-3 disabled:text-text-3"
        {...rest}
      />
      <span
        className={`pointer-events-none relative forced-colors:text-[Highlight] ${rest.disabled ? "text-text-3" : ""}`}
      >
        {mixed ? <Icon name="minus" size={11} /> : rest.checked && <Icon name="check" size={11} />}
      </span>
    </span>
  );
}
