import type { ReactNode } from "react";
import { Card } from "@/components/Card";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Link } from "@/components/ui/links/Link";
import { DateText } from "@/components/ui/text/Figure";
import type { CatalogRecord } from "./resource";

/** The source and the identifiers of a record. */
export function Provenance({ row, note }: { row: CatalogRecord; note: string | null }) {
  return (
    <Card title="Provenance" lead="Source and licence of this record.">
      <dl className="grid gap-x-4 px-(--card-pad) py-2 sm:grid-cols-[128px_minmax(0,1fr)]">
        <Line label="Source">
          {row.is_sample ? "Generated sample data, no source" : row.source}
        </Line>
        <Line label="Licence">{row.licence}</Line>
        <Line label="Retrieved on">
          <DateText value={row.retrieved_on} />
        </Line>
        <Line label="Last changed">
          <DateText value={row.updated_at} time />
        </Line>
        <Line label="Fictional">{row.is_sample ? "Yes, sample data" : "No"}</Line>
        <Line label="Number">
          <span className="num">{row.id}</span>
          <CopyButton text={String(row.id)} what="number" size="small" />
        </Line>
        <Line label="Slug">
          <code className="font-mono text-sm">{row.slug}</code>
          <CopyButton text={row.slug} what="slug" size="small" />
        </Line>
        {note && <Line label="Note">{note}</Line>}
      </dl>
      <p className="border-line border-t px-(--card-pad) py-2.5 text-sm text-text-2">
        Coverage and gaps of each source are listed under{" "}
        <Link href="/data-partners" className="rounded-xs text-accent underline">
          Data partners
        </Link>
        .
      </p>
    </Card>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="pt-1.5 text-text-2">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1.5 py-1.5 [overflow-wrap:anywhere]">
        {children}
      </dd>
    </>
  );
}
