import type { ReactNode } from "react";

/** A key or keys to press. */
export function Keys({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-[18px] flex-none items-center rounded-sm border border-line-strong bg-surface px-[5px] font-sans text-text-3 text-xs">
      {children}
    </kbd>
  );
}
