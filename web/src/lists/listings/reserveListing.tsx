import type { ReserveReport } from "@/api/contract";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { SampleTag } from "@/components/ui/marks/Badge";
import { Address } from "@/components/ui/text/Address";
import { DateText } from "@/components/ui/text/Figure";
import { assetAddress } from "@/lib/address/addresses";
import { formatPercent } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { Amount, Words } from "@/records/cells";
import { RecordLink } from "@/records/facts";
import { reserveLines } from "@/records/reserves";
import { resourceOf } from "@/records/resource";
import { columnsFor } from "../columnsFor";
import type { Listing } from "../listing";

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
export function Coverage({ row }: { row: ReserveReport }) {
  if (row.asset_slug === null) return "All assets of the issuer";
  return <RecordLink name={row.asset_name} href={assetAddress(row.asset_slug)} />;
}

export function ReportDocument({ row, tabIndex }: { row: ReserveReport; tabIndex?: number }) {
  return (
    <OutsideLink href={row.document_url} tabIndex={tabIndex}>
      {row.document_url.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/.*\//, "/…/")}
    </OutsideLink>
  );
}

/** Reports on the reserves behind assets, each confirmed by an attestor. */
export const reserveListing: Listing<ReserveReport> = {
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
