import type { ReactNode } from "react";
import type { NumberKey } from "@/app-state/numberExplanation";
import type { CatalogRecord } from "../resource";
import type { FactGroup } from "../sheet";

/** A figure of a record: a field of it, or what is made of several. */
export type PanelFigure = { label: string; value: ReactNode } & (
  | { field: string }
  | { number: NumberKey | null }
);

/** The panel of a record without a page of its own, beside its list. */
export type Panel<Row extends CatalogRecord> = {
  /** One record: "Loan". */
  one: string;
  /** One line under the name. */
  summary: (row: Row) => ReactNode;
  figures: (row: Row) => ReadonlyArray<PanelFigure>;
  /** Sections above the facts, such as a schedule. */
  parts: (row: Row) => ReactNode;
  groups: ReadonlyArray<FactGroup<Row>>;
  note: (row: Row) => string | null;
};
