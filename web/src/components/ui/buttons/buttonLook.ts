const looks = {
  primary:
    "border-ink bg-ink text-on-ink not-disabled:hover:bg-ink-hover disabled:border-line disabled:bg-surface-3 disabled:text-text-3",
  plain:
    "border-line-strong bg-surface not-disabled:hover:border-control-line not-disabled:hover:bg-surface-2 not-disabled:active:bg-surface-3 disabled:border-line disabled:bg-surface-2 disabled:text-text-3",
  danger:
    "border-neg-mark bg-surface text-neg not-disabled:hover:bg-neg-soft not-disabled:active:bg-neg-soft disabled:border-line disabled:text-text-3",
  ghost:
    "border-transparent not-disabled:hover:bg-surface-3 not-disabled:active:bg-surface-3 disabled:text-text-3",
} as const;

const sizes = {
  small: "h-(--control-h-sm) px-[9px] text-sm pointer-coarse:min-h-11",
  medium: "h-(--control-h) px-3 pointer-coarse:min-h-11",
  large: "h-[38px] w-full px-3 pointer-coarse:min-h-11",
} as const;

export type ButtonLook = keyof typeof looks;
export type ButtonSize = keyof typeof sizes;

/** The one look of buttons and of links that stand for them. */
export function buttonLook(look: ButtonLook = "plain", size: ButtonSize = "medium"): string {
  return `relative inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors duration-(--duration-instant) disabled:cursor-not-allowed ${looks[look]} ${sizes[size]}`;
}
