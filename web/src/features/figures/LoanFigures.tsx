import { ComparisonControls } from "@/charts/figures/ComparisonControls";
import { loanFigures } from "@/charts/figures/creditFigures";
import { useFigures } from "@/charts/figures/useFigures";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import { type DataKind, DataNote } from "@/components/states/DataNote";

export type LoanFiguresProps = {
  /** The kind of the rows below. */
  rows: DataKind;
};

/** The key figures of all loans, independent of the filters of the list below. */
export function LoanFigures({ rows }: LoanFiguresProps) {
  const { tiles, kind } = useFigures(loanFigures);
  return (
    <>
      <DataNote kind={rows === "sample" ? rows : (kind ?? rows)} />
      <ComparisonControls />
      <KpiStrip label="Key figures" tiles={tiles} />
    </>
  );
}
