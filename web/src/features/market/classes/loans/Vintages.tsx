import { mostChartGroups } from "@/api/contract";
import type { NumberKey } from "@/app-state/numberExplanation";
import { newestText } from "@/charts/data/tableNotes";
import { explainedMembership, type NumberPart, partOf } from "@/charts/explanation/numberParts";
import { requestOf } from "@/charts/queries/aggregateQuery";
import { loansOf, slugs } from "@/charts/queries/measures";
import { TableFile } from "@/components/tableFile/TableFile";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import { Count, Money, Percent } from "@/components/ui/text/Figure";
import { type Day, lastDay } from "@/lib/dates/day";
import { formatPercent } from "@/lib/format";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { failureOf } from "@/lists/AssetTable";
import { type CardColumn, CardTable } from "@/lists/table/CardTable";
import { ShareBar } from "@/lists/table/ShareBar";
import { ExplainNumber } from "@/records/ExplainNumber";
import { explainedMembers } from "../explainedMembers";
import { useCatalogLoans, useLoanAnswers } from "./loanAnswers";
import {
  type Lending,
  noLoans,
  type Vintage,
  type VintageAmount,
  type VintageRate,
  type VintageStep,
  vintageSteps,
  vintagesOf,
} from "./loanVintages";
import { useVintageStep } from "./useVintageStep";

const amounts = [
  { id: "originated", header: "Originated", measure: slugs.originated },
  { id: "outstanding", header: "Outstanding", measure: slugs.activeLoans },
  { id: "defaulted", header: "In default", measure: slugs.defaulted },
  { id: "everDefaulted", header: "Cumulative defaults", measure: slugs.everDefaulted },
  { id: "recovered", header: "Recovered", measure: slugs.recovered },
  { id: "writtenOff", header: "Written off", measure: slugs.writtenOff },
] as const satisfies ReadonlyArray<{ id: VintageAmount; header: string; measure: string }>;

/** Shares of an amount, and what it is a share of. */
const rates = [
  { id: "rate", header: "Default rate", inputs: ["defaulted", "originated"] },
  { id: "everRate", header: "Cumulative", inputs: ["everDefaulted", "originated"] },
  { id: "loss", header: "LGD", inputs: ["writtenOff", "recovered"] },
] as const satisfies ReadonlyArray<{
  id: VintageRate;
  header: string;
  inputs: ReadonlyArray<VintageAmount>;
}>;

/** Their columns in files. */
const fields: Readonly<Record<VintageAmount | VintageRate, string>> = {
  originated: "originated_dollar",
  outstanding: "outstanding_dollar",
  defaulted: "defaulted_dollar",
  everDefaulted: "cumulative_defaulted_dollar",
  recovered: "cumulative_recovered_dollar",
  writtenOff: "cumulative_written_off_dollar",
  rate: "default_rate",
  everRate: "cumulative_default_rate",
  loss: "loss_given_default",
};

const title = "Vintages";

function useVintages(step: VintageStep) {
  const to = lastDay();
  const by = { by: "token", limit: mostChartGroups } as const;
  const { catalog, loans, rest } = useCatalogLoans();
  const { whole, answers, origin } = useLoanAnswers(
    amounts.map(({ measure }) => requestOf(loansOf(measure), { from: to, to }, by)),
    loans,
  );
  const [originated, outstanding, defaulted, everDefaulted, recovered, writtenOff] = whole;
  const vintages =
    originated && outstanding && defaulted && everDefaulted && recovered && writtenOff && loans
      ? vintagesOf(
          loans,
          { originated, outstanding, defaulted, everDefaulted, recovered, writtenOff },
          step,
        )
      : undefined;
  return { ...vintages, originated, rest, to, origin, answers: [...answers, catalog] };
}

type NamedLending = Lending & { name: string; sample: boolean };

type LentProps = { of: NamedLending; amount: (typeof amounts)[number]; to: Day };

/** An amount of the loans of one vintage. */
function Lent({ of, amount: { id, header, measure }, to }: LentProps) {
  const value = of.amounts[id];
  const number = value === null ? null : explainedMembers(measure, of, to, "loan");
  return (
    <Starred reason={qualifierLabel(of.marks[id])}>
      <ExplainNumber number={number} label={`${header}, ${of.name}`}>
        <Money value={value} column="millions" reason="Not available" />
      </ExplainNumber>
    </Starred>
  );
}

type Input = Pick<NamedLending, "name" | "of" | "amounts" | "sample">;

function explainedAmount(of: Input, amount: VintageAmount, to: Day): NumberPart | null {
  const known = amounts.find(({ id }) => id === amount);
  const number = known && explainedMembers(known.measure, of, to, "loan");
  return known && number ? partOf(known.header, of.amounts[amount], number, of.sample) : null;
}

type RateProps = { of: NamedLending; rate: (typeof rates)[number]; largest: number; to: Day };

/** A share of the loans of one vintage. */
function Rate({ of, rate: { id, header, inputs }, largest, to }: RateProps) {
  const { share, of: known, amounts: sums, mark } = of.rates[id];
  const input = { name: of.name, of: known, amounts: sums, sample: of.sample };
  const items = inputs.flatMap((amount) => explainedAmount(input, amount, to) ?? []);
  const unknown = of.of.length - known.length;
  const method =
    id === "loss"
      ? "The first input divided by the sum of both."
      : "The first input divided by the second.";
  const number: NumberKey | null =
    share === null || items.length < inputs.length
      ? null
      : {
          kind: "several",
          name: `${header}, ${of.name}`,
          items,
          method:
            unknown === 0
              ? method
              : `${method} Excludes ${unknown} of ${of.of.length} loans, for which an input is not available or defaults exceed the principal originated.`,
          figure: formatPercent(share, 4),
        };
  return (
    <Starred reason={qualifierLabel(mark)}>
      <ExplainNumber number={number} label={`${header}, ${of.name}`}>
        {id === "loss" ? (
          <Percent value={share} reason="Nothing recovered or written off" />
        ) : (
          <ShareBar share={share} largest={largest} reason="Not available" />
        )}
      </ExplainNumber>
    </Starred>
  );
}

function countOf(of: NamedLending, to: Day) {
  const sum = explainedAmount(of, "originated", to);
  return sum && explainedMembership(of.name, sum, of.of.length);
}

/** How much of what was lent the rates cover, unless they cover all of it. */
function coverageColumn(
  rows: ReadonlyArray<Vintage>,
  all: Lending,
): ReadonlyArray<CardColumn<Vintage>> {
  if (rows.every(({ coverage }) => coverage === 1)) return [];
  const share = (coverage: number | null) => (
    <Percent value={coverage} places={1} reason="Not available" />
  );
  return [
    {
      id: "coverage",
      header: "Coverage",
      kind: "share",
      description: "Share of the principal originated that the default rates cover",
      wideOnly: true,
      cell: (row) => share(row.coverage),
      total: share(all.coverage),
    },
  ];
}

/** Loans by origination date: principal originated and outstanding, defaults and recoveries. */
export function Vintages() {
  const [step, setStep] = useVintageStep();
  const { rows, all: together, originated, rest, to, origin, answers } = useVintages(step);
  const shown = rows ?? [];
  const hasSample = shown.some(({ sample }) => sample);
  const all = together && { ...together, name: "All", sample: hasSample };
  return (
    <CardTable
      title={title}
      lead={`Loans by origination date, end of day UTC. Principal in default today, and principal that ever went into default, as shares of the principal originated in that period. The rates exclude loans whose defaults are not known or exceed the principal originated. LGD (loss given default) is write-offs as a share of the defaulted principal that was recovered or written off.${newestText(originated)}${rest}`}
      beside={
        <>
          {hasSample && <SampleTag />}
          <SegmentedControl label="By" segments={vintageSteps} value={step} onChange={setStep} />
          <TableFile
            title={`${title} by ${step}`}
            rows={rows}
            sampleOf={({ sample }) => sample}
            origin={origin}
            columns={[
              { name: step, value: ({ key }) => key },
              { name: "loans", value: ({ of }) => of.length },
              ...amounts.map(({ id }) => ({
                name: fields[id],
                value: (row: Vintage) => row.amounts[id],
                mark: (row: Vintage) => row.marks[id],
              })),
              ...rates.map(({ id }) => ({
                name: fields[id],
                value: (row: Vintage) => row.rates[id].share,
                mark: (row: Vintage) => row.rates[id].mark,
              })),
              { name: "default_rate_coverage", value: ({ coverage }) => coverage },
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
          total: all && (
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
          wideOnly: amount.id !== "originated",
          cell: (row: Vintage) => <Lent of={row} amount={amount} to={to} />,
          total: all && <Lent of={all} amount={amount} to={to} />,
        })),
        ...rates.map((rate) => {
          const largest = Math.max(0, ...shown.map((row) => row.rates[rate.id].share ?? 0));
          return {
            id: `${rate.id}_share`,
            header: rate.header,
            kind: "share" as const,
            wideOnly: rate.id === "loss",
            cell: (row: Vintage) => <Rate of={row} rate={rate} largest={largest} to={to} />,
            total: all && <Rate of={all} rate={rate} largest={largest} to={to} />,
          };
        }),
        ...(all ? coverageColumn(shown, all) : []),
      ]}
      rows={rows}
      facts={{ id: ({ key }) => key, name: ({ name }) => name, sample: ({ sample }) => sample }}
      empty={noLoans}
      {...failureOf(answers)}
    />
  );
}
