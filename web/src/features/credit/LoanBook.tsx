import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { every, where } from "@/api/listQuery";
import { TableFile } from "@/components/tableFile/TableFile";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Count } from "@/components/ui/text/Figure";
import { CardTable } from "@/lists/table/CardTable";
import { ShareBar } from "@/lists/table/ShareBar";
import { Explainable } from "@/records/FactNumber";
import { explainedLoanShare, explainedOutstanding, type LoanTotals } from "./explainedLoans";
import { type LoanDimension, loanDimensions, loanGroups, loansOrigin } from "./loanDimensions";

const title = "Loan book";

/** The outstanding principal of all loans, by status, sector, collateral, region or year of maturity. */
export function LoanBook() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [part, setPart] = useState<LoanDimension>("status");
  const currencies = useQuery(
    trpc.loans.aggregate.queryOptions({ aggregate: { groupBy: "currency" } }),
  );
  // Amounts in several currencies are not additive: the sums are of the most frequent currency.
  const currency = currencies.data?.results[0]?.group ?? null;
  const ofCurrency = where("currency", "equals", currency);
  const by = { groupBy: part, ...(part === "ends_on" && { interval: "year" as const }) };
  const sum = { aggregateFunction: "sum", field: "outstanding_amount" } as const;
  const enabled = currency !== null;
  const groups = useQuery(
    trpc.loans.aggregate.queryOptions(
      { filter: ofCurrency, aggregate: { ...by, ...sum } },
      { enabled },
    ),
  );
  const samples = useQuery(
    trpc.loans.aggregate.queryOptions(
      { filter: every([ofCurrency, where("is_sample", "equals", true)]), aggregate: by },
      { enabled },
    ),
  );
  const origin = async () => {
    const query = { aggregate: { groupBy: "licence" } };
    const answer = await client.fetchQuery(trpc.loans.aggregate.queryOptions(query));
    return loansOrigin(answer);
  };
  const nothing = currencies.data && currency === null;
  const book = nothing
    ? { rows: [], count: 0, outstanding: 0 }
    : groups.data && samples.data && loanGroups(part, groups.data, samples.data);
  const largest = Math.max(0, ...(book?.rows ?? []).map(({ share }) => share ?? 0));
  const explained = (of: LoanTotals) => explainedOutstanding(of, currency);
  const all = explained({
    name: "All",
    count: book?.count ?? 0,
    outstanding: book?.outstanding ?? null,
  });
  const hasSample = book?.rows.some(({ sample }) => sample) ?? false;
  const answers = [currencies, groups, samples];
  const error = answers.find((answer) => answer.error)?.error ?? null;
  const head = loanDimensions.find(({ value }) => value === part)?.label ?? "";
  const lead = `Outstanding principal${currency === null ? "" : ` of loans in ${currency}`}, according to the catalog.`;
  return (
    <CardTable
      title={title}
      lead={lead}
      beside={
        <>
          {hasSample && <SampleTag />}
          <SegmentedControl label="By" segments={loanDimensions} value={part} onChange={setPart} />
          <TableFile
            title={`${title} by ${head.toLowerCase()}`}
            about={lead}
            rows={book?.rows}
            sampleOf={({ sample }) => sample}
            origin={origin}
            columns={[
              { name: part === "ends_on" ? "year" : part, value: ({ name }) => name },
              { name: "loans", value: ({ count }) => count },
              {
                name: `outstanding_${String(currency).toLowerCase()}`,
                value: (row) => row.outstanding,
              },
              { name: "share", value: ({ share }) => share },
            ]}
          />
        </>
      }
      columns={[
        {
          id: "group",
          header: head,
          kind: "text",
          cell: ({ name }) => <bdi>{name}</bdi>,
          total: "All",
        },
        {
          id: "loans",
          header: "Loans",
          kind: "number",
          cell: (row) => (
            <Explainable number={explained(row).count} label={`Loans, ${row.name}`}>
              <Count value={row.count} full />
            </Explainable>
          ),
          total: (
            <Explainable number={all.count} label="Loans, all">
              <Count value={book?.count ?? null} full />
            </Explainable>
          ),
        },
        {
          id: "outstanding",
          header: "Outstanding",
          ...(currency !== null && { unit: String(currency) }),
          kind: "money",
          cell: (row) => (
            <Explainable number={explained(row).amount} label={`Outstanding, ${row.name}`}>
              <Count value={row.outstanding} full reason="Nothing drawn yet" />
            </Explainable>
          ),
          total: (
            <Explainable number={all.amount} label="Outstanding, all">
              <Count value={book?.outstanding ?? null} full />
            </Explainable>
          ),
        },
        {
          id: "share",
          header: "Share",
          kind: "share",
          cell: (row) => (
            <Explainable
              number={explainedLoanShare(row, explained(row).amount, all.amount, hasSample)}
              label={`Share, ${row.name}`}
            >
              <ShareBar share={row.share} largest={largest} reason="Nothing drawn yet" />
            </Explainable>
          ),
        },
      ]}
      rows={book?.rows}
      facts={{ id: ({ id }) => id, name: ({ name }) => name, sample: ({ sample }) => sample }}
      failure={error && describeFailure(error)}
      onRetry={() => {
        for (const answer of answers) if (answer.error) void answer.refetch();
      }}
      empty={{
        title: "No loans yet",
        text: "Loans appear after the first import of the catalog.",
      }}
    />
  );
}
