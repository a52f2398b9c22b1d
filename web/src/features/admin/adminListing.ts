import type { Base } from "@/api/listQuery";
import type { Column } from "@/components/table/columns";
import type { RowFacts } from "@/components/table/Table";
import type { CardLayout } from "@/lists/table/TableCards";

/** A list of administrators: everything in which one differs from the other. */
export type AdminListing<Row> = Base & {
  /** The plural of a row: "Users". */
  label: string;
  /** A column whose id is a field that can be sorted by is sortable. */
  columns: ReadonlyArray<Omit<Column<Row>, "sortable" | "description">>;
  facts: RowFacts<Row>;
  cards: CardLayout<Row>;
  /** The placeholder of the search box. */
  searchLabel: string;
  /** The fields to filter by, as they are called here. */
  filters: Readonly<Record<string, string>>;
  empty: { title: string; text: string };
};
