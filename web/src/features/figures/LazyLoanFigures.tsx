import { loanLabels } from "@/charts/queries/entityLabels";
import { LoadingStrip } from "@/components/kpi/KpiFrame";
import { Lazy } from "@/components/Lazy";
import { DataNote } from "@/components/states/DataNote";
import type { LoanFiguresProps } from "./LoanFigures";

const load = async () => (await import("./LoanFigures")).LoanFigures;

/** The key figures of all loans. Their places stand in the exported page, their script comes later. */
export function LazyLoanFigures(props: LoanFiguresProps) {
  const places = (
    <>
      <DataNote kind={props.rows} />
      <LoadingStrip label="Key figures" labels={loanLabels} />
    </>
  );
  return <Lazy load={load} give={props} fallback={places} />;
}
