import type { ReactNode } from "react";

type StarredProps = {
  /** "value of 20 Nov 2026"; nothing where the figure was measured on its day. */
  reason: string | null | undefined;
  children: ReactNode;
};

/**
 * A figure with a star if it was not measured on its day, or lacks some. Pale, as in legends. The star takes no room, so
 * that digits stay in their columns.
 */
export function Starred({ reason, children }: StarredProps) {
  if (!reason) return children;
  return (
    <span className="relative text-text-3">
      {children}
      <span title={reason} className="absolute">
        <span aria-hidden="true">*</span>
        <span className="sr-only">, {reason}</span>
      </span>
    </span>
  );
}
