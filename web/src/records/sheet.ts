import type { ReactNode } from "react";
import type { KpiTileProps } from "@/components/kpi/KpiTile";
import type { CatalogRecord, Resource } from "./resource";

/** One fact of a record. */
export type Fact<Row> = {
  /** The field it shows, whose description the server has. */
  field: string;
  label: string;
  value: (row: Row) => ReactNode;
  /** Left out of records that cannot have it. */
  when?: (row: Row) => boolean;
  /** Set where it is a link, which has no room for another way. */
  isLink?: boolean;
};

export type FactGroup<Row> = { title: string; facts: ReadonlyArray<Fact<Row>> };

/** A figure above the page, and the field that it shows. */
export type CountedTile = KpiTileProps & { field: string };

/** Records that belong to the one of the page, under a tab of their own. */
export type Related<Row> = {
  id: string;
  label: string;
  /** Left out of records that cannot have any. */
  when?: (row: Row) => boolean;
  /** How many there are, where the record knows. */
  count?: (row: Row) => number;
  list: (row: Row) => ReactNode;
};

/** The page of one kind of record: everything in which it differs from others. */
export type Sheet<Row extends CatalogRecord> = {
  resource: Resource<Row>;
  /** One record: "Network". */
  one: string;
  description: string;
  parent: { href: string; label: string };
  mark: (row: Row) => ReactNode;
  /** One line under the name. */
  summary: (row: Row) => ReactNode;
  /** Pages of other sites. */
  links: (row: Row) => ReadonlyArray<{ label: string; href: string | null }>;
  /** The figures of a record; without one only their labels are read, which stand there before the record does. */
  figures: (row: Row | null) => ReadonlyArray<CountedTile>;
  /** The description, in sentences. */
  text: (row: Row) => string | null;
  note: (row: Row) => string | null;
  groups: ReadonlyArray<FactGroup<Row>>;
  related: ReadonlyArray<Related<Row>>;
};
