import {
  type GetAggregateResponse,
  type LatestValue,
  mostChartGroups,
  type SeriesKey,
} from "@/api/contract";
import { useLatest } from "@/api/series";
import { newestText } from "@/charts/data/tableNotes";
import { benchmarkKey } from "@/charts/figures/useReferences";
import { useNamesLoad } from "@/charts/measures/names";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { assetsOf, slugs } from "@/charts/queries/measures";
import { Starred } from "@/components/ui/marks/Starred";
import { Change, Money, Percent } from "@/components/ui/text/Figure";
import { type Day, lastDay } from "@/lib/dates/day";
import { formatDay, formatYield, percentOf } from "@/lib/format";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { onDay, qualifierLabel } from "@/lib/format/qualifiers";
import {
  simpleWeekYield,
  simpleYield,
  simpleYieldField,
  yieldConventions,
} from "@/lib/format/yieldConventions";
import { AssetTable } from "@/lists/AssetTable";
import type { CardColumn } from "@/lists/table/CardTable";
import { ExplainNumber } from "@/records/ExplainNumber";
import { benchmarks } from "../markets/benchmarks";
import { explainedAsset, explainedFee, explainedOver } from "./explainedRow";
import { newestMarks } from "./rowQualifiers";
import { useLargest } from "./useLargest";
import { YieldScatter } from "./YieldScatter";
import { type FundYield, fundYields, newestValues } from "./yields";

const billKey = benchmarkKey(benchmarks.bill3m);

/** The yield of a bill, after the description of the table. */
function Paid({ bill }: { bill: LatestValue | undefined }) {
  if (!bill?.date || bill.value === null) return null;
  const number = { kind: "series" as const, key: billKey, date: bill.date };
  return (
    <>
      {" "}
      The 3-month Treasury bill stood at{" "}
      <ExplainNumber number={number} label="3-month Treasury bill">
        {formatYield(bill.value)}
      </ExplainNumber>{" "}
      on {formatDay(bill.date)}
      {bill.is_stale ? ", when its series ends: the yields of that day are compared with it." : "."}
    </>
  );
}

/** By how much yields are above the rate of a bill: on the day of an old rate, or the newest of both. */
function overBill(
  bill: { key: SeriesKey; paid: number; sample: boolean },
  yields: GetAggregateResponse,
  on: Day | null,
): CardColumn<FundYield> {
  const [weeks, marks] = [newestValues(yields), newestMarks(yields)];
  const weekOf = (key: string) => weeks.get(key) ?? null;
  return {
    id: "over_bill",
    header: "Over 3-month bill",
    ...(on && { unit: formatDay(on) }),
    kind: "change",
    wideOnly: true,
    file: {
      name: `over_3_month_bill_${on ? `on_${on}_` : ""}percentage_points`,
      value: ({ key }) => {
        const week = weekOf(key);
        return week === null ? null : percentOf(week - bill.paid);
      },
      mark: ({ key }) => (on ? onDay(marks.get(key), on) : marks.get(key)),
    },
    cell: ({ key, name, sample }) => {
      const week = weekOf(key);
      return (
        <Starred reason={week === null ? null : qualifierLabel(marks.get(key))}>
          <ExplainNumber
            number={week === null ? null : explainedOver({ key, name, week, sample }, bill, on)}
            label={`${name} over 3-month bill`}
          >
            <Change
              value={week === null ? null : week - bill.paid}
              points="rate"
              reason="No two values 7 days apart"
            />
          </ExplainNumber>
        </Starred>
      );
    },
  };
}

/** The yields of the largest funds, beside their management fees and the yield of a bill. */
export function YieldCard({ market }: { market: Market }) {
  const by = { by: "asset", limit: mostChartGroups } as const;
  const requestFor = (measure: string, day = lastDay()) =>
    requestOf(assetsOf(market.group, measure), { from: day, to: day }, by);
  const bill = useLatest({ keys: [billKey] }).data?.results[0];
  const paid = bill?.value ?? null;
  // An old rate of a bill is compared with the yields of its day, not with current ones.
  const billDay = bill?.is_stale ? bill.date : null;
  const { answers, origin, rest } = useLargest(requestFor(slugs.value), [
    requestFor(slugs.weekYield),
    requestFor(slugs.monthYield),
    ...(billDay === null ? [] : [requestFor(slugs.weekYield, billDay)]),
  ]);
  const [worths, weeks, months, ofBillDay] = answers;
  const compared = billDay === null ? weeks?.data : ofBillDay?.data;
  // Without a record its fee is not known, which is not the same as not disclosed.
  const { answer: records } = useNamesLoad(
    "assets",
    (weeks?.data?.groups ?? []).map(({ key }) => key),
  );
  const rows =
    weeks?.data && months?.data && worths?.data && records.data
      ? fundYields(weeks.data, months.data, worths.data, records.data)
      : undefined;
  const yields = compared && newestValues(compared);
  // A column that would be empty in every row is left out.
  const isComparable = rows?.some(({ key }) => (yields?.get(key) ?? null) !== null) ?? false;
  return (
    <>
      <AssetTable
        title="Yields and fees"
        lead={
          <>
            Yields {yieldConventions.simple}. Fees as recorded in the catalog.
            {newestText(weeks?.data)}
            {rest}
            <Paid bill={bill} />
          </>
        }
        classSlug={market.group ?? ""}
        answers={[...answers, records]}
        origin={origin}
        rows={rows}
        empty={{
          title: "No net asset values available",
          text: "Net asset values appear after the first import.",
        }}
        columns={[
          {
            id: "value",
            header: "Value",
            unit: "US$ m",
            kind: "money",
            file: {
              name: "value_dollar",
              value: ({ value }) => value,
              mark: ({ marks }) => marks.value,
            },
            cell: ({ key, name, value, marks }) => (
              <Starred reason={qualifierLabel(marks.value)}>
                <ExplainNumber number={explainedAsset(key, name, slugs.value)} label={name}>
                  <Money value={value} column="millions" reason="Not available" />
                </ExplainNumber>
              </Starred>
            ),
          },
          {
            id: "yield_7d",
            header: "7-day yield",
            ...simpleWeekYield,
            kind: "share",
            file: {
              name: simpleYieldField("yield_7d"),
              value: ({ week }) => week,
              mark: ({ marks }) => marks.week,
            },
            cell: ({ key, name, week, marks }) => (
              <Starred reason={qualifierLabel(marks.week)}>
                <ExplainNumber number={explainedAsset(key, name, slugs.weekYield)} label={name}>
                  <Percent value={week} places={2} reason="No two values 7 days apart" />
                </ExplainNumber>
              </Starred>
            ),
          },
          {
            id: "yield_30d",
            header: "30-day yield",
            ...simpleYield,
            kind: "share",
            file: {
              name: simpleYieldField("yield_30d"),
              value: ({ month }) => month,
              mark: ({ marks }) => marks.month,
            },
            cell: ({ key, name, month, marks }) => (
              <Starred reason={qualifierLabel(marks.month)}>
                <ExplainNumber number={explainedAsset(key, name, slugs.monthYield)} label={name}>
                  <Percent value={month} places={2} reason="No two values 30 days apart" />
                </ExplainNumber>
              </Starred>
            ),
          },
          ...(bill === undefined || paid === null || !compared || !isComparable
            ? []
            : [overBill({ key: billKey, paid, sample: bill.is_sample }, compared, billDay)]),
          {
            id: "management_fee",
            header: "Management fee",
            kind: "share",
            wideOnly: true,
            file: { name: "management_fee", value: ({ fee }) => fee },
            cell: ({ key, name, fee }) => (
              <ExplainNumber
                number={fee === null ? null : explainedFee(key, name)}
                label={`${name} management fee`}
              >
                <Percent value={fee} places={2} reason={notDisclosed} />
              </ExplainNumber>
            ),
          },
        ]}
      />
      <YieldScatter funds={rows ?? []} origin={origin} />
    </>
  );
}
