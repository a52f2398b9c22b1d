import type { ReactNode } from "react";
import { brand } from "@/lib/brand";
import { Link } from "../ui/links/Link";
import { Logo } from "../ui/marks/Logo";
import { PageHead } from "./PageHead";

type NarrowPageProps = {
  title: string;
  description?: string;
  heading?: string;
  lead?: ReactNode;
  children: ReactNode;
};

/** A page of one small card without the shell: signing in and what belongs to it. */
export function NarrowPage({
  title,
  description,
  heading = title,
  lead,
  children,
}: NarrowPageProps) {
  return (
    <>
      <PageHead title={title} description={description} />
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center px-4 pt-12 pb-16 outline-none md:pt-24"
      >
        <Link
          href="/"
          className="target mb-6 flex items-center gap-2 rounded-sm font-semibold text-[15px]"
        >
          <Logo /> {brand}
        </Link>
        <div className="flex w-full max-w-[400px] flex-col gap-5 rounded-lg border border-line bg-surface px-5 py-6 md:px-7">
          <header>
            <h1 className="font-semibold text-xl tracking-[-0.01em]">{heading}</h1>
            {lead && <div className="mt-0.5 text-text-2">{lead}</div>}
          </header>
          {children}
        </div>
      </main>
    </>
  );
}
