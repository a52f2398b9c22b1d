import { download, type FileFormat } from "@/api/downloads";
import { saveFile } from "@/lib/browser/saveFile";

/** The query of a chart, by the name of its procedure. */
export type FileQuery = {
  file: "timeseries.get" | "timeseries.aggregate" | "holders.cohorts";
  query: object;
};

/** Saves the values of a chart as a file of the server; returns its name. */
export async function saveValues(fileQuery: FileQuery, format: FileFormat): Promise<string> {
  const file = await download({ ...fileQuery, format });
  saveFile(file.blob, file.name);
  return file.name;
}
