import type { FieldMeta, ResourceMeta } from "@/api/contract";
import type { FilterField } from "./filter/filterFields";
import type { CatalogColumn } from "./listing";

/** "asset_class_name" is "Asset class". */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/_(name|slug|id)$/, "")
    .replace(/_on$/, "")
    .replace(/^(is|has)_/, "")
    .replaceAll("_", " ")
    .replace(/\b(kyc|isin|cusip|lei|cik|url|caip2|evm|bps)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Numbers of records and links of their columns say nothing to people. */
function isTechnical(field: FieldMeta, fields: ReadonlyArray<FieldMeta>): boolean {
  const { name, type } = field;
  if (type === "id" && name !== "id") return true;
  return (
    name.endsWith("_id") && fields.some((other) => other.name === name.replace(/_id$/, "_slug"))
  );
}

/** Fields that a list can show beside its own columns. */
export function furtherFields<Row>(
  meta: ResourceMeta,
  columns: ReadonlyArray<CatalogColumn<Row>>,
): ReadonlyArray<FieldMeta> {
  const shown = new Set(columns.flatMap(({ id, fields }) => fields ?? [id]));
  return meta.fields.filter((field) => {
    const { name } = field;
    if (shown.has(name) || isTechnical(field, meta.fields)) return false;
    return !(name.endsWith("_slug") && shown.has(name.replace(/_slug$/, "_name")));
  });
}

/** The fields by which a list can be filtered: the suggested ones first, then all others by name. */
export function filterFields<Row>(
  meta: ResourceMeta | undefined,
  suggested: ReadonlyArray<string>,
  columns: ReadonlyArray<CatalogColumn<Row>>,
  search: FilterField,
): ReadonlyArray<FilterField> {
  if (!meta) return [search];
  const first = suggested.flatMap((name) => meta.fields.filter((field) => field.name === name));
  const rest = meta.fields
    .filter((field) => !suggested.includes(field.name) && !isTechnical(field, meta.fields))
    .filter(({ name, type, validValues }) => {
      if (validValues.length > 0) return true;
      return name !== "name" && type !== "list" && type !== "id" && !name.endsWith("_slug");
    })
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const labelled = [...first, ...rest].map((field) => filterField(field, labelOf(field, columns)));
  return [search, ...withoutTwins(labelled)];
}

function labelOf<Row>({ name }: FieldMeta, columns: ReadonlyArray<CatalogColumn<Row>>): string {
  const column = columns.find(({ id, fields }) => id === name || fields?.includes(name));
  return column?.header ?? fieldLabel(name);
}

/** A slug with its choices and the name beside it ask the same. */
function withoutTwins(fields: ReadonlyArray<FilterField>): ReadonlyArray<FilterField> {
  return fields.filter(
    ({ label }, at) => fields.findIndex((other) => other.label === label) === at,
  );
}

function filterField(field: FieldMeta, label: string): FilterField {
  const named = { id: field.name, label };
  if (field.validValues.length > 0) {
    const options = field.validValues.map((known) => ({
      value: known.value,
      content: { label: known.label },
    }));
    return { ...named, kind: "several", options };
  }
  if (field.type === "bool") return { ...named, kind: "boolean" };
  if (field.type === "date" || field.type === "instant") return { ...named, kind: "date" };
  if (field.type === "int" || field.type === "decimal") {
    if (field.unit === "ratio")
      return { ...named, kind: "number", unit: { label: "%", size: 0.01 } };
    return field.unit
      ? { ...named, kind: "number", unit: { label: field.unit, size: 1 } }
      : { ...named, kind: "number" };
  }
  return { ...named, kind: "text" };
}
