import type { ReactNode } from "react";
import { Card } from "@/components/Card";

type SectionProps = { id: string; title: string; children: ReactNode };

/** The scroll margin of sections with an address, so that the header does not cover them. */
export const anchor = "scroll-mt-[calc(var(--header-h)+16px)]";

/** A passage of text with an address of its own. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <div id={id} className={anchor}>
      <Card title={title}>
        <div className="flex max-w-[76ch] flex-col gap-3 px-(--card-pad) py-4 text-md leading-6">
          {children}
        </div>
      </Card>
    </div>
  );
}

/** The contact address; an empty line where the installation names none, so that nothing moves when it arrives. */
export function Contact({ children }: { children: ReactNode }) {
  return <p className="flex min-h-6 flex-wrap gap-x-4">{children}</p>;
}
