import type { ReactNode } from "react";
import { SampleTag } from "@/components/ui/marks/SampleTag";

type SampledShareProps = {
  /** Null where it is not available. */
  share: number | null;
  /** Whether the figures of the row include sample data, and whether the total does. */
  row: { sample: boolean; wholeSample: boolean };
  children: ReactNode;
};

/** A share of a total that includes sample data, marked where its row is not. */
export function SampledShare({ share, row, children }: SampledShareProps) {
  if (share === null || row.sample || !row.wholeSample) return children;
  return (
    <span className="inline-flex items-center justify-end gap-1.5">
      <SampleTag short note="The total includes sample data" />
      {children}
    </span>
  );
}
