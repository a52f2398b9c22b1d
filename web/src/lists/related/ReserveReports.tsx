import type { Filter, ReserveReport } from "@/api/contract";
import { Card } from "@/components/Card";
import type { Column } from "@/components/table/columns";
import { Table } from "@/components/table/Table";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { SampleTag } from "@/components/ui/marks/Badge";
import { Address } from "@/components/ui/text/Address";
import { DateText, Percent } from "@/components/ui/text/Figure";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { Amount, notDisclosed, Words } from "@/records/cells";
import { FactNumber } from "@/records/FactNumber";
import { reserveLines } from "@/records/reserves";
import { resourceOf } from "@/records/resource";
import { useRows } from "@/records/useCatalog";
import { Coverage, ReportDocument, reserveListing } from "../listings/reserveListing";
import { RelatedList } from "./RelatedList";

export type ReserveReportsProps = { only: Filter; without?: ReadonlyArray<string> };

/** The reserve reports of a record: the latest one in full, and all of them as a list. */
export function ReserveReports({ only, without }: ReserveReportsProps) {
  const newest = useRows(resourceOf("reserve_reports"), {
    filter: only,
    sort: { field: "reported_on", direction: "desc" },
    pagination: { page: 1, perPage: 1 },
  });
  const [latest] = newest.data?.results ?? [];
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

type Line = ReturnType<typeof reserveLines>[number];

const lineFacts = { id: ({ kind }: Line) => kind, name: ({ kind }: Line) => choiceLabel(kind) };

function Composition({ report }: { report: ReserveReport }) {
  const lines = reserveLines(report);
  const largest = lines[0]?.share ?? 0;
  const columns: ReadonlyArray<Column<Line>> = [
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
