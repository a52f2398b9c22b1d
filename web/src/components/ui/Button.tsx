import type { ComponentProps } from "react";

const looks = {
  primary:
    "border-ink bg-ink text-on-ink enabled:hover:bg-ink-hover disabled:border-line disabled:bg-surface-3 disabled:text-text-3",
  plain:
    "border-line-strong bg-surface enabled:hover:border-control-line enabled:hover:bg-surface-2 enabled:active:bg-surface-3 disabled:border-line disabled:bg-surface-2 disabled:text-text-3",
  danger:
    "border-neg-mark bg-surface text-neg enabled:hover:bg-neg-soft disabled:border-line disabled:text-text-3",
  ghost: "border-transparent enabled:hover:bg-surface-3 disabled:text-text-3",
} as const;

const sizes = {
  small: "h-(--control-h-sm) px-[9px] text-sm pointer-coarse:min-h-11",
  medium: "h-(--control-h) px-3 pointer-coarse:min-h-11",
  large: "h-[38px] w-full px-3 pointer-coarse:min-h-11",
} as const;

type ButtonProps = ComponentProps<"button"> & {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
};

export function Button({ look = "plain", size = "medium", className = "", ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors duration-(--duration-instant) disabled:cursor-not-allowed ${looks[look]} ${sizes[size]} ${className}`}
      {...rest}
    />
  );
}
