import type { ResourceMeta } from "@/api/contract";
import { isRanked, type Ranked } from "@/api/listQuery";
import type { Column } from "@/components/table/columns";
import type { RowFacts } from "@/components/table/Grid";
import { metaCell } from "./cells";
import type { CatalogColumn, Listing } from "./listing";
import { fieldLabel, furtherFields } from "./metaFields";
import type { CatalogRecord } from "./resource";

/** The columns of a list as the server knows them: what can be sorted, what it means, and every field not shown yet. */
export function columnsOf<Row extends object>(
  own: ReadonlyArray<CatalogColumn<Row>>,
  meta: ResourceMeta | undefined,
  numbers?: Ranked,
): ReadonlyArray<Column<Row>> {
  const known = own.map((column) => {
    const field = meta?.fields.find(({ name }) => name === column.id);
    const sortable = field?.sortable ?? isRanked(column.id, numbers);
    return { ...column, sortable, description: field?.description };
  });
  if (!meta) return known;
  const further = furtherFields(meta, own).map((field): Column<Row> => {
    const dated = field.type === "date" || field.type === "instant";
    const counted = field.type === "int" || field.type === "decimal";
    return {
      id: field.name,
      header: fieldLabel(field.name),
      kind: dated ? "date" : counted ? "number" : "text",
      group: "More fields",
      defaultHidden: true,
      sortable: field.sortable,
      description: field.description,
      cell: (row) => metaCell(field, row),
    };
  });
  return [...known, ...further];
}

export function factsOf<Row extends CatalogRecord>(href: Listing<Row>["href"]): RowFacts<Row> {
  return {
    id: (row) => String(row.id),
    name: (row) => row.name,
    href: (row) => href?.(row) ?? null,
  };
}
