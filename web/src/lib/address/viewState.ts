import { longestFilterText } from "@/api/contract";
import { presentName } from "./earlierNames";
import { pageSizes } from "./pageSizes";

/** The view of a list, as far as its address says it. */
export type ViewState = {
  filters: ReadonlyArray<Filter>;
  sort: Sort | null;
  /** The first page is null. */
  page: PagePosition | null;
  /** The shown columns in their order; null for those shown by default. */
  columns: ReadonlyArray<string> | null;
  /** How many rows a page has; null for as many as the list thinks fit. */
  perPage: number | null;
};

export const filterOperators = ["is", "not", "contains", "starts", "between"] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** Numbers are decimal text, days YYYY-MM-DD, yes and no "true" and "false"; an open end of a range is "". */
export type Filter = { field: string; operator: FilterOperator; values: ReadonlyArray<string> };

export type SortDirection = "ascending" | "descending";
export type Sort = { column: string; direction: SortDirection };
export type PagePosition =
  | { kind: "number"; number: number }
  | { kind: "after" | "before"; cursor: string };

export const emptyViewState: ViewState = {
  filters: [],
  sort: null,
  page: null,
  columns: null,
  perPage: null,
};

/** An address is written by anybody: what exceeds these is not read. */
const limits = {
  filters: 20,
  values: 50,
  value: longestFilterText,
  columns: 100,
  page: 100_000,
  cursor: 512,
};
const ownKeys = ["filter", "sort", "page", "after", "before", "columns", "rows"];
const namePattern = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** Writes a view into an address; what else the address says stays. */
export function encodeViewState(state: ViewState, into = ""): URLSearchParams {
  const params = new URLSearchParams(into);
  for (const key of ownKeys) params.delete(key);
  for (const { field, operator, values } of state.filters) {
    params.append("filter", `${field}:${operator}:${values.map(escapeValue).join(",")}`);
  }
  if (state.sort) {
    params.set("sort", (state.sort.direction === "descending" ? "-" : "") + state.sort.column);
  }
  if (state.page?.kind === "number" && state.page.number > 1) {
    params.set("page", String(state.page.number));
  }
  if (state.page && state.page.kind !== "number") params.set(state.page.kind, state.page.cursor);
  if (state.columns) params.set("columns", state.columns.join(","));
  if (state.perPage !== null) params.set("rows", String(state.perPage));
  return params;
}

/** Reads a view from an address; whatever it does not understand counts as absent. */
export function decodeViewState(address: string | URLSearchParams): ViewState {
  const params = new URLSearchParams(address);
  const filters = params.getAll("filter").slice(0, limits.filters).map(decodeFilter);
  return {
    filters: filters.filter((filter) => filter !== null),
    sort: decodeSort(params.get("sort")),
    page: decodePage(params),
    columns: decodeColumns(params.get("columns")),
    perPage: pageSizes.find((size) => String(size) === params.get("rows")) ?? null,
  };
}

function decodeFilter(text: string): Filter | null {
  const [field = "", operator = "", ...rest] = text.split(":");
  const known = filterOperators.find((name) => name === operator);
  if (!known || !namePattern.test(field)) return null;
  const values = rest.join(":").split(",", limits.values).map(unescapeValue);
  if (values.some((value) => value.length > limits.value)) return null;
  if (known === "between" && values.length !== 2) return null;
  return values.every((value) => value === "") ? null : { field, operator: known, values };
}

function decodeSort(text: string | null): Sort | null {
  if (text === null) return null;
  const descending = text.startsWith("-");
  const column = presentName(descending ? text.slice(1) : text);
  if (!namePattern.test(column)) return null;
  return { column, direction: descending ? "descending" : "ascending" };
}

function decodePage(params: URLSearchParams): PagePosition | null {
  for (const kind of ["after", "before"] as const) {
    const cursor = params.get(kind);
    if (cursor && cursor.length <= limits.cursor) return { kind, cursor };
  }
  const text = params.get("page") ?? "";
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 1;
  return number > 1 && number <= limits.page ? { kind: "number", number } : null;
}

function decodeColumns(text: string | null): string[] | null {
  const names = (text ?? "").split(",", limits.columns).filter((name) => namePattern.test(name));
  return names.length > 0 ? [...new Set(names.map(presentName))] : null;
}

function escapeValue(value: string): string {
  return value.replaceAll("~", "~0").replaceAll(",", "~1");
}

function unescapeValue(text: string): string {
  return text.replaceAll("~1", ",").replaceAll("~0", "~");
}
