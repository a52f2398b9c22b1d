import { useRef, useState } from "react";
import type { Download, FileFormat, Progress } from "@/api/downloads";
import { describeFailure } from "@/api/failures";
import { explainFailure } from "@/components/states/failureTexts";
import { OtherFormats } from "@/components/tableFile/OtherFormats";
import { Button } from "@/components/ui/buttons/Button";
import { Icon } from "@/components/ui/marks/Icon";
import { saveFile } from "@/lib/browser/saveFile";
import { formatCountFull } from "@/lib/format";
import { showToast } from "@/lib/toasts";

const otherFormats = ["xlsx", "ndjson", "parquet"] as const;

export type DownloadProps = {
  /** The plural of a row: "Assets". */
  label: string;
  disabled?: boolean;
  /** Makes the file. */
  make: (options: {
    format: FileFormat;
    signal: AbortSignal;
    onProgress: (progress: Progress) => void;
  }) => Promise<Download>;
};

function useDownload({ label, make }: Pick<DownloadProps, "label" | "make">) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const under = useRef<AbortController | null>(null);
  const start = async (format: FileFormat) => {
    const controller = new AbortController();
    const { signal } = controller;
    under.current = controller;
    setProgress({ rows: 0, total: 0 });
    setAnnouncement(`Downloading ${label.toLowerCase()}`);
    try {
      const file = await make({ format, signal, onProgress: setProgress });
      saveFile(file.blob, file.name);
      setAnnouncement(`${formatCountFull(file.rows)} rows downloaded as ${file.name}`);
    } catch (error) {
      setAnnouncement(signal.aborted ? "Download cancelled" : "");
      if (signal.aborted) return;
      const message = `The file could not be created. ${explainFailure(describeFailure(error))}`;
      showToast({ variant: "danger", message, id: "download" });
    } finally {
      under.current = null;
      setProgress(null);
    }
  };
  return { progress, announcement, start, cancel: () => under.current?.abort() };
}

/** All rows of a view with its columns as a file; a second press ends it. */
export function DownloadButton({ disabled = false, ...file }: DownloadProps) {
  const { progress, announcement, start, cancel } = useDownload(file);
  return (
    <>
      <Button
        size="small"
        disabled={disabled}
        className="min-w-[72px] overflow-hidden"
        title={progress ? "Cancel the download" : "Download this view as CSV"}
        aria-label={progress ? `Cancel the download, ${words(progress)}` : undefined}
        onClick={(event) => {
          if (!progress) void start("csv");
          // The second press of a double click began with the first.
          else if (event.detail < 2) cancel();
        }}
      >
        <Icon name={progress ? "close" : "download"} size={14} />
        {progress ? <span className="num">{percentOf(progress)}%</span> : "CSV"}
        {progress && (
          <span
            aria-hidden="true"
            className="absolute start-0 bottom-0 h-0.5 bg-accent"
            style={{ width: `${percentOf(progress)}%` }}
          />
        )}
      </Button>
      <OtherFormats
        formats={otherFormats}
        disabled={disabled || progress !== null}
        onChoose={(format) => void start(format)}
      />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

/** Rows that were added meanwhile must not make it more than all. */
function percentOf({ rows, total }: Progress): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((100 * rows) / total));
}

function words({ rows, total }: Progress): string {
  return `${formatCountFull(rows)} of ${formatCountFull(total)} rows`;
}
