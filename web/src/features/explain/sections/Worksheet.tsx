import type { ReactNode } from "react";

type SectionProps = { title: string; note?: ReactNode; children: ReactNode };

/** One step of an explanation. */
export function Section({ title, note, children }: SectionProps) {
  return (
    <section className="border-line border-b px-4 py-4 last:border-b-0 md:px-5">
      <h3 className="mb-2 flex flex-wrap items-baseline gap-x-2 font-semibold">
        {title}
        {note && <span className="font-normal text-sm text-text-3">{note}</span>}
      </h3>
      {children}
    </section>
  );
}

type Line = { label: string; value: ReactNode };

/** Facts, each with its name. */
export function Lines({ lines }: { lines: readonly (Line | null)[] }) {
  return (
    <dl className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {lines.map(
        (line) =>
          line && (
            <div key={line.label} className="contents">
              <dt className="text-text-3">{line.label}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{line.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The result of a worksheet, ruled twice as accountants do. */
export function Result({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <p className="num mt-2 flex items-center justify-between gap-3 border-text border-t border-b-[3px] [border-bottom-style:double] py-1 font-semibold text-sm">
      <span className="min-w-0 truncate">{label}</span>
      <bdi>{children}</bdi>
    </p>
  );
}

type TitleProps = { about: ReactNode; figure: ReactNode; pills: ReactNode; children: ReactNode };

/** The number in full, what is to be known of it at once, and its day. */
export function SheetTitle({ about, figure, pills, children }: TitleProps) {
  return (
    <section className="border-line border-b px-4 py-4 md:px-5">
      <p className="text-sm text-text-2">{about}</p>
      <p className="num whitespace-normal font-semibold text-[26px] leading-9 tracking-[-0.015em] [overflow-wrap:anywhere]">
        {figure}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-1.5">{pills}</div>
      <div className="mt-3">{children}</div>
    </section>
  );
}

/** Stands on every sheet of a number that was made up. */
export function SampleNote() {
  return (
    <p className="mt-2 text-sm text-sample-text">
      Sample data: fictitious values for demonstration, not a measurement.
    </p>
  );
}
