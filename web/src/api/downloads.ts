import { TRPCClientError } from "@trpc/client";
import type { Query } from "./contract";

/** Whole rows that have arrived, and how many there are. */
export type Progress = { rows: number; total: number };

type Wish = {
  /** The resource as its files are named: "asset_classes". */
  resource: string;
  /** The rows of the file, in its order. */
  rows: Pick<Query, "filter" | "sort">;
  /** The columns of the file, in their order. */
  fields: ReadonlyArray<string>;
};

type Options = { signal?: AbortSignal; onProgress?: (progress: Progress) => void };

export type Download = { blob: Blob; name: string; rows: number };

/** All rows of a question as a file; it fails as a call does, and also where the file broke off. */
export async function download(
  { resource, rows, fields }: Wish,
  { signal, onProgress }: Options = {},
): Promise<Download> {
  const asked = new URLSearchParams({ query: JSON.stringify(rows), fields: fields.join(",") });
  const response = await fetch(`/api/download/${resource}.csv?${asked}`, signal ? { signal } : {});
  if (!response.ok || !response.body) throw await refusalOf(response);
  const total = Number(response.headers.get("assay-rows"));
  const parts: Array<Uint8Array<ArrayBuffer>> = [];
  const lines = lineCounter();
  const reader = response.body.getReader();
  signal?.addEventListener("abort", () => void reader.cancel().catch(() => {}));
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    // The first line names the columns.
    onProgress?.({ rows: Math.max(0, lines(part.value) - 1), total });
  }
  signal?.throwIfAborted();
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = /filename="([\w.-]+)"/.exec(disposition)?.[1] ?? `${resource}.csv`;
  const blob = new Blob(parts, { type: "text/csv;charset=utf-8" });
  return { blob, name, rows: Math.max(0, lines() - 1) };
}

async function refusalOf(response: Response): Promise<Error> {
  try {
    return TRPCClientError.from((await response.json()) as object);
  } catch {
    return new Error(`The answer has the status ${response.status}`);
  }
}

const quote = 0x22;
const lineEnd = 0x0a;

/** Counts the lines of a file as its parts arrive; an end of line within quotes is none. */
function lineCounter(): (part?: Uint8Array) => number {
  let count = 0;
  let quoted = false;
  return (part) => {
    for (const byte of part ?? []) {
      if (byte === quote) quoted = !quoted;
      else if (byte === lineEnd && !quoted) count += 1;
    }
    return count;
  };
}
