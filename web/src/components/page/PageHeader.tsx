import type { ReactNode } from "react";
import { Link } from "../ui/links/Link";
import { Icon } from "../ui/marks/Icon";

export type PageHeaderProps = {
  title: string;
  lead?: ReactNode;
  /** The list that this page is one of. */
  parent?: { href: string; label: string };
  /** The actions of the whole page. */
  actions?: ReactNode;
  /** 2 where it is shown inside of another page. */
  level?: 1 | 2;
};

export function PageHeader({ title, lead, parent, actions, level = 1 }: PageHeaderProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-[280px]">
        {parent && (
          <Link
            href={parent.href}
            className="mb-1 -ms-1 inline-flex min-h-6 items-center gap-0.5 rounded-sm pe-1.5 text-sm text-text-2 hover:text-text pointer-coarse:min-h-11"
          >
            <Icon name="chevronStart" size={14} />
            {parent.label}
          </Link>
        )}
        <Heading className="font-semibold text-xl tracking-[-0.012em] [overflow-wrap:anywhere] md:text-2xl">
          {title}
        </Heading>
        {lead && <p className="mt-px max-w-[80ch] text-text-2">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
