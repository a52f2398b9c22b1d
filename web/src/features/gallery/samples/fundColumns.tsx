import { Sparkline } from "@/components/Sparkline";
import type { Column } from "@/components/table/columns";
import { FreshnessDot } from "@/components/ui/marks/FreshnessDot";
import { Hallmark } from "@/components/ui/marks/Hallmark";
import { Monogram } from "@/components/ui/marks/Monogram";
import { NetworkDots } from "@/components/ui/marks/NetworkBadge";
import {
  Change,
  Count,
  DateText,
  Figure,
  Money,
  NoFigure,
  Percent,
} from "@/components/ui/text/Figure";
import { formatBasisPoints, formatChange, formatMoneyExact, formatMoneyIn } from "@/lib/format";
import type { CardLayout } from "@/lists/table/TableCards";
import type { SampleFund } from "./sampleFunds";

type Fund = SampleFund;

function Name({ fund }: { fund: Fund }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Monogram id={fund.id} name={fund.ticker} colour={fund.colour} />
      <bdi className="truncate">{fund.name}</bdi>
      <span className="flex-none font-normal text-text-3 text-xs">{fund.ticker}</span>
    </span>
  );
}

function Value({ fund }: { fund: Fund }) {
  if (fund.origin === "withheld") {
    return (
      <span className="inline-flex items-center gap-[5px] font-normal text-text-2 text-xs">
        <Hallmark kind="withheld" size={11} decorative />
        withheld
      </span>
    );
  }
  return (
    <span className={fund.age === "stale" ? "text-text-2" : ""}>
      {fund.origin === "issuer" && (
        <span className="me-1.5 text-text-3">
          <Hallmark kind="issuer" size={9} />
        </span>
      )}
      <Money value={fund.valueUsd} column="millions" />
    </span>
  );
}

const ages = { fresh: "", late: "27 h", stale: "52 h", paused: "" } as const;

function Age({ fund }: { fund: Fund }) {
  return (
    <span className="num inline-flex items-center gap-[5px] text-xs">
      <FreshnessDot freshness={fund.age} />
      {ages[fund.age]}
    </span>
  );
}

function Trend({ fund }: { fund: Fund }) {
  const label = `90 days, ${fund.change30d === null ? "withheld since" : formatChange(fund.change30d)}`;
  return (
    <Sparkline
      values={fund.trend}
      label={label}
      width={62}
      height={20}
      end={fund.origin !== "withheld"}
    />
  );
}

export const fundColumns: ReadonlyArray<Column<Fund>> = [
  {
    id: "name",
    header: "Asset",
    kind: "text",
    sortable: true,
    group: "Identity",
    width: 270,
    cell: (fund) => <Name fund={fund} />,
  },
  {
    id: "asset_class",
    header: "Class",
    kind: "text",
    sortable: true,
    group: "Identity",
    cell: (fund) => (
      <>
        <span
          aria-hidden="true"
          style={{ backgroundColor: `var(${fund.colour})` }}
          className="me-[7px] inline-block size-[9px] rounded-xs forced-color-adjust-none"
        />
        {fund.assetClass}
      </>
    ),
  },
  {
    id: "manager",
    header: "Manager",
    kind: "text",
    group: "Identity",
    cell: (fund) => fund.manager,
  },
  {
    id: "networks",
    header: "Networks",
    kind: "state",
    group: "Identity",
    cell: (fund) => <NetworkDots networks={fund.networks} />,
  },
  {
    id: "inception",
    header: "Inception",
    kind: "date",
    sortable: true,
    defaultHidden: true,
    group: "Identity",
    cell: (fund) => <DateText value={fund.inception} />,
  },
  {
    id: "value_usd",
    header: "Value",
    unit: "US$ m",
    kind: "money",
    sortable: true,
    group: "Value",
    description: "Supply at net asset value, end of day UTC",
    cell: (fund) => <Value fund={fund} />,
  },
  {
    id: "change_30d",
    header: "30d",
    kind: "change",
    sortable: true,
    group: "Value",
    cell: (fund) => <Change value={fund.change30d} reason="Withheld: fails check 2" />,
  },
  {
    id: "trend_90d",
    header: "90 days",
    kind: "trend",
    group: "Value",
    cell: (fund) => <Trend fund={fund} />,
  },
  {
    id: "yield_7d",
    header: "7-day yield",
    kind: "share",
    sortable: true,
    group: "Yield and price",
    cell: (fund) => <Percent value={fund.yield7d} places={2} reason="Does not pay a yield" />,
  },
  {
    id: "price",
    header: "NAV",
    unit: "US$",
    kind: "money",
    group: "Yield and price",
    mark: <Hallmark kind="issuer" size={9} />,
    cell: (fund) => (
      <Money
        value={fund.price}
        column="units"
        digits={4}
        reason="Not published by the issuer"
        className="text-text-2"
      />
    ),
  },
  {
    id: "fee",
    header: "Management fee",
    unit: "bps",
    kind: "number",
    defaultHidden: true,
    group: "Yield and price",
    cell: (fund) => formatBasisPoints(fund.feeFraction).replace(/\s?bps$/, ""),
  },
  {
    id: "holders",
    header: "Holders",
    kind: "number",
    sortable: true,
    group: "Use",
    cell: (fund) => (
      <Count value={fund.holders} full reason="Holders are not indexed on this network" />
    ),
  },
  {
    id: "flow_30d",
    header: "Flow 30d",
    unit: "US$ m",
    kind: "change",
    sortable: true,
    group: "Use",
    cell: (fund) => <Flow fund={fund} />,
  },
  { id: "age", header: "Age", kind: "state", group: "Use", cell: (fund) => <Age fund={fund} /> },
];

function Flow({ fund }: { fund: Fund }) {
  const flow = fund.flow30d;
  if (flow === null) return <NoFigure reason="Withheld: fails check 2" />;
  const tone = flow > 0 ? "text-pos" : flow < 0 ? "text-neg" : "text-text-2";
  const text = `${flow > 0 ? "+" : ""}${formatMoneyIn(flow)}`;
  return <Figure text={text} exact={formatMoneyExact(flow)} className={tone} />;
}

export const fundCards: CardLayout<Fund> = {
  lead: (fund) => <Monogram id={fund.id} name={fund.ticker} colour={fund.colour} />,
  title: (fund) => <bdi>{fund.name}</bdi>,
  subtitle: (fund) => `${fund.ticker}, ${fund.assetClass}`,
  value: (fund) =>
    fund.valueUsd === null ? (
      <Value fund={fund} />
    ) : (
      <Money value={fund.valueUsd} unit="M" digits={1} />
    ),
  change: (fund) => (
    <>
      <Change value={fund.change30d} reason="Fails check 2" />{" "}
      <span className="text-text-3">30d</span>
    </>
  ),
  pairs: ["yield_7d", "flow_30d", "networks", "trend_90d"],
};
