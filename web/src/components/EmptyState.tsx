import type { ReactNode } from "react";

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** What was asked, why there is nothing, and one thing to do. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center">
      <h2 className="font-semibold text-md">{title}</h2>
      {children && <div className="mt-1 max-w-[52ch] text-text-2">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
