import type { ReactNode } from "react";

/** The placeholder of loading content; invisible at first, so that fast responses do not flicker. */
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
