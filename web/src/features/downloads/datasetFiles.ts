import type { Dataset } from "@/api/contract";

/** A data set in the formats that it is written in. */
export type DatasetGroup = {
  id: string;
  /** Its first format, whose columns are those of all formats. */
  first: Dataset;
  files: readonly Dataset[];
};

/** Formats of one data set together, in the order of the manifest; what is made up comes last. */
export function datasetsOf(files: readonly Dataset[]): readonly DatasetGroup[] {
  const groups = new Map<string, Dataset[]>();
  for (const file of files) {
    const known = groups.get(file.dataset);
    if (known) known.push(file);
    else groups.set(file.dataset, [file]);
  }
  const all = [...groups].flatMap(([id, of]): DatasetGroup[] => {
    const [first] = of;
    return first ? [{ id, first, files: of }] : [];
  });
  return [
    ...all.filter(({ first }) => !first.is_sample),
    ...all.filter(({ first }) => first.is_sample),
  ];
}

const formatNames: Readonly<Record<string, string>> = {
  parquet: "Parquet",
  "csv.gz": "CSV, gzip",
  "ndjson.gz": "NDJSON, gzip",
};

export function formatName(format: string): string {
  return formatNames[format] ?? format;
}

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** "512 bytes", "1.4 MB" */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}
