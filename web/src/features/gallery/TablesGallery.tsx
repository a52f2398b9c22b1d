import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/Button";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { Change, Count, Percent } from "@/components/ui/text/Figure";
import type { Filter } from "@/lib/address/viewState";
import { formatCountFull } from "@/lib/format";
import { useTurn } from "@/lib/loading/renderQueue";
import { DataTable, type DataTableProps, type TableState } from "@/lists/table/DataTable";
import { numberedPaging } from "@/lists/table/paging";
import { LeagueStates } from "./LeagueStates";
import { FundFilters, filterFunds } from "./samples/FundFilters";
import { fundCards, fundColumns } from "./samples/fundColumns";
import { LeagueSample } from "./samples/LeagueSample";
import { type SampleFund, sampleFunds } from "./samples/sampleFunds";

const funds = sampleFunds(36);
const many = sampleFunds(2000);
const facts: DataTableProps<SampleFund>["facts"] = {
  id: (fund) => fund.id,
  name: (fund) => fund.name,
  href: (fund) => `/developer/visualization?family=tables&fund=${fund.id}`,
};

const start: TableState = {
  sort: { column: "value_usd", direction: "descending" },
  page: null,
  columns: null,
  perPage: null,
};

const pageSize = 28;

const situations = ["rows", "loading", "refreshing", "failed", "late", "empty", "many"] as const;
type Situation = (typeof situations)[number];
const situationLabels: Record<Situation, string> = {
  rows: "Rows",
  loading: "Loading",
  refreshing: "Refreshing",
  failed: "Failed",
  late: "Refresh failed",
  empty: "Empty",
  many: "2,000 rows",
};

const failure = {
  code: "SERVICE_UNAVAILABLE",
  reason: null,
  message: "",
  traceId: "7f3a19c2",
};

/** Tables in every state, on made-up funds. */
export function TablesGallery() {
  const [situation, setSituation] = useState<Situation>("rows");
  return (
    <div className="flex flex-col gap-6">
      <Group
        title="Data table"
        aside={
          <SegmentedControl
            label="Situation"
            segments={situations.map((value) => ({ value, label: situationLabels[value] }))}
            value={situation}
            onChange={setSituation}
          />
        }
      >
        <LiveTable situation={situation} />
      </Group>
      <Group title="League table">
        <LeagueSample />
      </Group>
      <Group title="League table, other states">
        <LeagueStates />
      </Group>
      <Group title="On the way">
        <FixedTable label="Bonds" rows={undefined} paging={numberedPaging(1, 5, 36)} />
      </Group>
      <Group title="Nothing matches">
        <FixedTable label="Loans" rows={[]} />
      </Group>
      <Group title="Failed">
        <FixedTable label="Pools" rows={undefined} failure={failure} onRetry={() => {}} />
      </Group>
      <Group title="Out of date">
        <FixedTable label="Tokens" rows={funds.slice(9, 13)} failure={failure} onRetry={() => {}} />
      </Group>
      <Group title="Right to left">
        <div dir="rtl">
          <FixedTable label="Investments" rows={funds.slice(0, 5)} />
        </div>
      </Group>
    </div>
  );
}

const noRows = {
  title: "No assets match",
  text: "Two filters are on. The nearest match lies below the $10M minimum.",
};

type FixedTableProps = Partial<DataTableProps<SampleFund>> & { label: string };

function FixedTable(part: FixedTableProps) {
  return (
    <DataTable
      columns={fundColumns}
      facts={facts}
      rows={undefined}
      paging={numberedPaging(1, 5, 5)}
      state={start}
      onStateChange={() => {}}
      cards={fundCards}
      pickColumns={false}
      toolbar={<span className="font-medium">{part.label}</span>}
      empty={{ ...noRows, action: <Button>Remove value filter</Button> }}
      {...part}
    />
  );
}

function LiveTable({ situation }: { situation: Situation }) {
  const [state, setState] = useState(start);
  const [filters, setFilters] = useState<ReadonlyArray<Filter>>([
    { field: "value_usd", operator: "between", values: ["10000000", ""] },
    {
      field: "asset_class",
      operator: "is",
      values: ["Treasuries", "Private credit", "Commodities"],
    },
  ]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["fund-7"]));
  const found = sorted(filterFunds(funds, filters), state);
  const page = state.page?.kind === "number" ? state.page.number : 1;
  const paging = numberedPaging(page, pageSize, found.length);
  const offset = paging.offset ?? 0;
  const rows = {
    loading: undefined,
    failed: undefined,
    empty: [],
    many,
  };
  const shown =
    situation in rows
      ? rows[situation as keyof typeof rows]
      : found.slice(offset, offset + pageSize);
  return (
    <DataTable
      label="Assets"
      columns={fundColumns}
      facts={facts}
      rows={shown}
      paging={situation === "many" ? numberedPaging(1, many.length, many.length) : paging}
      state={state}
      onStateChange={setState}
      refreshing={situation === "refreshing"}
      failure={situation === "failed" || situation === "late" ? failure : null}
      onRetry={() => {}}
      empty={{ ...noRows, action: <Button onClick={() => setFilters([])}>Clear filters</Button> }}
      cards={fundCards}
      selection={{ ids: selected, onChange: setSelected }}
      totals={totalsOf(situation === "many" ? many : found, shown?.length ?? 0)}
      coverage={
        situation !== "many" &&
        "Total covers 35 of 36 assets; 1 withheld. The yield is weighted by value."
      }
      toolbar={
        <FundFilters
          filters={filters}
          onChange={(next) => {
            setFilters(next);
            setState({ ...state, page: null });
          }}
        />
      }
      actions={<Button size="small">Export</Button>}
    />
  );
}

const sortValues: Record<string, (fund: SampleFund) => number | string | null> = {
  name: (fund) => fund.name,
  asset_class: (fund) => fund.assetClass,
  inception: (fund) => fund.inception,
  value_usd: (fund) => fund.valueUsd,
  change_30d: (fund) => fund.change30d,
  yield_7d: (fund) => fund.yield7d,
  holders: (fund) => fund.holders,
  flow_30d: (fund) => fund.flow30d,
};

/** Sorts as the server does elsewhere. Unknown values come last either way. */
function sorted(rows: ReadonlyArray<SampleFund>, { sort }: TableState): SampleFund[] {
  const read = sort && sortValues[sort.column];
  if (!read) return [...rows];
  const sign = sort.direction === "ascending" ? 1 : -1;
  return rows.toSorted((left, right) => {
    const [first, second] = [read(left), read(right)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return first < second ? -sign : first > second ? sign : 0;
  });
}

function totalsOf(
  rows: ReadonlyArray<SampleFund>,
  shown: number,
): DataTableProps<SampleFund>["totals"] {
  const value = rows.reduce((sum, fund) => sum + (fund.valueUsd ?? 0), 0);
  const holders = rows.reduce((sum, fund) => sum + (fund.holders ?? 0), 0);
  return {
    label: `${formatCountFull(rows.length)} assets, ${formatCountFull(shown)} shown`,
    cells: {
      value_usd: (value / 1e6).toLocaleString("en-US", { maximumFractionDigits: 1 }),
      change_30d: <Change value={0.046} />,
      yield_7d: <Percent value={0.0441} places={2} />,
      holders: <Count value={holders} full />,
    },
  };
}

type GroupProps = { title: string; aside?: ReactNode; children: ReactNode };

/** Draws its tables when their turn has come: in the window at once. */
function Group({ title, aside, children }: GroupProps) {
  const place = useRef<HTMLElement>(null);
  const come = useTurn(place);
  return (
    <section
      ref={place}
      data-waiting={come ? undefined : ""}
      className="offscreen-free flex min-w-0 flex-col gap-3 [--room:480px]"
    >
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-md">{title}</h2>
        {aside}
      </header>
      {come ? children : <div className="h-dvh" />}
    </section>
  );
}
