import { useState } from "react";
import { mostChartGroups } from "@/api/contract";
import type { Explained } from "@/app-state/explained";
import { newestText } from "@/charts/data/largest";
import { type ExplainedPart, explainedMembership, partOf } from "@/charts/explained/explainedMade";
import { requestOf } from "@/charts/queries/aggregateQuery";
import { loansOf, slugs } from "@/charts/queries/measures";
import { TableFile } from "@/components/tableFile/TableFile";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { SampleTag } from "@/components/ui/marks/Badge";
import { Count, Money, Percent } from "@/components/ui/text/Figure";
import { type Day, lastDay } from "@/lib/dates/day";
import { sumOfKnown } from "@/lib/exactSum";
import { formatPercent } from "@/lib/format";
import { failureOf } from "@/lists/AssetTable";
import { CardTable } from "@/lists/table/CardTable";
import { ShareBar } from "@/lists/table/ShareBar";
import { ExplainNumber } from "@/records/ExplainNumber";
import { useLargest } from "../../rankings/useLargest";
import { explainedMembers } from "../explainedMembers";
import { useLoansOf } from "../useMembers";
import {
  noLoans,
  type Vintage,
  type VintageAmount,
  type VintageStep,
  vintageRates,
  vintageSteps,
  vintagesOf,
} from "./loanVintages";

const amounts = [
  { id: "originated", header: "Originated", measure: slugs.originated },
  { id: "outstanding", header: "Outstanding", measure: slugs.activeLoans },
  { id: "defaulted", header: "In default", measure: slugs.defaulted },
  { id: "everDefaulted", header: "Cumulative defaults", measure: slugs.everDefaulted },
  { id: "recovered", header: "Recovered", measure: slugs.recovered },
  { id: "writtenOff", header: "Written off", measure: slugs.writtenOff },
] as const satisfies ReadonlyArray<{ id: VintageAmount; header: string; measure: string }>;

/** Shares of an amount, and the amount or amounts of which they are shares. */
const rates = [
  { id: "rate", header: "Default rate", part: "defaulted", whole: ["originated"] },
  { id: "everRate", header: "Cumulative", part: "everDefaulted", whole: ["originated"] },
  { id: "loss", header: "LGD", part: "writtenOff", whole: ["recovered", "writtenOff"] },
] as const satisfies ReadonlyArray<{
  id: keyof ReturnType<typeof vintageRates>;
  header: string;
  part: VintageAmount;
  whole: ReadonlyArray<VintageAmount>;
}>;

const title = "Vintages";

function useVintages(step: VintageStep) {
  const to = lastDay();
  const by = { by: "token", limit: mostChartGroups } as const;
  const requestFor = (measure: string) => requestOf(loansOf(measure), { from: to, to }, by);
  const [first, ...others] = amounts;
  const { answers, origin, rest } = useLargest(
    requestFor(first.measure),
    others.map(({ measure }) => requestFor(measure)),
  );
  const [originated, outstanding, defaulted, everDefaulted, recovered, writtenOff] = answers.map(
    ({ data }) => data,
  );
  const { catalog, loans } = useLoansOf(originated);
  const rows =
    originated && outstanding && defaulted && everDefaulted && recovered && writtenOff && loans
      ? vintagesOf(
          loans,
          { originated, outstanding, defaulted, everDefaulted, recovered, writtenOff },
          step,
        )
      : undefined;
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

function explainedAmount(of: Lending, amount: VintageAmount, to: Day): ExplainedPart | null {
  const known = amounts.find(({ id }) => id === amount);
  const number = known && explainedMembers(known.measure, of, to, "loan");
  return known && number ? partOf(known.header, of[amount], number) : null;
}

type RateProps = { of: Lending; rate: (typeof rates)[number]; largest: number; to: Day };

/** A share of the loans of one vintage. */
function Rate({ of, rate: { id, header, part, whole }, largest, to }: RateProps) {
  const share = of[id];
  const inputs = [part, ...whole.filter((one) => one !== part)].flatMap(
    (amount) => explainedAmount(of, amount, to) ?? [],
  );
  const number: Explained | null =
    share === null
      ? null
      : {
          kind: "several",
          name: `${header}, ${of.name}`,
          items: inputs,
          method:
            whole.length > 1
              ? "The first input divided by the sum of both."
              : "The first input divided by the second.",
          figure: formatPercent(share, 4),
        };
  return (
    <ExplainNumber number={number} label={`${header}, ${of.name}`}>
      {id === "loss" ? (
        <Percent value={share} reason="Nothing recovered or written off" />
      ) : (
        <ShareBar share={share} largest={largest} reason="Not available" />
      )}
    </ExplainNumber>
  );
}

function countOf(of: Lending, to: Day) {
  const sum = explainedAmount(of, "originated", to);
  return sum && explainedMembership(of.name, sum, of.of.length);
}

function total(rows: ReadonlyArray<Vintage>, id: VintageAmount): number | null {
  return sumOfKnown(rows.map((row) => row[id]));
}

function allOf(rows: ReadonlyArray<Vintage>): Lending {
  const sums = {
    originated: total(rows, "originated"),
    outstanding: total(rows, "outstanding"),
    defaulted: total(rows, "defaulted"),
    everDefaulted: total(rows, "everDefaulted"),
    recovered: total(rows, "recovered"),
    writtenOff: total(rows, "writtenOff"),
  };
  return { name: "All", of: rows.flatMap((row) => row.of), ...sums, ...vintageRates(sums) };
}

/** Loans by when they were made: what was lent, what is outstanding, and what became of defaults. */
export function Vintages() {
  const [step, setStep] = useState<VintageStep>("year");
  const { rows, originated, rest, to, origin, answers } = useVintages(step);
  const shown = rows ?? [];
  const all = allOf(shown);
  return (
    <CardTable
      title={title}
      lead={`Loans by origination date, end of day UTC. Principal in default today, and principal that ever went into default, as shares of the principal originated in that period. LGD (loss given default) is the share written off, of what was recovered or written off.${newestText(originated)}${rest}`}
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
              { name: "cumulative_defaulted_dollar", value: (row) => row.everDefaulted },
              { name: "cumulative_recovered_dollar", value: (row) => row.recovered },
              { name: "cumulative_written_off_dollar", value: (row) => row.writtenOff },
              { name: "default_rate", value: ({ rate }) => rate },
              { name: "cumulative_default_rate", value: ({ everRate }) => everRate },
              { name: "loss_given_default", value: ({ loss }) => loss },
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
          wideOnly: amount.id !== "originated",
          cell: (row: Vintage) => <Lent of={row} amount={amount} to={to} />,
          total: <Lent of={all} amount={amount} to={to} />,
        })),
        ...rates.map((rate) => {
          const largest = Math.max(0, ...shown.map((row) => row[rate.id] ?? 0));
          return {
            id: `${rate.id}_share`,
            header: rate.header,
            kind: "share" as const,
            wideOnly: rate.id === "loss",
            cell: (row: Vintage) => <Rate of={row} rate={rate} largest={largest} to={to} />,
            total: <Rate of={all} rate={rate} largest={largest} to={to} />,
          };
        }),
      ]}
      rows={rows}
      facts={{ id: ({ key }) => key, name: ({ name }) => name, sample: ({ sample }) => sample }}
      empty={noLoans}
      {...failureOf(answers)}
    />
  );
}
