import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import {
  type AccountExport,
  exportFileHours,
  mostDailyExports,
  productEventDays,
} from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { downloadFile } from "@/lib/browser/saveFile";
import { formatInstant } from "@/lib/format";
import { showToast } from "@/lib/toasts";
import { explainRefusal } from "./refusals";

const ended: Partial<Record<AccountExport["state"], string>> = {
  failed: "The export failed. Start another one.",
  cancelled: "The export was cancelled.",
};

/** "12.4 kB", and less than a thousand bytes as "1 kB". */
function sizeText(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
}

function useExports() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries(trpc.accountData.exports.queryFilter());
  const onError = (error: unknown) => {
    refresh();
    const message = explainRefusal(error);
    showToast({ id: "account-data", variant: "danger", message });
  };
  const settle = { onSuccess: refresh, onError };
  const start = useMutation(trpc.accountData.startExport.mutationOptions(settle));
  const cancel = useMutation(trpc.accountData.cancelExport.mutationOptions(settle));
  const authorization = useMutation(
    trpc.accountData.authorizeDownload.mutationOptions({ onError }),
  );
  const download = (file: string) =>
    authorization.mutate(undefined, {
      onSuccess: () => downloadFile(`/api/download/account/${file}`),
    });
  return { start, cancel, download, authorizing: authorization.isPending };
}

function Progress({ running, onCancel }: { running: AccountExport; onCancel: () => void }) {
  const { sections_done: done, section_count: count } = running;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress aria-label="Progress of the export" value={done} max={count} />
      <span className="num text-sm text-text-2">
        {done} of {count} sections
      </span>
      <Button size="small" onClick={onCancel}>
        Cancel export
      </Button>
    </div>
  );
}

function Files({
  made,
  disabled,
  onDownload,
}: {
  made: AccountExport;
  disabled: boolean;
  onDownload: (file: string) => void;
}) {
  return (
    <>
      <p className="text-sm text-text-2">
        Exported <span className="num">{formatInstant(made.requested_at)}</span>. Available until{" "}
        <span className="num">{formatInstant(made.expires_at)}</span>.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={disabled} onClick={() => onDownload(`${made.id}.json`)}>
          Download JSON ({sizeText(made.json_bytes ?? 0)})
        </Button>
        <Button size="small" disabled={disabled} onClick={() => onDownload(`${made.id}.zip`)}>
          Download CSV ({sizeText(made.csv_bytes ?? 0)})
        </Button>
      </div>
    </>
  );
}

type AccountExportsProps = { newest: AccountExport | undefined; known: boolean };

/** Starts an export of everything about the user, and shows the newest one. */
export function AccountExports({ newest, known }: AccountExportsProps) {
  const { start, cancel, download, authorizing } = useExports();
  const running = newest?.state === "running";
  return (
    <section
      aria-label="Export"
      className="flex flex-col items-start gap-3 border-line border-b px-(--card-pad) py-4"
    >
      <p className="text-sm text-text-2">
        An export has your account, profile, sessions, sign-in methods, organizations and the
        recorded changes by and about you: as one JSON file, and as CSV files in a ZIP archive. The
        files are deleted after {exportFileHours} hours. You can start {mostDailyExports} exports
        within a day. An export has no records of your use of the site, which have a code that
        changes weekly instead of your name or user ID, and are kept for {productEventDays} days.
      </p>
      {running && <Progress running={newest} onCancel={() => cancel.mutate({ id: newest.id })} />}
      {newest?.state === "ready" && (
        <Files made={newest} disabled={authorizing} onDownload={download} />
      )}
      {newest && ended[newest.state] && (
        <p role="status" className="text-sm">
          {ended[newest.state]}
        </p>
      )}
      {!running && (
        <Button size="small" disabled={!known || start.isPending} onClick={() => start.mutate()}>
          Start export
        </Button>
      )}
    </section>
  );
}
