import type { ComponentProps } from "react";
import { type ButtonLook, type ButtonSize, buttonLook } from "./buttonLook";

type ButtonProps = ComponentProps<"button"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  /** Its action is running: the button keeps its size and its focus and takes no second press. */
  loading?: boolean;
};

function Pending() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 22 4"
      fill="currentColor"
      className="absolute inset-0 m-auto h-1 w-[22px]"
    >
      <circle cx="2" cy="2" r="2" className="animate-pending" />
      <circle cx="11" cy="2" r="2" className="animate-pending [animation-delay:200ms]" />
      <circle cx="20" cy="2" r="2" className="animate-pending [animation-delay:400ms]" />
    </svg>
  );
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
