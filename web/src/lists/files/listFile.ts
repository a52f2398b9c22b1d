import type { Query } from "@/api/contract";
import { type Download, download, type FileFormat, type Progress } from "@/api/downloads";
import type { CatalogRecord, Client } from "@/records/resource";
import type { CatalogColumn, Listing } from "../listing";
import { fileNumbers } from "../numbers/fileNumbers";
import { type FileTexts, viewFile } from "./viewFile";

type FileOptions = {
  format: FileFormat;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
};

type FileParts<Row> = Pick<CatalogColumn<Row>, "id" | "fields" | "fileTexts" | "numberField">;

/** All rows of the view with its columns; written here where the server does not know all of them. */
export function fileOf<Row extends CatalogRecord>(
  listing: Listing<Row>,
  shown: ReadonlyArray<string>,
  rows: Pick<Query, "filter" | "sort">,
  client: Client,
  options: FileOptions,
): Promise<Download> {
  const { resource, label, columns } = listing;
  const own = shown.map((id): FileParts<Row> => {
    return columns.find((column) => column.id === id) ?? { id };
  });
  const fileTexts: FileTexts<Row> = Object.assign({}, ...own.map((column) => column.fileTexts));
  const numbers = fileNumbers(listing.numbers, own);
  // A column that the catalog does not keep has no fields: it is a number, or written here.
  const fields = own.flatMap(
    ({ id, numberField = id, fields: shows = [id], fileTexts: says = {} }) => [
      ...(numbers && numberField in numbers.columns ? [numberField] : shows),
      ...Object.keys(says),
    ],
  );
  const { format } = options;
  if (Object.keys(fileTexts).length === 0 || format !== "csv") {
    // Other formats hold what the catalog keeps.
    const kept = fields.filter((field) => !(field in fileTexts));
    const wish = { file: resource.key, query: rows, fields: kept, format, numbers };
    return download(wish, options);
  }
  return viewFile({ list: resource.of(client).list, label, rows, fields, fileTexts }, options);
}
