import type { GetHolderCohortsResponse, HolderChanges, HolderDay } from "@/api/contract";
import { type FileColumn, TableFile } from "@/components/tableFile/TableFile";
import { Pill } from "@/components/ui/marks/Pill";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { Count } from "@/components/ui/text/Figure";
import type { Failure } from "@/lib/failure";
import type { Origin } from "@/lib/files/origin";
import { formatDay } from "@/lib/format";
import { type CardColumn, CardTable } from "@/lists/table/CardTable";
import { ExplainNumber } from "@/records/ExplainNumber";
import { type ChangeKind, explainedHolderChange, explainedKnownCount } from "./explainedHolders";

const title = "New, retained and exited holders";
/** The rows of the table; its file has all days. */
const shown = 15;

const kinds = [
  { kind: "new", header: "New" },
  { kind: "retained", header: "Retained" },
  { kind: "exited", header: "Exited" },
] as const satisfies ReadonlyArray<{ kind: ChangeKind; header: string }>;

type Row = HolderDay & { changes: HolderChanges };

function rowsOf({ results }: GetHolderCohortsResponse): ReadonlyArray<Row> {
  const rows = results.flatMap((day) => (day.changes ? [{ ...day, changes: day.changes }] : []));
  return rows.toReversed();
}

type ChangeProps = {
  answer: GetHolderCohortsResponse;
  row: Row;
  of: (typeof kinds)[number];
  field: "count" | "units";
};

/** How many are new, retained or exited, or their units. */
function Change({ answer, row, of: { kind, header }, field }: ChangeProps) {
  const value = row.changes[`${kind}_${field}`];
  const label =
    field === "count" ? `${header} holders` : `Units of ${header.toLowerCase()} holders`;
  return (
    <ExplainNumber
      number={explainedHolderChange(answer, row, { kind, label, value })}
      label={`${label}, ${formatDay(row.date)}`}
    >
      <Count value={value} full />
    </ExplainNumber>
  );
}

function columnsOf(answer: GetHolderCohortsResponse): ReadonlyArray<CardColumn<Row>> {
  const changes = (field: ChangeProps["field"]) =>
    kinds.map((of) => ({
      id: `${of.kind}_${field}`,
      header: of.header,
      ...(field === "units" && { unit: "units" }),
      kind: "number" as const,
      wideOnly: field === "units",
      cell: (row: Row) => <Change answer={answer} row={row} of={of} field={field} />,
    }));
  return [
    { id: "date", header: "Day", kind: "text", cell: ({ date }) => formatDay(date) },
    ...changes("count"),
    ...changes("units"),
    {
      id: "known",
      header: "Known",
      kind: "number",
      description:
        "Addresses with a known balance, without the issuer. Largest: the list contains only the largest holders",
      cell: (row) => (
        <span className="inline-flex items-center gap-2">
          {!row.is_complete && <Pill>Largest</Pill>}
          <ExplainNumber
            number={explainedKnownCount(answer, row)}
            label={`Known holders, ${formatDay(row.date)}`}
          >
            <Count value={row.known_count} full />
          </ExplainNumber>
        </span>
      ),
    },
  ];
}

const fileColumns: ReadonlyArray<FileColumn<Row>> = [
  { name: "date", value: ({ date }) => date },
  { name: "since", value: ({ changes }) => changes.since },
  { name: "known_holders", value: ({ known_count: count }) => count },
  { name: "is_complete", value: ({ is_complete: complete }) => String(complete) },
  { name: "is_since_complete", value: ({ changes }) => String(changes.is_since_complete) },
  ...(["count", "units"] as const).flatMap((field) =>
    kinds.map(({ kind }) => ({
      name: `${kind}_${field}`,
      value: ({ changes }: Row) => changes[`${kind}_${field}`],
    })),
  ),
];

function leadOf(rows: ReadonlyArray<Row> | undefined): string {
  const all = rows ?? [];
  const cut =
    all.length > shown
      ? ` The newest ${shown} of ${all.length} days are shown; files contain all.`
      : "";
  const incomplete = all.some(
    ({ is_complete: complete, changes }) => !complete || !changes.is_since_complete,
  );
  const limits = incomplete
    ? " Where only the largest holders are known, a new holder may have held less before, and an exited one may still hold less."
    : "";
  return `Known holders at the end of the day, compared with the day before it in this table; without the issuer. Units of exited holders are those of the day before.${limits}${cut}`;
}

type HolderChangesProps = {
  answer: GetHolderCohortsResponse | undefined;
  origin: () => Promise<Origin>;
  failure: Failure | null;
  onRetry: () => void;
};

/** How many of the known holders stay from day to day, and with how many units. */
export function HolderChangesTable({ answer, origin, failure, onRetry }: HolderChangesProps) {
  const rows = answer && rowsOf(answer);
  const lead = leadOf(rows);
  return (
    <CardTable
      title={title}
      lead={lead}
      beside={
        <>
          {answer?.is_sample && <SampleTag />}
          <TableFile
            title={title}
            about={lead}
            rows={rows}
            sampleOf={() => answer?.is_sample ?? false}
            origin={origin}
            columns={fileColumns}
          />
        </>
      }
      columns={answer ? columnsOf(answer) : []}
      rows={rows?.slice(0, shown)}
      facts={{ id: ({ date }) => date, name: ({ date }) => formatDay(date) }}
      failure={failure}
      onRetry={onRetry}
      empty={{
        title: "No earlier holder data",
        text: "Changes appear once the holders of a second day are known.",
      }}
    />
  );
}
