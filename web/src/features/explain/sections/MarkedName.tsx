import type { ReactNode } from "react";
import { SampleTag } from "@/components/ui/marks/SampleTag";

type MarkedNameProps = { sample: boolean; note?: string; children: ReactNode };

/** The name of a row of an explanation, with the mark of sample data, which is never cut. */
export function MarkedName({ sample, note, children }: MarkedNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <bdi className="truncate">{children}</bdi> {sample && <SampleTag short note={note} />}
    </span>
  );
}
