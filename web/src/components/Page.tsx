import Head from "next/head";
import type { ReactNode } from "react";
import { documentTitle } from "@/lib/brand";

type PageProps = {
  title: string;
  lead?: ReactNode;
  /** Pages of one small card, such as signing in, keep it narrow. */
  width?: "full" | "reading";
  children: ReactNode;
};

export function Page({ title, lead, width = "full", children }: PageProps) {
  const limit = width === "reading" ? "max-w-[768px]" : "max-w-[1728px]";
  return (
    <>
      <Head>
        <title>{documentTitle(title)}</title>
      </Head>
      <main
        id="main"
        className={`mx-auto flex w-full flex-1 flex-col gap-4 px-(--gutter) pt-5 pb-8 ${limit}`}
      >
        <header>
          <h1 className="font-semibold text-xl tracking-[-0.012em] md:text-2xl">{title}</h1>
          {lead && <p className="mt-px text-text-2">{lead}</p>}
        </header>
        {children}
      </main>
    </>
  );
}
