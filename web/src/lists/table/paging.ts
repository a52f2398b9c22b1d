import type { PagePosition } from "@/lib/address/viewState";
import { decimalText } from "@/lib/format/decimal";

/** The page of the last answer. */
export type Paging = {
  /** Rows of a full page. */
  size: number;
  /** Rows on all pages; null when counting them was too much. */
  total: number | null;
  /** Where the shown rows begin among all, from 0; null on a page reached by a cursor. */
  offset: number | null;
  previous: PagePosition | null;
  next: PagePosition | null;
  /** Whether a page can be requested by its number. */
  numbered?: boolean;
};

/** A list answered by page numbers. */
export function numberedPaging(page: number, size: number, total: number): Paging {
  const last = pageCount(total, size);
  const at = Math.min(Math.max(page, 1), last);
  return {
    size,
    total,
    offset: (at - 1) * size,
    previous: at > 1 ? { kind: "number", number: at - 1 } : null,
    next: at < last ? { kind: "number", number: at + 1 } : null,
    numbered: true,
  };
}

type AnsweredPage = {
  page: number;
  perPage: number;
  resultCount: number;
  nextCursor: string | null;
};

/** A list too long to be counted through: forward by cursor, back by number. */
export function cursorPaging(answered: AnsweredPage | undefined, size: number): Paging {
  if (!answered) return { size, total: null, offset: null, previous: null, next: null };
  const { page, perPage, resultCount, nextCursor } = answered;
  return {
    size: perPage,
    total: resultCount,
    offset: (page - 1) * perPage,
    previous: page > 1 ? { kind: "number", number: page - 1 } : null,
    next: nextCursor === null ? null : { kind: "after", cursor: nextCursor },
  };
}

export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** Pages of another size: the one on which the first shown row stands. */
export function changePageSize({ offset }: Paging, perPage: number) {
  const number = Math.floor((offset ?? 0) / perPage) + 1;
  const page: PagePosition | null = number > 1 ? { kind: "number", number } : null;
  return { page, perPage };
}

/** The pages worth a button: the ends and the neighbours of the current one; null where some are left out. */
export function pageNumbers(current: number, count: number): Array<number | null> {
  const near = [current - 1, current, current + 1];
  const shown = [1, ...near, count].filter((page) => page >= 1 && page <= count);
  const pages = [...new Set(shown)].sort((left, right) => left - right);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1] ?? 0;
    if (page === before + 2) return [page - 1, page];
    return page > before + 1 ? [null, page] : [page];
  });
}

/** "1 to 28 of 36" */
export function rangeText(paging: Paging, rows: number): string {
  const total = paging.total === null ? "" : decimalText(paging.total, 0, 0);
  if (rows === 0) return total === "" ? "No rows" : `0 of ${total}`;
  if (paging.offset === null) return total === "" ? `${rows} rows` : `${rows} of ${total}`;
  const range = `${decimalText(paging.offset + 1, 0, 0)} to ${decimalText(paging.offset + rows, 0, 0)}`;
  if (total !== "") return `${range} of ${total}`;
  return paging.next ? `${range} of more` : range;
}
