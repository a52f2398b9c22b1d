import type { ReactNode } from "react";

/** The place of something that is on its way; invisible for the first moment, so that fast answers do not flicker. */
export function Skeleton({ className = "rounded-sm" }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-skeleton bg-surface-3 ${className}`} />;
}

export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
