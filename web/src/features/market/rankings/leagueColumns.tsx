import type { ReactNode } from "react";
import { isByNetwork } from "@/api/dimensions";
import type { NumberKey } from "@/app-state/numberExplanation";
import type { View } from "@/charts/queries/market";
import { bothSidesDaily } from "@/charts/queries/measures";
import type { Column } from "@/components/table/columns";
import { Monogram } from "@/components/ui/marks/Monogram";
import { NetworkBadge } from "@/components/ui/marks/NetworkBadge";
import { Starred } from "@/components/ui/marks/Starred";
import { Change, Count, Money } from "@/components/ui/text/Figure";
import { classColour } from "@/lib/classColour";
import { type PointQualifier, qualifierLabel } from "@/lib/format/qualifiers";
import { cardNameStyle } from "@/lists/cardNameStyle";
import { ShareBar } from "@/lists/table/ShareBar";
import { SignedMillions } from "@/lists/table/SignedMillions";
import { ExplainNumber } from "@/records/ExplainNumber";
import { useNetworks } from "@/records/useCatalog";
import type { RankColumn } from "./explainedCell";
import type { LeagueEntry } from "./league";
import { networksUnder } from "./networksUnder";
import { SampledShare } from "./SampledShare";

/** How many networks settle on one, with itself. */
function NetworkCount({ row: { key } }: { row: LeagueEntry }) {
  const names = networksUnder(key ?? "", useNetworks());
  if (names.length === 0) return null;
  return (
    <span title={names.join(", ")}>
      <Count value={names.length} full className="text-text-2" />
    </span>
  );
}

const networksColumn: Column<LeagueEntry> = {
  id: "networks",
  header: "Networks",
  kind: "number",
  wideOnly: true,
  description: "The network itself and those that settle on it, such as layer-2 networks",
  cell: (row) => <NetworkCount row={row} />,
};

function RankedName({ row, view }: { row: LeagueEntry; view: View }) {
  const { key, known, name } = row;
  return (
    <span className="flex min-w-0 max-w-[208px] items-center @min-[760px]:max-w-[212px] gap-2">
      {isByNetwork(view.by) && key !== null ? (
        <NetworkBadge name={name} colour={known?.colour ?? null} />
      ) : (
        <>
          {key !== null && (
            <Monogram
              id={key}
              name={known?.symbol ?? name}
              colour={classColour(view.by === "asset_class" ? key : known?.classSlug)}
            />
          )}
          <bdi
            title={name}
            className={`${cardNameStyle} ${key === null ? "font-normal text-text-2" : ""}`}
          >
            {name}
          </bdi>
        </>
      )}
    </span>
  );
}

/** How many of them a group holds; buckets split tokens, so tokens are counted. */
function membersHeader(view: View): string {
  return view.subject === "token" ? "Tokens" : "Assets";
}

type ExplainCell = (row: LeagueEntry, column: RankColumn) => NumberKey | null;

type NumberColumn = Omit<Column<LeagueEntry>, "id" | "cell"> & {
  id: RankColumn;
  cell: (row: LeagueEntry) => ReactNode;
};

/** How a number came to be; a change is of the day of its end. */
function markOf({ marks, change7 }: LeagueEntry, id: RankColumn): PointQualifier | undefined {
  if (id === "value" || id === "holders" || id === "net_flow") return marks[id];
  return id === "change_7d" && change7 !== null ? marks.value : undefined;
}

function withExplanation(column: NumberColumn, explained: ExplainCell): Column<LeagueEntry> {
  const { id, header, cell } = column;
  const number = (row: LeagueEntry) => (
    <Starred reason={qualifierLabel(markOf(row, id))}>
      <ExplainNumber
        number={explained(row, id)}
        label={id === "value" ? row.name : `${header} of ${row.name}`}
      >
        {cell(row)}
      </ExplainNumber>
    </Starred>
  );
  if (id !== "share" && id !== "share_change") return { ...column, cell: number };
  return {
    ...column,
    cell: (row) => (
      <SampledShare share={id === "share" ? row.share : row.shareChange} row={row}>
        {number(row)}
      </SampledShare>
    ),
  };
}

function numberColumns(view: View, largest: number): ReadonlyArray<NumberColumn> {
  const members: NumberColumn = {
    id: "members",
    header: membersHeader(view),
    kind: "number",
    wideOnly: true,
    cell: (row) => <Count value={row.members} full className="text-text-2" />,
  };
  return [
    ...(view.by === "asset" ? [] : [members]),
    {
      id: "value",
      header: "Value",
      unit: "US$ m",
      kind: "money",
      cell: (row) => <Money value={row.value} column="millions" reason="Not available" />,
    },
    {
      id: "change_7d",
      header: "7d",
      kind: "change",
      cell: (row) => <Change value={row.change7} reason="No value 7 days before" />,
    },
    {
      id: "share",
      header: "Share",
      kind: "share",
      cell: (row) => <ShareBar share={row.share} largest={largest} reason="Not available" />,
    },
    {
      id: "share_change",
      header: "30d share",
      unit: "pp",
      kind: "change",
      wideOnly: true,
      cell: (row) => (
        <Change value={row.shareChange} points="share" column reason="No value 30 days before" />
      ),
    },
    {
      id: "holders",
      header: "Holders",
      kind: "number",
      wideOnly: true,
      description: `Addresses. An address that holds several ${membersHeader(view).toLowerCase()} is counted once for each.`,
      cell: (row) => (
        <Count value={row.holders} full className="text-text-2" reason="No holder data" />
      ),
    },
    {
      id: "net_flow",
      header: "Net 30d",
      unit: "US$ m",
      kind: "change",
      wideOnly: true,
      description: `Mints minus burns over 30 days, at daily values. ${bothSidesDaily}`,
      cell: (row) => <SignedMillions value={row.netFlow} />,
    },
  ];
}

/** The columns of a ranking; the bars of shares are as long as the largest one says, each number leads to what is behind it. */
export function leagueColumns(
  view: View,
  largest: number,
  explained: ExplainCell,
): ReadonlyArray<Column<LeagueEntry>> {
  return [
    {
      id: "name",
      header: view.one,
      kind: "text",
      cell: (row) => <RankedName row={row} view={view} />,
    },
    ...(view.by === "parent_network" ? [networksColumn] : []),
    ...numberColumns(view, largest).map((column) => withExplanation(column, explained)),
  ];
}
