import type { ReactNode } from "react";

type CardProps = { title?: string; lead?: ReactNode; children: ReactNode };

export function Card({ title, lead, children }: CardProps) {
  return (
    <section className="min-w-0 rounded-md border border-line bg-surface">
      {title && (
        <header className="border-line border-b px-(--card-pad) py-3">
          <h2 className="font-semibold text-md">{title}</h2>
          {lead && <p className="text-sm text-text-2">{lead}</p>}
        </header>
      )}
      {children}
    </section>
  );
}
