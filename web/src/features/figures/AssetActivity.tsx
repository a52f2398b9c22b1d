import { MarketChart } from "@/charts/application/MarketChart";
import { useSourced } from "@/charts/data/useOrigin";
import { useKnownPicture } from "@/charts/explanation/useKnownPicture";
import { useFigures } from "@/charts/figures/useFigures";
import type { DatedRecord } from "@/charts/markers/events";
import { KpiStrip } from "@/components/kpi/KpiStrip";
import { TableFile } from "@/components/tableFile/TableFile";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import { Count, Money } from "@/components/ui/text/Figure";
import { lastDay } from "@/lib/dates/day";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { failureOf } from "@/lists/AssetTable";
import { CardTable } from "@/lists/table/CardTable";
import { SignedMillions } from "@/lists/table/SignedMillions";
import { ExplainNumber } from "@/records/ExplainNumber";
import {
  type ActiveMonth,
  explainedMonth,
  explainedMonthNet,
  type MonthColumn,
  monthColumns,
  monthRequests,
  monthsOf,
} from "./activityMonths";
import { assetActivity, queriesOfAsset } from "./assetEntity";

/** The activity of the tokens of one asset: mints, burns, transfers and active addresses. */
export function AssetActivity({ slug, record }: { slug: string; record: DatedRecord }) {
  const activity = useKnownPicture(assetActivity(slug));
  const { tiles } = useFigures(activity.figures);
  return (
    <div className="flex flex-col gap-4">
      <KpiStrip label="Activity in figures" tiles={tiles} />
      <MarketChart
        key={slug}
        market={activity}
        events={{ records: [record], assets: [slug] }}
        size="asset"
      />
      <Months slug={slug} />
    </div>
  );
}

const moneyColumn = { kind: "money", unit: "US$ m" } as const;

function Months({ slug }: { slug: string }) {
  const requests = monthRequests(queriesOfAsset(slug), lastDay());
  const { answers, origin } = useSourced(requests);
  const known = answers.flatMap(({ data }) => data ?? []);
  const rows = known.length === answers.length ? monthsOf(known) : undefined;
  const cell = (column: MonthColumn) => (row: ActiveMonth) => {
    const value = row.values[column.id];
    const figure =
      column.unit === "money" ? (
        <Money value={value} column="millions" reason="Not available" />
      ) : (
        <Count value={value} full reason="Not available" />
      );
    const number = value === null ? null : explainedMonth(column, requests, row);
    if (!number) return figure;
    return (
      <Starred reason={qualifierLabel(row.marks[column.id])}>
        <ExplainNumber number={number} label={`${column.label}, ${row.name}`}>
          {figure}
        </ExplainNumber>
      </Starred>
    );
  };
  const [mints, burns, ...more] = monthColumns;
  const columnOf = (column: MonthColumn) => ({
    id: column.id,
    header: column.label,
    ...(column.unit === "money" ? moneyColumn : { kind: "number" as const }),
    cell: cell(column),
    wideOnly: column !== mints && column !== burns,
  });
  const title = "Activity by month";
  return (
    <CardTable
      title={title}
      lead="Sums of daily values per month, UTC; addresses are counted once per month. A star marks numbers that lack days."
      beside={
        <>
          {rows?.some(({ sample }) => sample) && <SampleTag />}
          <TableFile
            title={`${title} ${slug}`}
            rows={rows}
            sampleOf={({ sample }) => sample}
            origin={origin}
            columns={[
              { name: "month", value: ({ date }) => date.slice(0, 7) },
              ...monthColumns.map(({ id, measure }) => ({
                name: measure,
                value: ({ values }: ActiveMonth) => values[id],
                mark: ({ marks }: ActiveMonth) => marks[id],
              })),
              {
                name: "net_flow_dollar",
                value: ({ net }) => net,
                mark: ({ marks }) => marks.net,
              },
            ]}
          />
        </>
      }
      columns={[
        { id: "month", header: "Month", kind: "text", cell: ({ name }) => name },
        columnOf(mints),
        columnOf(burns),
        {
          id: "net",
          header: "Net",
          ...moneyColumn,
          cell: (row) =>
            row.net === null ? (
              <SignedMillions value={null} />
            ) : (
              <Starred reason={qualifierLabel(row.marks.net)}>
                <ExplainNumber
                  number={explainedMonthNet(requests, row)}
                  label={`Net flow, ${row.name}`}
                >
                  <SignedMillions value={row.net} />
                </ExplainNumber>
              </Starred>
            ),
        },
        ...more.map(columnOf),
      ]}
      rows={rows}
      facts={{ id: ({ date }) => date, name: ({ name }) => name, sample: ({ sample }) => sample }}
      empty={{
        title: "No activity recorded",
        text: "Mints, burns and transfers appear after the first import.",
      }}
      {...failureOf(answers)}
    />
  );
}
