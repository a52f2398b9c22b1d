import type { ReactNode } from "react";
import type { ColumnKind } from "@/components/table/columns";
import { Starred } from "@/components/ui/marks/Starred";
import { Change, Count, Money, NoFigure, Percent, Price } from "@/components/ui/text/Figure";
import { qualifierLabel } from "@/lib/format/qualifiers";
import { Explainable } from "@/records/FactNumber";
import { fieldValue } from "@/records/resource";
import { useRowNumbers } from "./rowNumbers";

/** Prices have the decimals that issuers publish; rates of change as many as distinguish small ones. */
export type NumberKind = ColumnKind | "price" | "rate";

type NumberCellProps = {
  row: object;
  column: string;
  kind: NumberKind;
  /** Why a row has no number. */
  reason?: string | undefined;
};

const unloaded = "Could not load";

/** A number of a row that the catalog does not keep. */
export function NumberCell({ row, column, kind, reason = "Not available" }: NumberCellProps) {
  const loaded = useRowNumbers();
  if (loaded?.status === "loading") {
    return (
      <span
        aria-hidden="true"
        className="inline-block h-2.5 w-10 animate-skeleton rounded-[3px] bg-surface-3 align-middle"
      />
    );
  }
  if (loaded?.status === "failed") return <NoFigure reason={unloaded} />;
  const slug = fieldValue(row, "slug");
  if (!loaded || typeof slug !== "string") return shown(null, kind, reason);
  const value = loaded.at(column, slug);
  const name = fieldValue(row, "name");
  const explained = loaded.explained(column, slug, typeof name === "string" ? name : slug);
  const absent = loaded.isMissing(column) ? unloaded : reason;
  const mark = value === null ? null : qualifierLabel(loaded.qualifier(column, slug));
  // A cell of a grid is left and entered as a whole.
  return (
    <Starred reason={mark}>
      <Explainable number={explained} tabIndex={-1}>
        {shown(value, kind, absent)}
      </Explainable>
    </Starred>
  );
}

function shown(value: number | null, kind: NumberKind, reason: string): ReactNode {
  if (kind === "money") return <Money value={value} column="millions" reason={reason} />;
  if (kind === "price") return <Price value={value} reason={reason} />;
  if (kind === "rate") return <Change value={value} places={2} reason={reason} />;
  if (kind === "change") return <Change value={value} reason={reason} />;
  if (kind === "share") return <Percent value={value} places={2} reason={reason} />;
  return <Count value={value} full reason={reason} />;
}
