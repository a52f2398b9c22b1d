import type { ReactNode } from "react";
import type { Explained } from "@/app-state/explained";
import type { CatalogRecord } from "./resource";
import type { FactGroup } from "./sheet";

/** A figure of a record: a field of it, or what is made of several. */
export type PanelFigure = { label: string; value: ReactNode } & (
  | { field: string }
  | { number: Explained | null }
);

/** What a record without a page of its own shows beside its list. */
export type Panel<Row extends CatalogRecord> = {
  /** What one is: "Loan". */
  one: string;
  /** One line under the name. */
  summary: (row: Row) => ReactNode;
  figures: (row: Row) => ReadonlyArray<PanelFigure>;
  /** What follows from others, such as a schedule, before the facts. */
  parts: (row: Row) => ReactNode;
  groups: ReadonlyArray<FactGroup<Row>>;
  note: (row: Row) => string | null;
};
