import { useAggregates, useLatest } from "@/api/series";
import type { NumberKey } from "@/app-state/numberExplanation";
import { truncationNote } from "@/charts/data/tableNotes";
import { useOrigins } from "@/charts/data/useOrigin";
import { useNames } from "@/charts/measures/names";
import { requestOf } from "@/charts/queries/aggregateQuery";
import type { Market } from "@/charts/queries/market";
import { assetsOf, slugs } from "@/charts/queries/measures";
import { Pill } from "@/components/ui/marks/Pill";
import { Starred } from "@/components/ui/marks/Starred";
import { Count, DateText, Money, Price } from "@/components/ui/text/Figure";
import { lastDay } from "@/lib/dates/day";
import { formatAmountExact, formatDay, formatPriceExact } from "@/lib/format";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { AssetTable } from "@/lists/AssetTable";
import { ExplainNumber } from "@/records/ExplainNumber";
import { explainedAsset } from "../rankings/explainedRow";
import { type NavAge, navAges } from "./splits";

/** Few enough for one request. */
const most = 40;
/** The least age for which a bar is as long as its column. */
const longestDays = 30;

function explainedNav({ key, date }: NavAge): NumberKey {
  const series = { subject_kind: "asset" as const, subject_slug: key };
  const navKey = { ...series, measure: slugs.netAssetValue };
  return { kind: "series", key: navKey, ...(date !== null && { date }) };
}

function Days({ row }: { row: NavAge }) {
  const { name, nav, date, days, sample } = row;
  const figure = nav === null ? "withheld" : formatPriceExact(nav);
  const number: NumberKey = {
    kind: "several",
    name: `Age of the NAV of ${name}`,
    items: [{ name: formatDay(date ?? ""), figure, number: explainedNav(row), sample }],
    method: "Days from that date to today, UTC.",
    figure: days === 1 ? "1 day" : `${formatAmountExact(days)} days`,
  };
  return (
    <ExplainNumber number={number} label={`NAV age of ${name}`}>
      <Count value={days} full />
    </ExplainNumber>
  );
}

/** How old the newest net asset values of funds are. */
export function NavAges({ market }: { market: Market }) {
  const to = lastDay();
  const by = { by: "asset", limit: most } as const;
  const requestFor = (measure: string) =>
    requestOf(assetsOf(market.group, measure), { from: to, to }, by);
  const worth = requestFor(slugs.value);
  const answers = useAggregates([worth]);
  const worths = answers[0]?.data;
  const origin = useOrigins([worth, requestFor(slugs.netAssetValue)], [worths]);
  const keys = (worths?.groups ?? []).flatMap(({ key }) => key ?? []);
  const latest = useLatest({
    keys: keys.map((slug) => ({
      subject_kind: "asset",
      subject_slug: slug,
      measure: slugs.netAssetValue,
    })),
  });
  const names = useNames("assets", keys);
  const values = keys.length === 0 ? [] : latest.data?.results;
  const rows = worths && values ? navAges(values, worths, names) : undefined;
  const oldest = Math.max(longestDays, ...(rows ?? []).map(({ days }) => days));
  return (
    <AssetTable
      title="Age of net asset values"
      lead={`Latest NAV published by each fund, oldest first. Funds with monthly valuation can have older values without being late.${truncationNote(worths?.group_count, most, "largest", "smaller ones are omitted")}`}
      classSlug={market.group ?? ""}
      answers={[...answers, latest]}
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
          wideOnly: true,
          file: {
            name: "value_dollar",
            value: ({ value }) => value,
            mark: ({ marks }) => marks.value,
          },
          cell: ({ key, name, value, marks }) => (
            <Starred reason={qualifierLabel(marks.value)}>
              <ExplainNumber
                number={value === null ? null : explainedAsset(key, name, slugs.value)}
                label={`Value of ${name}`}
              >
                <Money value={value} column="millions" reason="Not available" />
              </ExplainNumber>
            </Starred>
          ),
        },
        {
          id: "nav",
          header: "NAV",
          kind: "money",
          wideOnly: true,
          // On the page, its date stands beside it.
          file: { name: "nav_dollar", value: ({ nav }) => nav, mark: ({ marks }) => marks.nav },
          cell: (row) => (
            <ExplainNumber number={explainedNav(row)} label={`NAV of ${row.name}`}>
              <Price value={row.nav} reason="Withheld" />
            </ExplainNumber>
          ),
        },
        {
          id: "nav_date",
          header: "NAV date",
          kind: "date",
          file: { name: "nav_date", value: ({ date }) => date },
          cell: ({ date }) => <DateText value={date} reason="Not available" />,
        },
        {
          id: "days",
          header: "NAV age",
          unit: "days",
          kind: "number",
          file: { name: "days", value: ({ days }) => days },
          cell: (row) => <Days row={row} />,
        },
        {
          id: "age",
          header: "Age",
          kind: "trend",
          wideOnly: true,
          cell: ({ days }) => (
            <span aria-hidden="true" className="inline-block w-32 align-middle">
              <span
                style={{ width: `${((days / oldest) * 100).toFixed(1)}%` }}
                className="block h-1.5 rounded-[1px] bg-seq-5 dark:bg-seq-4 forced-colors:bg-[CanvasText]"
              />
            </span>
          ),
        },
        {
          id: "state",
          header: "State",
          kind: "state",
          file: { name: "is_late", value: ({ stale }) => String(stale) },
          cell: ({ stale }) => (
            <Pill tone={stale ? "warning" : "positive"}>{stale ? "Late" : "On time"}</Pill>
          ),
        },
      ]}
    />
  );
}
