import { type ReactNode, useDeferredValue } from "react";
import { useHydrated } from "@/lib/loading/hydrated";
import { PageHead } from "./PageHead";
import { PageHeader, type PageHeaderProps } from "./PageHeader";

type PageProps = Omit<PageHeaderProps, "level"> & {
  description?: string;
  /** Limits the width, for text and for pages of one small card, such as the settings. */
  narrow?: boolean;
  /** Keeps the page out of search engines. */
  hidden?: boolean;
  /** Without it the page shows a notice, and no list of pages names it. */
  feature?: string | null;
  children: ReactNode;
};

/** Whether what is below the heading may be drawn: a visitor who comes from another page sees first that he has arrived. */
function useArrived(): boolean {
  const comes = useHydrated();
  return useDeferredValue(true, !comes);
}

export function Page({
  title,
  description,
  lead,
  parent,
  actions,
  narrow = false,
  hidden,
  feature,
  children,
}: PageProps) {
  const arrived = useArrived();
  const limit = narrow ? "max-w-[768px]" : "max-w-[1728px]";
  return (
    <>
      <PageHead title={title} description={description} hidden={hidden} feature={feature} />
      <main
        id="main"
        tabIndex={-1}
        className={`mx-auto flex w-full min-w-0 flex-1 flex-col gap-4 px-(--gutter) pt-5 pb-8 outline-none ${limit}`}
      >
        <PageHeader title={title} lead={lead} parent={parent} actions={actions} />
        {/* Leaves the foot of the page below the window. */}
        {arrived ? children : <div className="min-h-dvh" />}
      </main>
    </>
  );
}
