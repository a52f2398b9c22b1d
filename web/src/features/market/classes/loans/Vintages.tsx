import { useState } from "react";
import { newestText } from "@/charts/data/largest";
import { explainedMembership, explainedShare, partOf } from "@/charts/explained/explainedMade";
import { requestOf } from "@/charts/queries/aggregateQuery";
import { loansOf, slugs } from "@/charts/queries/measures";
import { TableFile } from "@/components/tableFile/TableFile";
import { SampleTag } from "@/components/ui/Badge";
import { Count, Money } from "@/components/ui/Figure";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { type Day, lastDay } from "@/lib/dates/day";
import { failureOf } from "@/lists/AssetTable";
import { CardTable } from "@/lists/table/CardTable";
import { ShareBar } from "@/lists/table/ShareBar";
import { ExplainNumber } from "@/records/ExplainNumber";
import { mostApart, useLargest } from "../../rankings/useLargest";
import { explainedMembers } from "../explainedMembers";
import { useLoansOf } from "../useMembers";
import { noLoans, type Vintage, type VintageStep, vintageSteps, vintagesOf } from "./loanVintages";

const amounts = [
  { id: "originated", header: "Originated", measure: slugs.originated },
  { id: "outstanding", header: "Outstanding", measure: slugs.activeLoans },
  { id: "defaulted", header: "In default", measure: slugs.defaulted },
] as const;

const title = "Vintages";

function useVintages(step: VintageStep) {
  const to = lastDay();
  const by = { by: "token", limit: mostApart } as const;
  const requestFor = (measure: string) => requestOf(loansOf(measure), { from: to, to }, by);
  const { answers, origin, rest } = useLargest(requestFor(slugs.originated), [
    requestFor(slugs.activeLoans),
    requestFor(slugs.defaulted),
  ]);
  const [originated, outstanding, defaulted] = answers.map(({ data }) => data);
  const { catalog, loans } = useLoansOf(originated);
  const known = originated && outstanding && defaulted && loans;
  const rows = known && vintagesOf(loans, { originated, outstanding, defaulted }, step);
  return { rows, originated, rest, to, origin, answers: [...answers, catalog] };
}

type Lending = Omit<Vintage, "key" | "sample">;

type LentProps = { of: Lending; amount: (typeof amounts)[number]; to: Day };

/** An amount of the loans of one vintage. */
function Lent({ of, amount: { id, header, measure }, to }: LentProps) {
  const number = of[id] === null ? null : explainedMembers(measure, of, to, "loan");
  return (
    <ExplainNumber number={number} label={`${header}, ${of.name}`}>
      <Money value={of[id]} column="millions" reason="Not available" />
    </ExplainNumber>
  );
}

/** The share of originations that is in default. */
function Rate({ of, worst, to }: { of: Lending; worst: number; to: Day }) {
  const [lent, , failed] = amounts.map(({ id, header, measure }) => {
    const number = explainedMembers(measure, of, to, "loan");
    return number && partOf(header, of[id], number);
  });
  const number =
    of.rate === null || !lent || !failed ? null : explainedShare(of.name, failed, lent, of.rate);
  return (
    <ExplainNumber number={number} label={`Default rate, ${of.name}`}>
      <ShareBar share={of.rate} largest={worst} reason="Not available" />
    </ExplainNumber>
  );
}

function countOf(of: Lending, to: Day) {
  const [{ header, measure }] = amounts;
  const number = explainedMembers(measure, of, to, "loan");
  return (
    number && explainedMembership(of.name, partOf(header, of.originated, number), of.of.length)
  );
}

function total(rows: ReadonlyArray<Vintage>, id: (typeof amounts)[number]["id"]): number | null {
  const known = rows.flatMap((row) => row[id] ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function allOf(rows: ReadonlyArray<Vintage>): Lending {
  const [originated, defaulted] = [total(rows, "originated"), total(rows, "defaulted")];
  const rate = originated && defaulted !== null ? defaulted / originated : null;
  const of = rows.flatMap((row) => row.of);
  return { name: "All", of, originated, outstanding: total(rows, "outstanding"), defaulted, rate };
}

/** Loans by when they were made: what was lent, what is still owed, and what of it is in default. */
export function Vintages() {
  const [step, setStep] = useState<VintageStep>("year");
  const { rows, originated, rest, to, origin, answers } = useVintages(step);
  const shown = rows ?? [];
  const worst = Math.max(0, ...shown.map(({ rate }) => rate ?? 0));
  const all = allOf(shown);
  return (
    <CardTable
      title={title}
      lead={`Loans by origination date, end of day UTC. The default rate is the principal in default as a share of the principal originated in that period.${newestText(originated)}${rest}`}
      beside={
        <>
          {shown.some(({ sample }) => sample) && <SampleTag />}
          <SegmentedControl label="By" segments={vintageSteps} value={step} onChange={setStep} />
          <TableFile
            title={`${title} by ${step}`}
            rows={rows}
            sampleOf={({ sample }) => sample}
            origin={origin}
            columns={[
              { name: step, value: ({ key }) => key },
              { name: "loans", value: ({ of }) => of.length },
              { name: "originated_dollar", value: (row) => row.originated },
              { name: "outstanding_dollar", value: ({ outstanding }) => outstanding },
              { name: "defaulted_dollar", value: (row) => row.defaulted },
              { name: "default_rate", value: ({ rate }) => rate },
            ]}
          />
        </>
      }
      columns={[
        { id: "vintage", header: "Vintage", kind: "text", cell: ({ name }) => name, total: "All" },
        {
          id: "loans",
          header: "Loans",
          kind: "number",
          wideOnly: true,
          cell: (row) => (
            <ExplainNumber number={countOf(row, to)} label={`Loans, ${row.name}`}>
              <Count value={row.of.length} full />
            </ExplainNumber>
          ),
          total: (
            <ExplainNumber number={countOf(all, to)} label="Loans, all">
              <Count value={all.of.length} full />
            </ExplainNumber>
          ),
        },
        ...amounts.map((amount) => ({
          id: amount.id,
          header: amount.header,
          unit: "US$ m",
          kind: "money" as const,
          wideOnly: amount.id === "outstanding",
          cell: (row: Vintage) => <Lent of={row} amount={amount} to={to} />,
          total: <Lent of={all} amount={amount} to={to} />,
        })),
        {
          id: "default_rate",
          header: "Default rate",
          kind: "share",
          cell: (row) => <Rate of={row} worst={worst} to={to} />,
          total: <Rate of={all} worst={worst} to={to} />,
        },
      ]}
      rows={rows}
      facts={{ id: ({ key }) => key, name: ({ name }) => name, sample: ({ sample }) => sample }}
      empty={noLoans}
      {...failureOf(answers)}
    />
  );
}
