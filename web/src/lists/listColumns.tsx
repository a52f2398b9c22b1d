import type { FieldMeta, ResourceMeta } from "@/api/contract";
import { isRanked, type RankedNumbers } from "@/api/listQuery";
import type { CatalogKey } from "@/app-state/numberExplanation";
import type { Column } from "@/components/table/columns";
import type { RowFacts } from "@/components/table/Table";
import { metaCell } from "@/records/cells";
import { FactNumber, isNumeric } from "@/records/FactNumber";
import { type CatalogRecord, fieldValue } from "@/records/resource";
import type { CatalogColumn, ListColumn, Listing } from "./listing";
import { fieldLabel, furtherFields } from "./metaFields";

/** The columns of a list as the server knows them: what can be sorted, what it means, and every field not shown yet. */
export function listColumns<Row extends object>(
  own: ReadonlyArray<CatalogColumn<Row>>,
  meta: ResourceMeta | undefined,
  numbers?: RankedNumbers,
  of?: CatalogKey,
): ReadonlyArray<ListColumn<Row>> {
  const known = own.map((column) => {
    const field = meta?.fields.find(({ name }) => name === column.id);
    const sortable = field?.sortable ?? isRanked(column.id, numbers);
    const cell = field && of ? explainable(of, field, column) : column.cell;
    return { ...column, cell, sortable, description: field?.description ?? column.description };
  });
  if (!meta) return known;
  const further = furtherFields(meta, own).map((field): Column<Row> => {
    const dated = field.type === "date" || field.type === "instant";
    const counted = field.type === "int" || field.type === "decimal";
    const header = fieldLabel(field.name);
    const cell = (row: Row) => metaCell(field, row);
    return {
      id: field.name,
      header,
      kind: dated ? "date" : counted ? "number" : "text",
      group: "More fields",
      defaultHidden: true,
      sortable: field.sortable,
      description: field.description,
      cell: of ? explainable(of, field, { header, cell }) : cell,
    };
  });
  return [...known, ...further];
}

/** The cells of a field that says how much or how many lead to where it comes from. */
function explainable<Row extends object>(
  of: CatalogKey,
  field: FieldMeta,
  { header, cell }: Pick<Column<Row>, "header" | "cell">,
): Column<Row>["cell"] {
  if (!isNumeric(field)) return cell;
  return (row) => {
    const [slug, name] = [fieldValue(row, "slug"), fieldValue(row, "name")];
    if (typeof slug !== "string" || typeof name !== "string") return cell(row);
    return (
      <FactNumber of={of} row={{ ...row, slug, name }} field={field.name} label={header} inGrid>
        {cell(row)}
      </FactNumber>
    );
  };
}

export function rowFacts<Row extends CatalogRecord>(href: Listing<Row>["href"]): RowFacts<Row> {
  return {
    id: (row) => String(row.id),
    name: (row) => row.name,
    href: (row) => href?.(row) ?? null,
  };
}
