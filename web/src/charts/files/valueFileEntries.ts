import type { FileFormat } from "@/api/downloads";
import { describeFailure } from "@/api/failures";
import { explainFailure } from "@/components/states/failureTexts";
import type { MenuEntry } from "@/components/ui/overlays/menuEntry";
import { showToast } from "@/lib/toasts";
import { type Currency, isConverted } from "../currencies";
import type { FileQuery } from "./saveValues";

const formats: ReadonlyArray<{ format: FileFormat; name: string }> = [
  { format: "csv", name: "CSV" },
  { format: "xlsx", name: "Excel (XLSX)" },
  { format: "ndjson", name: "NDJSON" },
  { format: "parquet", name: "Parquet" },
];

/** Every value of the answer with where it comes from, as files of the server, which are not converted. */
export function valueFileEntries(
  fileQuery: FileQuery | null,
  currency: Currency = "usd",
): readonly MenuEntry[] {
  const what = isConverted(currency) ? "All values in US$ and sources" : "All values and sources";
  return formats.map(({ format, name }) => ({
    label: `${what}, ${name}`,
    icon: "download",
    disabled: fileQuery === null,
    onSelect: () => {
      if (fileQuery) void save(fileQuery, format);
    },
  }));
}

async function save(fileQuery: FileQuery, format: FileFormat): Promise<void> {
  const id = "values-file";
  showToast({ id, message: "Preparing the file." });
  try {
    const { saveValues } = await import("./saveValues");
    const name = await saveValues(fileQuery, format);
    showToast({ id, variant: "success", message: `${name} was downloaded.` });
  } catch (error) {
    const message = `The file could not be created. ${explainFailure(describeFailure(error))}`;
    showToast({ id, variant: "danger", message });
  }
}
