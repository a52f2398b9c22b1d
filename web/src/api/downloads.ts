import { TRPCClientError } from "@trpc/client";
import { excludesSamples } from "@/lib/browser/display";
import type { Filter, SeriesGroupBy, SubjectKind } from "./contract";

/** Whole rows that have arrived, and how many there are. */
export type Progress = { rows: number; total: number };

export type FileFormat = "csv" | "xlsx" | "ndjson" | "parquet";

/**
 * A number of a row: a measure, or another one in its place; as a part of a whole, its change or its sum over a number of
 * days, or how far it stands from a number.
 */
export type FileNumber = {
  measure: string;
  /** The members that are counted. */
  only: Filter | null;
  otherwise: string | null;
  under: string | null;
  since_days: number | null;
  over_days: number | null;
  against: number | null;
};

/** Numbers over time beside the rows of a list, by the names of their columns. */
export type FileNumbers = {
  subject_kind: SubjectKind;
  /** The groups have the slugs of the rows as their keys. */
  group_by: SeriesGroupBy;
  filter: Filter | null;
  columns: Readonly<Record<string, FileNumber>>;
};

type DownloadRequest = {
  /** The plural of a row as files are named: "asset_classes", or the procedure that answers: "timeseries.get". */
  file: string;
  /** The request that leaves the rows of the file. */
  query: object;
  /** The columns of the file, in their order; all of them if left out. */
  fields?: ReadonlyArray<string>;
  format?: FileFormat;
  numbers?: FileNumbers | null;
};

type Options = { signal?: AbortSignal; onProgress?: (progress: Progress) => void };

export type Download = { blob: Blob; name: string; rows: number };

function fileAddress({ file, query, fields, format = "csv", numbers }: DownloadRequest): string {
  const params = new URLSearchParams({ query: JSON.stringify(query) });
  if (fields) params.set("fields", fields.join(","));
  if (numbers) params.set("numbers", JSON.stringify(numbers));
  return `/api/download/${file}.${format}?${params}`;
}

/** All rows of a request as a file; it fails as a call does, and also where the file broke off. */
export async function download(
  wish: DownloadRequest,
  { signal, onProgress }: Options = {},
): Promise<Download> {
  const { file, format = "csv" } = wish;
  const filtered = excludesSamples()
    ? (await import("./withoutSamples")).fileWithoutSamples(wish)
    : wish;
  const response = await fetch(fileAddress(filtered), signal ? { signal } : {});
  if (!response.ok || !response.body) throw await refusalOf(response);
  const total = Number(response.headers.get("assay-rows"));
  const parts: Array<Uint8Array<ArrayBuffer>> = [];
  const lines = lineCounter(format);
  const reader = response.body.getReader();
  signal?.addEventListener("abort", () => void reader.cancel().catch(() => {}));
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    const rows = isText(format) ? lines(part.value) - heads[format] : 0;
    onProgress?.({ rows: Math.min(total, Math.max(0, rows)), total });
  }
  signal?.throwIfAborted();
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = /filename="([\w.-]+)"/.exec(disposition)?.[1] ?? `${file}.${format}`;
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  // The last line contains the licences.
  const rows = isText(format) ? Math.max(0, lines() - heads[format] - 1) : total;
  return { blob: new Blob(parts, { type }), name, rows };
}

type TextFormat = "csv" | "ndjson";

/** Lines before the first row. */
const heads: Record<TextFormat, number> = { csv: 1, ndjson: 0 };

/** Whether the rows of a file can be counted while it arrives. */
function isText(format: FileFormat): format is TextFormat {
  return format in heads;
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

/** Counts the lines of a file as its parts arrive; within the quotes of comma-separated text an end of line is none. */
function lineCounter(format: FileFormat): (part?: Uint8Array) => number {
  let count = 0;
  let quoted = false;
  if (!isText(format)) return () => 0;
  return (part) => {
    for (const byte of part ?? []) {
      if (byte === quote && format === "csv") quoted = !quoted;
      else if (byte === lineEnd && !quoted) count += 1;
    }
    return count;
  };
}
