import type { ReactNode } from "react";
import type { Base } from "@/api/listQuery";
import type { Column } from "@/components/table/columns";
import type { CatalogRecord, Resource } from "@/records/resource";
import type { FileTexts } from "./files/viewFile";
import type { RowNumbers } from "./numbers/rowNumbers";
import type { CardLayout } from "./table/TableCards";

/** A column whose id is the field that it is sorted and downloaded by, where it shows one. */
export type CatalogColumn<Row> = Omit<Column<Row>, "sortable"> & {
  /** The fields it shows, where they are others than its id; none for what the catalog does not keep. */
  fields?: ReadonlyArray<string>;
  /** The name of its number in files, where its id does not say all that the header says. */
  numberField?: string;
  /** Its values in files, by the names of their columns, if the catalog does not have them. */
  fileTexts?: FileTexts<Row>;
  /** Its cells say something without a value too, such as Off-Chain: the list never leaves it out. */
  isNeverEmpty?: boolean;
};

/** A column of a list as the server knows it, with the fields by which its values are found. */
export type ListColumn<Row> = Column<Row> & Pick<CatalogColumn<Row>, "fields" | "isNeverEmpty">;

/** A list of one kind of record: everything in which its page differs from others. */
export type Listing<Row extends CatalogRecord> = Base & {
  resource: Resource<Row>;
  /** The plural of a row: "Assets". */
  label: string;
  columns: ReadonlyArray<CatalogColumn<Row>>;
  href?: (row: Row) => string | null;
  /** A note on the numbers of its rows. */
  numbers?: RowNumbers;
  cards: CardLayout<Row>;
  /** The placeholder of the search box. */
  searchLabel: string;
  /** Fields to filter by that are offered first. */
  filters: ReadonlyArray<string>;
  /** Set while what its columns say is not known yet: a file would miss it. */
  incomplete?: boolean;
  /** Under the table, such as why a column is empty. */
  coverage?: ReactNode;
  /** At the end of the toolbar, such as a legend. */
  legend?: ReactNode;
  /** Shown in a list without any row. */
  empty: { title: string; text: string };
};
