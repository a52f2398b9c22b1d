import { useState } from "react";
import { mostChartGroups } from "@/api/contract";
import { useAggregates } from "@/api/series";
import { CompositionChart } from "@/charts/CompositionChart";
import { newestText, truncationNote } from "@/charts/data/tableNotes";
import { useOrigin } from "@/charts/data/useOrigin";
import { valueFileEntries } from "@/charts/files/valueFileEntries";
import { requestOf } from "@/charts/queries/aggregateQuery";
import { loansOf, slugs } from "@/charts/queries/measures";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { addDays, lastDay, month } from "@/lib/dates/day";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { compositionState } from "../compositionState";
import { explainedMembers } from "../explainedMembers";
import { explainedAll } from "../explainedSplit";
import { type LoanField, loanGroup } from "../fieldGroups";
import { SplitTable } from "../SplitTable";
import { splitsBy } from "../splits";
import { splitBy, useLoansOf } from "../useMembers";

const fields = [
  { value: "collateral_type", label: "Collateral" },
  { value: "sector", label: "Sector" },
] as const satisfies ReadonlyArray<{ value: LoanField; label: string }>;

const outstandingQuery = loansOf(slugs.activeLoans);

function useLoanSplit(field: LoanField) {
  const to = lastDay();
  const by = { by: "token", limit: mostChartGroups } as const;
  const request = requestOf(outstandingQuery, { from: addDays(to, -month), to }, by);
  const answers = useAggregates([request]);
  const worths = answers[0]?.data;
  const origin = useOrigin(request, worths);
  const { catalog, loans } = useLoansOf(worths);
  const rows = splitBy(splitsBy, worths, loans, (loan) => loanGroup(loan, field));
  return { rows, to, worths, origin, request, answers: [...answers, catalog] };
}

/** Outstanding principal by collateral or sector: as areas, and as numbers. */
export function LoanSplit() {
  const [field, setField] = useState<LoanField>("collateral_type");
  const { rows, to, worths, origin, request, answers } = useLoanSplit(field);
  const one = fields.find(({ value }) => value === field)?.label ?? "";
  const by = one.toLowerCase();
  const rest = truncationNote(
    worths?.group_count,
    mostChartGroups,
    "largest loans",
    "smaller ones are grouped as Others",
  );
  return (
    <>
      {/* Without anything to draw, the table states the reason. */}
      {rows?.length !== 0 && (
        <CompositionChart
          id={`loans-${field}`}
          size="asset"
          title={`Outstanding by ${by}`}
          unitLine={`Outstanding principal in US$, end of day UTC.${rest}`}
          unit={{ kind: "money" }}
          data={{
            day: worths?.total.last_date ?? to,
            parts: (rows ?? []).map(({ key, name, value, sample, qualifier }) => {
              const reason = value === null ? "Not available" : qualifierLabel(qualifier);
              const part = { id: key || "unknown", name, value, sample, qualifier };
              return reason === null ? part : { ...part, reason };
            }),
          }}
          state={compositionState(rows, answers)}
          sample={rows?.some(({ sample }) => sample) ?? false}
          origin={origin}
          menu={[
            valueFileEntries(worths ? { file: "timeseries.aggregate", query: request } : null),
          ]}
          // The table below has the same numbers, each with its explanation.
          legend="none"
          controls={
            <SegmentedControl label="By" segments={fields} value={field} onChange={setField} />
          }
        />
      )}
      <SplitTable
        title={`Loans by ${by}`}
        lead={`Outstanding principal, end of day UTC.${newestText(worths)}${rest}`}
        one={one}
        members="Loans"
        rows={rows}
        explained={(row, on) => explainedMembers(slugs.activeLoans, row, on, "loan")}
        whole={explainedAll(outstandingQuery)}
        answers={answers}
        origin={origin}
      />
    </>
  );
}
