import type { ReactNode } from "react";
import { Icon } from "../marks/Icon";

type OutsideLinkProps = {
  /** From data; what is no web address stays text. */
  href: string;
  className?: string;
  tabIndex?: number;
  children: ReactNode;
};

/** A way to another site, marked as one; it learns nothing of this page. */
export function OutsideLink({ href, className = "", tabIndex, children }: OutsideLinkProps) {
  if (!/^https?:\/\//i.test(href)) return <span className={className}>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      tabIndex={tabIndex}
      className={`target inline-flex min-w-0 max-w-full items-center gap-1 rounded-xs text-accent hover:underline ${className}`}
    >
      <span className="truncate">{children}</span>
      <Icon name="external" size={12} />
      <span className="sr-only"> (other site)</span>
    </a>
  );
}
