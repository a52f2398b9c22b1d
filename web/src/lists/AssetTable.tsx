import { type ReactNode, useState } from "react";
import { describeFailure } from "@/api/failures";
import { commonPlans, plansBeyond } from "@/api/plans";
import type { Answer } from "@/api/series";
import { TableFile } from "@/components/tableFile/TableFile";
import { Button } from "@/components/ui/buttons/Button";
import { Link } from "@/components/ui/links/Link";
import { Monogram } from "@/components/ui/marks/Monogram";
import { SampleTag } from "@/components/ui/marks/SampleTag";
import { assetAddress } from "@/lib/address/addresses";
import { classColour } from "@/lib/classColour";
import type { Origin } from "@/lib/files/origin";
import { cardNameStyle } from "./cardNameStyle";
import { type CardColumn, CardTable } from "./table/CardTable";

type Row = { key: string; name: string; symbol: string | null; sample: boolean };

type AssetTableProps<Of extends Row> = {
  title: string;
  lead: ReactNode;
  classSlug: string;
  columns: ReadonlyArray<CardColumn<Of>>;
  rows: ReadonlyArray<Of> | undefined;
  answers: ReadonlyArray<Answer<unknown>>;
  /** Asks where the figures come from, for the file. */
  origin: () => Promise<Origin>;
  empty: { title: string; text: string };
  /** The name of the row with the totals of the columns. */
  total?: string;
};

/** The number of rows before all are requested. */
const usual = 12;

/** The assets of a class with what only its assets have: the first of them, all on request, all in the file. */
export function AssetTable<Of extends Row>(props: AssetTableProps<Of>) {
  const { title, lead, classSlug, columns, rows, answers, origin, empty, total } = props;
  const [isWhole, setWhole] = useState(false);
  const count = rows?.length ?? 0;
  const isCut = count > usual && !isWhole;
  const hasSample = rows?.some(({ sample }) => sample) ?? false;
  return (
    <CardTable
      title={title}
      lead={
        <>
          {lead}
          {isCut && ` First ${usual} of ${count}.`}
        </>
      }
      beside={
        <>
          {hasSample && <SampleTag />}
          {count > usual && (
            <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? `Show ${usual}` : `Show all ${count}`}
            </Button>
          )}
          <TableFile
            title={title}
            rows={rows}
            sampleOf={({ sample }) => sample}
            origin={origin}
            columns={[
              { name: "slug", value: ({ key }) => key },
              { name: "name", value: ({ name }) => name },
              ...columns.flatMap(({ file }) => file ?? []),
            ]}
          />
        </>
      }
      columns={[
        {
          id: "name",
          header: "Asset",
          kind: "text",
          cell: (row) => <AssetName row={row} classSlug={classSlug} />,
          // The name of a row has its mark already, that of the total has not.
          total: total && (
            <>
              {total} {hasSample && <SampleTag short />}
            </>
          ),
        },
        ...columns,
      ]}
      rows={isCut ? rows?.slice(0, usual) : rows}
      facts={{ id: ({ key }) => key, name: ({ name }) => name }}
      empty={empty}
      {...failureOf(answers)}
    />
  );
}

/** The message of a table none of whose requests succeeded, the retry of all of them, and the plans that include the rest. */
export function failureOf(answers: ReadonlyArray<Answer<unknown>>) {
  const error = answers.find((answer) => answer.error !== null)?.error ?? null;
  return {
    failure: error === null ? null : describeFailure(error),
    plans: commonPlans(answers.map(({ data }) => plansBeyond(data))),
    onRetry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch();
    },
  };
}

function AssetName({ row, classSlug }: { row: Row; classSlug: string }) {
  return (
    <Link
      href={assetAddress(row.key)}
      className="flex min-h-6 max-w-60 items-center gap-2 hover:underline pointer-coarse:min-h-11 @min-[900px]:max-w-96 @max-[560px]:max-w-44"
      title={row.name}
    >
      <Monogram id={row.key} name={row.symbol ?? row.name} colour={classColour(classSlug)} />
      <bdi className={cardNameStyle}>{row.name}</bdi>
      {row.sample && <SampleTag short />}
    </Link>
  );
}
