import type { Filter, Sort, ViewState } from "@/lib/address/viewState";
import type { FieldMeta, Query, Filter as QueryFilter, QueryValue, ResourceMeta } from "./contract";

/** The default number of rows of a list. */
export const pageSize = 50;
/** Rows of a list that is a part of a page. */
export const partSize = 25;

/** The part of a list's query that is not in its address. */
export type Base = {
  /** Holds for every row of the list, whatever its address says. */
  only?: QueryFilter;
  /** The filter of this name looks into these fields. */
  search: { id: string; fields: ReadonlyArray<string> };
  sort: Sort;
  /** The order while the usual one, by a number, cannot be had. */
  fallbackSort?: Sort;
  /** Columns of numbers that the catalog does not keep. */
  numbers?: RankedNumbers;
};

/** Numbers that the server may put rows in order by. */
export type RankedNumbers = { ranks?: ReadonlyArray<string> };

/** Whether rows can be put in order by a number that the catalog does not keep. */
export function isRanked(column: string, numbers: RankedNumbers | undefined): boolean {
  return numbers?.ranks?.includes(column) ?? false;
}

/** A condition of the grammar. */
export function where(
  field: string,
  operator: QueryFilter["operator"],
  value: QueryValue,
): QueryFilter {
  return { operator, field, value };
}

/** The condition of a search: the text stands anywhere in the field. Nothing typed is no condition. */
export function contains(field: string, text: string): QueryFilter | null {
  const typed = text.trim();
  return typed === "" ? null : where(field, "ilike", `%${escapePattern(typed)}%`);
}

export function every(
  parts: ReadonlyArray<QueryFilter | null | undefined>,
): QueryFilter | undefined {
  const filters = parts.filter((part): part is QueryFilter => part !== null && part !== undefined);
  return filters.length > 1 ? { operator: "and", filters } : filters[0];
}

/** The page that a view shows, in the grammar. */
export function queryOf(view: ViewState, base: Base, meta: ResourceMeta | undefined): Query {
  const number = view.page?.kind === "number" ? view.page.number : 1;
  return {
    ...rowsOf(view, base, meta),
    pagination: { page: number, perPage: view.perPage ?? pageSize },
  };
}

/** All rows of a view, in its order. */
export function rowsOf(
  view: ViewState,
  base: Base,
  meta: ResourceMeta | undefined,
): Pick<Query, "filter" | "sort"> {
  const { column, direction } = sortOf(view.sort, base, meta);
  const filter = every([
    base.only,
    ...view.filters.map((filter) => conditionOf(filter, base, meta)),
  ]);
  return {
    ...(filter && { filter }),
    sort: { field: column, direction: direction === "ascending" ? "asc" : "desc" },
  };
}

/** The order of a view; of a column that cannot be sorted by, the usual one. */
export function sortOf(sort: Sort | null, base: Base, meta: ResourceMeta | undefined): Sort {
  if (!sort) return base.sort;
  const field = meta?.fields.find(({ name }) => name === sort.column);
  const sortable = field?.sortable || isRanked(sort.column, base.numbers);
  return meta && !sortable ? base.sort : sort;
}

/** The order in the address, which leaves the default out. */
export function nonDefaultSort(sort: Sort | null, { sort: usual }: Base): Sort | null {
  const same = sort?.column === usual.column && sort.direction === usual.direction;
  return same ? null : sort;
}

/** Whether the list accepts a filter. */
export function isAccepted(filter: Filter, base: Base, meta: ResourceMeta): boolean {
  return conditionOf(filter, base, meta) !== null;
}

/** The filters that the list accepts; all of them until its metadata is known. */
export function acceptedFilters(
  filters: ReadonlyArray<Filter>,
  base: Base,
  meta: ResourceMeta | undefined,
): ReadonlyArray<Filter> {
  return meta ? filters.filter((filter) => isAccepted(filter, base, meta)) : filters;
}

function conditionOf(
  filter: Filter,
  base: Base,
  meta: ResourceMeta | undefined,
): QueryFilter | null {
  if (filter.field === base.search.id && filter.operator === "contains") {
    const pattern = `%${escapePattern(filter.values[0] ?? "")}%`;
    const parts = base.search.fields.map((field) => where(field, "ilike", pattern));
    return parts.length === 1 ? (parts[0] ?? null) : { operator: "or", filters: parts };
  }
  const field = meta?.fields.find(({ name }) => name === filter.field);
  if (!field) return null;
  const part = partOf(field, filter);
  return part && leavesOf(part).every(({ operator }) => field.operators.includes(operator))
    ? part
    : null;
}

function partOf(field: FieldMeta, { operator, values }: Filter): QueryFilter | null {
  const [first = "", second = ""] = values;
  if (operator === "contains") return where(field.name, "ilike", `%${escapePattern(first)}%`);
  if (operator === "starts") return where(field.name, "startsWith", first);
  if (operator === "between") return betweenOf(field, first, second);
  const typed = values.map((value) => typedValue(field, value));
  if (typed.some((value) => value === null)) return null;
  const known = typed.filter((value) => value !== null);
  if (operator === "not") {
    return every(known.map((value) => where(field.name, "notEquals", value))) ?? null;
  }
  const [only] = known;
  if (known.length === 1 && only !== undefined) return where(field.name, "equals", only);
  const listed = known.filter((value) => typeof value !== "boolean");
  return where(field.name, "in", listed);
}

function betweenOf(field: FieldMeta, from: string, to: string): QueryFilter | null {
  const dated = field.type === "date" || field.type === "instant";
  const ends = [
    { value: from, operator: dated ? "onOrAfter" : "gte" },
    { value: to, operator: dated ? "onOrBefore" : "lte" },
  ] as const;
  const parts = ends.flatMap(({ value, operator }) => {
    const typed = value === "" ? null : typedValue(field, value);
    return typed === null ? [] : [where(field.name, operator, typed)];
  });
  return every(parts) ?? null;
}

/** Null where the text is no value of the field. */
function typedValue(field: FieldMeta, text: string): string | number | boolean | null {
  const type = field.type === "list" ? (field.itemType ?? "text") : field.type;
  if (type === "enum" && !field.validValues.some(({ value }) => value === text)) return null;
  if (type === "bool") return text === "true" || text === "false" ? text === "true" : null;
  if (type === "int" || type === "decimal" || type === "id") {
    const number = Number(text);
    return text.trim() !== "" && Number.isFinite(number) ? number : null;
  }
  return text;
}

function leavesOf(part: QueryFilter): ReadonlyArray<QueryFilter> {
  return part.filters?.length ? part.filters.flatMap(leavesOf) : [part];
}

/** Typed characters stand for themselves. */
function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, (letter) => `\\${letter}`);
}
