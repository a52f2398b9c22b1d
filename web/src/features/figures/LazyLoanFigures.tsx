import { loanLabels } from "@/charts/queries/entityLabels";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import { Lazy } from "@/components/Lazy";
import { DataNote } from "@/components/states/DataNote";
import type { LoanFiguresProps } from "./LoanFigures";

const load = async () => (await import("./LoanFigures")).LoanFigures;

/** The key figures of all loans. Their places stand in the exported page, their script comes later. */
export function LazyLoanFigures(props: LoanFiguresProps) {
  const tiles = loanLabels.map((label) => ({ label, value: null, status: "loading" as const }));
  const places = (
    <>
      <DataNote kind={props.rows} />
      <KpiStrip label="Key figures" tiles={tiles} />
    </>
  );
  return <Lazy load={load} give={props} fallback={places} />;
}
