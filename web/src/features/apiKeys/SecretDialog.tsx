import type { ApiKey } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Icon } from "@/components/ui/marks/Icon";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { saveFile } from "@/lib/browser/saveFile";
import { variable } from "./keyTexts";

/** A new key with its text, which lives in the state of the page alone. */
export type MadeKey = { key: ApiKey; secret: string };

/** The text of a new key, which the server does not show again: nothing but the button closes the dialog. */
export function SecretDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const { key, secret } = made;
  const save = () => {
    saveFile(new Blob([`${variable}=${secret}\n`], { type: "text/plain" }), "assay-api-key.env");
  };
  return (
    <Dialog
      open
      title="Your new API key"
      description={
        <>
          <bdi>{key.name}</bdi> is ready. Keep it where only its program can read it.
        </>
      }
    >
      <div className="flex items-start gap-2 rounded-md bg-surface-2 py-2 ps-3 pe-2">
        <code
          dir="ltr"
          data-secret=""
          className="min-w-0 flex-1 self-center font-mono text-sm [overflow-wrap:anywhere]"
        >
          {secret}
        </code>
        <CopyButton text={secret} what="API key" words />
      </div>
      <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
        <span className="pt-px">
          <Icon name="warning" size={14} />
        </span>
        This key is not shown again. If you lose it, rotate it.
      </p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onClick={save}>
          <Icon name="download" size={14} />
          Download as .env
        </Button>
        <Button look="primary" onClick={onClose}>
          I have saved the key
        </Button>
      </div>
    </Dialog>
  );
}
