import type { ReactNode } from "react";

const spans = {
  third: "lg:col-span-4",
  half: "lg:col-span-6",
  most: "lg:col-span-8",
  full: "",
} as const;

type SpecimensProps = { title: string; span?: keyof typeof spans; children: ReactNode };

/** A card of specimens of one part. */
export function Specimens({ title, span = "full", children }: SpecimensProps) {
  return (
    <section
      className={`offscreen-free col-span-full min-w-0 rounded-md border border-line bg-surface px-4 pt-3.5 pb-4 [--room:320px] ${spans[span]}`}
    >
      <h2 className="mb-3 font-semibold leading-[18px]">{title}</h2>
      <div className="flex flex-wrap items-start gap-x-[18px] gap-y-3.5">{children}</div>
    </section>
  );
}

/** The cards of a family, side by side where there is room. */
export function SpecimenGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-12 gap-4">{children}</div>;
}

type SpecimenProps = { label: string; width?: number | "full"; children: ReactNode };

/** A part in one state, with the name of the state above it. */
export function Specimen({ label, width, children }: SpecimenProps) {
  const full = width === "full";
  return (
    <div
      className={`min-w-0 max-w-full ${full ? "w-full" : ""}`}
      style={typeof width === "number" ? { width } : undefined}
    >
      <p className="cond mb-[5px] text-text-3 text-xs leading-[14px]">{label}</p>
      {children}
    </div>
  );
}
