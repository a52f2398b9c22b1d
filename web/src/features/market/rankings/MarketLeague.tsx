import { type ReactNode, useMemo } from "react";
import { isByNetwork } from "@/api/dimensions";
import { describeFailure } from "@/api/failures";
import { useAggregates } from "@/api/series";
import { parameters } from "@/charts/addressParameters";
import { useRanking } from "@/charts/application/useRanking";
import { newestText } from "@/charts/data/tableNotes";
import { useOrigins } from "@/charts/data/useOrigin";
import { namesOfGroups, nameWithoutKey, useNames } from "@/charts/measures/names";
import type { Bucket } from "@/charts/queries/aggregateQuery";
import type { Market, View } from "@/charts/queries/market";
import { IgnoredConditions } from "@/components/states/IgnoredConditions";
import type { Totals } from "@/components/table/TotalRow";
import { type FileColumn, TableFile } from "@/components/tableFile/TableFile";
import { Link } from "@/components/ui/links/Link";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Starred } from "@/components/ui/marks/Starred";
import { Change, Count, Money } from "@/components/ui/text/Figure";
import {
  assetAddress,
  issuerAddress,
  managerAddress,
  networkAddress,
  platformAddress,
} from "@/lib/address/addresses";
import { classGroupAddress } from "@/lib/address/classGroups";
import { lastDay } from "@/lib/dates/day";
import { percentOf } from "@/lib/format";
import { type PointQualifier, qualifierLabel } from "@/lib/format/qualifiers";
import { LeagueTable } from "@/lists/table/LeagueTable";
import { SignedMillions } from "@/lists/table/SignedMillions";
import { ExplainNumber } from "@/records/ExplainNumber";
import { all, type Cell, explainedCell, type RankColumn, type Ranking } from "./explainedCell";
import {
  filedText,
  fileRows,
  type LeagueEntry,
  leagueFilter,
  leagueRequests,
  rankedOf,
  reachText,
  totalOf,
} from "./league";
import { leagueColumns } from "./leagueColumns";
import { useNamedGroups } from "./namedGroups";

const bucketNames: ReadonlyArray<{ value: Bucket; label: string }> = [
  { value: "distributed", label: "Distributed" },
  { value: "represented", label: "Represented" },
  { value: "all", label: "All" },
];

const fileColumns: ReadonlyArray<FileColumn<LeagueEntry>> = [
  { name: "slug", value: ({ key }) => key },
  { name: "name", value: ({ name }) => name },
  { name: "members", value: ({ members }) => members },
  { name: "value_dollar", value: ({ value }) => value, mark: ({ marks }) => marks.value },
  { name: "change_7d", value: ({ change7 }) => change7, mark: ({ marks }) => marks.value },
  { name: "share", value: ({ share }) => share, mark: ({ marks }) => marks.value },
  {
    name: "share_sample",
    value: ({ share, sample, wholeSample }) => (share === null ? null : sample || wholeSample),
  },
  {
    name: "share_change_30d_percentage_points",
    value: ({ shareChange }) => (shareChange === null ? null : percentOf(shareChange)),
    mark: ({ marks }) => marks.value,
  },
  { name: "holders", value: ({ holders }) => holders, mark: ({ marks }) => marks.holders },
  { name: "minted_30d_dollar", value: ({ minted }) => minted, mark: ({ marks }) => marks.minted },
  { name: "burned_30d_dollar", value: ({ burned }) => burned, mark: ({ marks }) => marks.burned },
  {
    name: "net_flow_30d_dollar",
    value: ({ netFlow }) => netFlow,
    mark: ({ marks }) => marks.net_flow,
  },
];

function addressOf({ by }: View, key: string | null, group?: string | null): string | null {
  if (key === null) return null;
  if (isByNetwork(by)) return networkAddress(key);
  if (by === "platform") return platformAddress(key);
  if (by === "issuer") return issuerAddress(key);
  if (by === "manager") return managerAddress(key);
  if (by === "asset") return assetAddress(key);
  if (by === "asset_class") return classGroupAddress(group);
  return `/assets?filter=country_code:is:${encodeURIComponent(key)}`;
}

function totalsOf(
  view: View,
  count: number,
  whole: ReturnType<typeof totalOf>,
  ranking: Ranking,
): Totals | undefined {
  if (!whole) return undefined;
  const name = `All ${count} ${view.label.toLowerCase()}`;
  const row: Cell = { ...whole, key: null, id: all, name };
  const { change7, marks } = whole;
  const explainedFigure = (
    column: RankColumn,
    what: string,
    figure: ReactNode,
    mark?: PointQualifier | null,
  ) => (
    <Starred reason={qualifierLabel(mark)}>
      <ExplainNumber number={explainedCell(column, row, ranking)} label={`${what}, ${name}`}>
        {figure}
      </ExplainNumber>
    </Starred>
  );
  return {
    label: name,
    sample: whole.sample,
    cells: {
      members: explainedFigure("members", "Number", <Count value={whole.members} full />),
      value: explainedFigure(
        "value",
        "Value",
        <Money value={whole.value} column="millions" />,
        marks.value,
      ),
      change_7d: explainedFigure(
        "change_7d",
        "7d",
        <Change value={change7} reason="No value 7 days before" />,
        change7 === null ? null : marks.value,
      ),
      share: whole.value === null ? null : explainedFigure("share", "Share", "100%"),
      holders: explainedFigure(
        "holders",
        "Holders",
        <Count value={whole.holders} full reason="No holder data" />,
        marks.holders,
      ),
      net_flow: explainedFigure(
        "net_flow",
        "Net 30d",
        <SignedMillions value={whole.netFlow} />,
        marks.net_flow,
      ),
    },
  };
}

/** Beside the number of holders, which other places count in other ways. */
function holdersCounted({ subject }: View): string {
  return `Holders by ${subject}: an address is counted once for each ${subject} that it holds.`;
}

/** The bucket that a file covers. */
function bucketText({ league }: Market, bucket: Bucket): string {
  if (!league.buckets || bucket === "all") return "";
  return `Tokens that are ${bucket}. `;
}

/** The largest of a kind, by value; what is ranked and which part of the value stand in the address. */
export function MarketLeague({ market }: { market: Market }) {
  const { view, bucket, update, unread, ready } = useRanking(market.league);
  const requests = leagueRequests(market, { view, bucket }, lastDay());
  const answers = useAggregates(requests, ready);
  const [values] = answers;
  const keys = (values?.data?.groups ?? []).flatMap(({ key }) => key ?? []);
  const { whole: data, further, named } = useNamedGroups(requests, answers, keys);
  const origin = useOrigins(
    [...requests, ...further],
    [...answers, ...named].map((answer) => answer.data),
  );
  const names = useNames(namesOfGroups(view.by, view.subject), keys);
  // The other columns come into rows that stand already.
  const without = nameWithoutKey(view.by, view.subject);
  const ranked = values?.data ? rankedOf(data, names, { without }) : undefined;
  const largest = ranked?.rows[0]?.share ?? 1;
  const day = lastDay();
  const filter = useMemo(() => leagueFilter(market, { view, bucket }), [market, view, bucket]);
  const scope = useMemo((): Ranking => {
    const { subject, by } = view;
    return { subject, filter, by, to: day, measure: market.league.measure };
  }, [market, view, filter, day]);
  const columns = useMemo(
    () => leagueColumns(view, largest, (row, column) => explainedCell(column, row, scope)),
    [view, largest, scope],
  );
  const count = values?.data?.group_count ?? null;
  return (
    <LeagueTable
      title="League table"
      mark={
        <>
          {data.some((answer) => answer?.total.has_sample) && <SampleTag />}
          <TableFile
            title={`${view.label}, ${market.title}`}
            about={`${bucketText(market, bucket)}${holdersCounted(view)}${filedText(count ?? 0)}${newestText(values?.data)}`}
            rows={ranked && [...ranked.rows, ...ranked.rest]}
            lines={() => fileRows(data, names, without)}
            sampleOf={({ sample }) => sample}
            origin={origin}
            columns={fileColumns}
          />
        </>
      }
      views={{
        label: parameters.ranking.label,
        options: market.league.views.map(({ id, label }) => ({
          value: id,
          label,
          count: id === view.id ? count : null,
        })),
        value: view.id,
        onChange: (ranking) => update({ ranking }),
      }}
      {...(market.league.buckets && {
        buckets: {
          label: parameters.bucket.label,
          options: bucketNames,
          value: bucket,
          onChange: (next: Bucket) => update({ bucket: next }),
        },
      })}
      notice={
        <IgnoredConditions noun="setting" count={unread.length} onRemove={() => update({})} />
      }
      columns={columns}
      rows={ranked?.rows}
      expected={22}
      rest={ranked?.rest}
      facts={{
        id: (row: LeagueEntry) => row.id,
        name: (row) => row.name,
        href: (row) => addressOf(view, row.key, row.known?.group),
        sample: (row) => row.sample,
      }}
      rankedBy="value"
      totals={totalsOf(view, count ?? 0, totalOf(data), scope)}
      failure={values?.error ? describeFailure(values.error) : null}
      onRetry={() => {
        for (const answer of [...answers, ...named]) if (answer.error) void answer.refetch();
      }}
      empty="No values available yet"
      footer={
        <span className="flex flex-wrap justify-between gap-x-4 gap-y-1">
          {view.all && (
            <Link href={view.all.href} className="text-accent hover:underline">
              {view.all.label}
            </Link>
          )}
          <span>
            {holdersCounted(view)}
            {reachText(count ?? 0, view.label.toLowerCase())}
            {newestText(values?.data)}
          </span>
        </span>
      }
    />
  );
}
