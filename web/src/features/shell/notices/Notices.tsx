import { useState } from "react";
import { useNewVersion } from "@/api/installation/version";
import { useConnection } from "@/app-state/connection";
import { useLateNumbers } from "@/app-state/numbersAge";
import { Notice } from "@/components/states/Notice";
import { Button } from "@/components/ui/buttons/Button";
import { IconButton } from "@/components/ui/buttons/IconButton";
import { useWhileOpen } from "@/lib/loading/useOnDemand";

const loadLateNotice = async () => (await import("./LateNumbersNotice")).LateNumbersNotice;

// A failed request is reported by its own toast.
const dismiss = () => {};

function ConnectionNotice() {
  const { connection, retry } = useConnection();
  if (connection === "offline") {
    return <Notice icon="offline">You are offline. The data shown may be out of date.</Notice>;
  }
  if (connection === "online") return null;
  return (
    <Notice
      icon="offline"
      action={
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      The server is not responding. The data shown may be out of date.
    </Notice>
  );
}

function LateNumbers() {
  const since = useLateNumbers();
  const Notice = useWhileOpen(since !== null, dismiss, loadLateNotice, "A notice");
  return since !== null && Notice && <Notice since={since} />;
}

function VersionNotice() {
  const outdated = useNewVersion();
  const [dismissed, setDismissed] = useState(false);
  if (!outdated || dismissed) return null;
  const action = (
    <>
      <Button size="small" look="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
      <IconButton icon="close" label="Later" onClick={() => setDismissed(true)} />
    </>
  );
  return (
    <Notice icon="refresh" action={action}>
      A new version of this site is available.
    </Notice>
  );
}

/** The notices of the whole window; they lie over the page, so that nothing moves. */
export function Notices() {
  return (
    <div
      role="status"
      className="fixed start-4 bottom-4 z-(--z-toast) flex max-sm:bottom-[calc(16px+var(--bottom-inset,0px))] w-[min(420px,calc(100vw-32px))] flex-col gap-2"
    >
      <ConnectionNotice />
      <LateNumbers />
      <VersionNotice />
    </div>
  );
}
