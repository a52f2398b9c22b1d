import type { ComponentProps } from "react";
import { Icon, type IconName } from "../marks/Icon";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  icon: IconName;
  /** Its name, also shown while the pointer rests on it. */
  label: string;
  size?: "medium" | "small";
};

const sizes = {
  medium: { box: "size-(--control-h-sm)", icon: 16 },
  small: { box: "size-5", icon: 13 },
} as const;

/** Its label is read out only; the icon alone is seen. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, size = "medium", className = "", ...rest } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`target inline-grid flex-none place-items-center rounded-sm text-text-2 transition-colors duration-(--duration-instant) enabled:hover:bg-surface-3 enabled:hover:text-text enabled:active:bg-line disabled:cursor-not-allowed disabled:text-text-3 aria-pressed:bg-surface-3 aria-pressed:text-text ${sizes[size].box} ${className}`}
      {...rest}
    >
      <Icon name={icon} size={sizes[size].icon} />
    </button>
  );
}
