import { Button } from "@/components/ui/buttons/Button";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { saveFile } from "@/lib/browser/saveFile";

/** New codes, which the server does not show again: nothing but the button closes the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog
      open
      title="Recovery codes"
      description="Each code replaces a passkey once, if you lose yours. Keep them in a safe place: they are not shown again."
    >
      <ul className="grid gap-y-1 rounded-md bg-surface-2 px-4 py-3 font-mono">
        {codes.map((code) => (
          <li key={code} data-recovery-code="">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <CopyButton text={text} what="recovery codes" words />
        <Button
          onClick={() =>
            saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "recovery-codes.txt")
          }
        >
          Download
        </Button>
        <Button look="primary" onClick={onClose}>
          I have saved the codes
        </Button>
      </div>
    </Dialog>
  );
}
