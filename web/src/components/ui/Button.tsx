import type { ComponentProps } from "react";

const looks = {
  primary:
    "border-ink bg-ink text-on-ink enabled:hover:bg-ink-hover disabled:border-line disabled:bg-surface-3 disabled:text-text-3",
  plain:
    "border-line-strong bg-surface enabled:hover:border-control-line enabled:hover:bg-surface-2 enabled:active:bg-surface-3 disabled:border-line disabled:bg-surface-2 disabled:text-text-3",
  danger:
    "border-neg-mark bg-surface text-neg enabled:hover:bg-neg-soft enabled:active:bg-neg-soft disabled:border-line disabled:text-text-3",
  ghost:
    "border-transparent enabled:hover:bg-surface-3 enabled:active:bg-surface-3 disabled:text-text-3",
} as const;

const sizes = {
  small: "h-(--control-h-sm) px-[9px] text-sm pointer-coarse:min-h-11",
  medium: "h-(--control-h) px-3 pointer-coarse:min-h-11",
  large: "h-[38px] w-full px-3 pointer-coarse:min-h-11",
} as const;

export type ButtonLook = keyof typeof looks;
export type ButtonSize = keyof typeof sizes;

type ButtonProps = ComponentProps<"button"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  /** What was asked for is under way: the button keeps its size and its focus and takes no second press. */
  loading?: boolean;
};

function Pending() {
  return (
    <span aria-hidden="true" className="absolute inset-0 flex items-center justify-center gap-1">
      <span className="size-1 animate-pending rounded-full bg-current" />
      <span className="size-1 animate-pending rounded-full bg-current [animation-delay:200ms]" />
      <span className="size-1 animate-pending rounded-full bg-current [animation-delay:400ms]" />
    </span>
  );
}

/** The look of a button, for links that act like one. */
export function buttonLook(look: ButtonLook = "plain", size: ButtonSize = "medium"): string {
  return `relative inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors duration-(--duration-instant) disabled:cursor-not-allowed ${looks[look]} ${sizes[size]}`;
}

export function Button(props: ButtonProps) {
  const { look, size, loading = false, className = "", children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
      className={`${buttonLook(look, size)} ${className}`}
    >
      {loading ? (
        <>
          <span className="inline-flex items-center gap-1.5 opacity-0">{children}</span>
          <Pending />
        </>
      ) : (
        children
      )}
    </button>
  );
}
