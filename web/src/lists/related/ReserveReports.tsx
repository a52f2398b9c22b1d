import type { ReserveReport } from "@/api/contract";
import { Card } from "@/components/Card";
import type { Column } from "@/components/table/columns";
import { Table } from "@/components/table/Table";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Address } from "@/components/ui/text/Address";
import { DateText, Percent } from "@/components/ui/text/Figure";
import { assetAddress } from "@/lib/address/addresses";
import { formatPercent } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { Amount, Words } from "@/records/cells";
import { FactNumber } from "@/records/FactNumber";
import { RecordLink } from "@/records/facts";
import { resourceOf } from "@/records/resource";
import { useRows } from "@/records/useCatalog";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";
import { RelatedList, type RelatedRows } from "./RelatedList";

/** One line of a composition: a kind of asset, its amount and its part of the total. */
type ReserveLine = { kind: string; amount: number; share: number | null };

/** The composition of a report, the largest line first; the catalog keeps each line as "kind: amount". */
function reserveLines({
  composition,
  total_amount: total,
}: Pick<ReserveReport, "composition" | "total_amount">): ReadonlyArray<ReserveLine> {
  const lines = composition.map((line) => {
    const [kind = "", text = ""] = line.split(":");
    const amount = Number(text);
    return { kind: kind.trim(), amount, share: total > 0 ? amount / total : null };
  });
  return lines.toSorted((one, other) => other.amount - one.amount);
}

const { words } = columnsFor<ReserveReport>();

/** Lines of a composition that a cell has room for. */
const mostNamed = 2;

/** "Treasury bills 58%, Cash 20%, 3 more" */
function compositionText(row: ReserveReport): string | null {
  const lines = reserveLines(row);
  const named = lines
    .slice(0, mostNamed)
    .map(({ kind, share }) => `${choiceLabel(kind)} ${formatPercent(share, 0)}`);
  const more = lines.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ") || null;
}

/** The assets that a report covers. */
function Coverage({ row }: { row: ReserveReport }) {
  if (row.asset_slug === null) return "All assets of the issuer";
  return <RecordLink name={row.asset_name} href={assetAddress(row.asset_slug)} />;
}

function ReportDocument({ row, tabIndex }: { row: ReserveReport; tabIndex?: number }) {
  return (
    <OutsideLink href={row.document_url} tabIndex={tabIndex}>
      {row.document_url.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/.*\//, "/…/")}
    </OutsideLink>
  );
}

/** Reports on the reserves behind assets, each confirmed by an attestor. */
const reserveListing: Listing<ReserveReport> = {
  resource: resourceOf("reserve_reports"),
  label: "Reserve reports",
  search: { id: "name", fields: ["name", "attestor"] },
  searchLabel: "Name or attestor",
  sort: { column: "reported_on", direction: "descending" },
  filters: ["reported_on", "attestor", "asset_name", "is_sample"],
  columns: [
    {
      id: "reported_on",
      header: "Date",
      kind: "date",
      cell: (row) => (
        <span className="inline-flex items-center gap-2">
          <DateText value={row.reported_on} />
          {row.is_sample && <SampleTag />}
        </span>
      ),
    },
    {
      id: "asset_name",
      header: "Covers",
      kind: "text",
      fields: ["asset_slug", "asset_name"],
      isNeverEmpty: true,
      cell: (row) => <Coverage row={row} />,
    },
    {
      id: "total_amount",
      header: "Total reserves",
      kind: "money",
      fields: ["total_amount", "currency"],
      cell: (row) => <Amount value={row.total_amount} currency={row.currency} />,
    },
    {
      id: "composition",
      header: "Composition",
      kind: "text",
      width: 360,
      cell: (row) => <Words>{compositionText(row)}</Words>,
    },
    words("attestor", "Attestor"),
    {
      id: "document_url",
      header: "Document",
      kind: "text",
      cell: (row) => <ReportDocument row={row} tabIndex={-1} />,
    },
    {
      id: "document_sha256",
      header: "SHA-256",
      kind: "text",
      cell: (row) => <Address value={row.document_sha256} what="SHA-256 digest" tabIndex={-1} />,
    },
  ],
  cards: {
    title: (row) => <DateText value={row.reported_on} />,
    subtitle: (row) => [row.attestor, row.is_sample && "Sample"].filter(Boolean).join(" · "),
    value: (row) => <Amount value={row.total_amount} currency={row.currency} />,
    pairs: ["asset_name", "composition", "document_url", "document_sha256"],
    longPairs: true,
  },
  coverage:
    "Totals and compositions as stated in the document of each report. The SHA-256 digest identifies the exact document.",
  empty: {
    title: "No reserve reports",
    text: "Reports appear after an import or an entry by an administrator.",
  },
};

/** Enough for the reports of one day. */
const mostOfDay = 20;

/** The report of the record itself among those of the newest day, then one that discloses its composition. */
function latestOf(reports: ReadonlyArray<ReserveReport>, asset: string | null) {
  const day = reports[0]?.reported_on;
  const rank = ({ asset_slug: covered, composition }: ReserveReport) =>
    (covered === asset ? 2 : 0) + (composition.length > 0 ? 1 : 0);
  return reports
    .filter(({ reported_on: date }) => date === day)
    .toSorted((one, other) => rank(other) - rank(one))[0];
}

/** The reserve reports of a record: the latest one in full, and all of them as a list. */
export function ReserveReports({ only, without, asset }: RelatedRows) {
  const newest = useRows(resourceOf("reserve_reports"), {
    filter: only,
    sort: { field: "reported_on", direction: "desc" },
    pagination: { page: 1, perPage: mostOfDay },
  });
  const latest = latestOf(newest.data?.results ?? [], asset ?? null);
  return (
    <div className="grid min-w-0 gap-4">
      {newest.isPending && <WaitingReport />}
      {latest && <LatestReport report={latest} />}
      <RelatedList listing={reserveListing} only={only} without={without} />
    </div>
  );
}

const title = "Latest reserve report";

/** The room of the latest report, so that the list stands still when it arrives. */
function WaitingReport() {
  return (
    <Card title={title} lead="Loading">
      <Loading label="Loading the latest reserve report">
        <div className="px-(--card-pad) py-3">
          <Skeleton className="h-[206px] rounded-xs max-lg:h-[318px]" />
        </div>
      </Loading>
    </Card>
  );
}

function LatestReport({ report }: { report: ReserveReport }) {
  const lead = (
    <>
      <DateText value={report.reported_on} /> · {report.issuer_name}
    </>
  );
  return (
    <Card title={title} lead={lead}>
      <div className="grid gap-x-6 gap-y-3 px-(--card-pad) py-3 lg:grid-cols-2">
        <div className="min-w-0">
          <p className="text-sm text-text-2">Total reserves</p>
          <p className="flex flex-wrap items-center gap-2 font-semibold text-lg">
            <FactNumber
              of="reserve_reports"
              row={report}
              field="total_amount"
              label="Total reserves"
            >
              <Amount value={report.total_amount} currency={report.currency} />
            </FactNumber>
            {report.is_sample && <SampleTag />}
          </p>
          <dl className="mt-2 grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-2 [overflow-wrap:anywhere]">
            <dt className="text-text-2">Covers</dt>
            <dd>
              <Coverage row={report} />
            </dd>
            <dt className="text-text-2">Attestor</dt>
            <dd>
              <Words>{report.attestor}</Words>
            </dd>
            <dt className="text-text-2">Document</dt>
            <dd>
              <ReportDocument row={report} />
            </dd>
            <dt className="text-text-2">SHA-256</dt>
            <dd>
              <Address value={report.document_sha256} what="SHA-256 digest" full />
            </dd>
          </dl>
        </div>
        <Composition report={report} />
      </div>
    </Card>
  );
}

const lineFacts = {
  id: ({ kind }: ReserveLine) => kind,
  name: ({ kind }: ReserveLine) => choiceLabel(kind),
};

function Composition({ report }: { report: ReserveReport }) {
  const lines = reserveLines(report);
  const largest = lines[0]?.share ?? 0;
  const columns: ReadonlyArray<Column<ReserveLine>> = [
    {
      id: "kind",
      header: "Composition",
      kind: "text",
      cell: ({ kind, share }) => (
        <span className="block py-1.5">
          {choiceLabel(kind)}
          <Bar part={share} largest={largest} />
        </span>
      ),
    },
    {
      id: "amount",
      header: "Amount",
      unit: report.currency,
      kind: "money",
      cell: ({ amount }) => (
        <span className="block pb-2">
          <Amount value={amount} />
        </span>
      ),
    },
    {
      id: "share",
      header: "Share",
      kind: "share",
      cell: ({ share }) => (
        <span className="block pb-2 text-text-2">
          <Percent value={share} />
        </span>
      ),
    },
  ];
  if (lines.length === 0) {
    return (
      <div>
        <p className="text-sm text-text-2">Composition</p>
        <p>{notDisclosed}</p>
      </div>
    );
  }
  return (
    <div className="min-w-0 self-start">
      <Table
        label="Composition"
        variant="legend"
        columns={columns}
        rows={lines}
        facts={lineFacts}
      />
    </div>
  );
}

function Bar({ part, largest }: { part: number | null; largest: number }) {
  const filled = part === null || largest <= 0 ? 0 : part / largest;
  return (
    <span
      aria-hidden="true"
      style={{ width: `${(filled * 100).toFixed(1)}%` }}
      className="mt-1 block h-1 min-w-px rounded-[1px] bg-seq-5 dark:bg-seq-4 forced-colors:bg-[CanvasText]"
    />
  );
}
