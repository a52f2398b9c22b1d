import type { ReactNode } from "react";
import { PageHead } from "./PageHead";
import { Icon } from "./ui/Icon";
import { Link } from "./ui/Link";

type PageProps = {
  title: string;
  description?: string;
  lead?: ReactNode;
  /** The list that this page is one of. */
  parent?: { href: string; label: string };
  /** What can be done with the whole page. */
  actions?: ReactNode;
  /** Pages of one small card, such as the settings, keep it narrow. */
  width?: "full" | "reading";
  /** Keeps the page out of search engines. */
  hidden?: boolean;
  /** Without it the page shows a notice, and no list of pages names it. */
  feature?: string | null;
  children: ReactNode;
};

export function Page({
  title,
  description,
  lead,
  parent,
  actions,
  width = "full",
  hidden,
  feature,
  children,
}: PageProps) {
  const limit = width === "reading" ? "max-w-[768px]" : "max-w-[1728px]";
  return (
    <>
      <PageHead title={title} description={description} hidden={hidden} feature={feature} />
      <main
        id="main"
        tabIndex={-1}
        className={`mx-auto flex w-full min-w-0 flex-1 flex-col gap-4 px-(--gutter) pt-5 pb-8 outline-none ${limit}`}
      >
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
            <h1 className="font-semibold text-xl tracking-[-0.012em] [overflow-wrap:anywhere] md:text-2xl">
              {title}
            </h1>
            {lead && <p className="mt-px max-w-[80ch] text-text-2">{lead}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
        {children}
      </main>
    </>
  );
}
