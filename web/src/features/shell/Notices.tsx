import { useState } from "react";
import { useNewVersion } from "@/api/version";
import { useConnection } from "@/app-state/connection";
import { useLateNumbers } from "@/app-state/numbersAge";
import { Notice } from "@/components/states/Notice";
import { Button } from "@/components/ui/Button";
import { DateText } from "@/components/ui/Figure";
import { IconButton } from "@/components/ui/IconButton";

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

function LateNumbersNotice() {
  const since = useLateNumbers();
  if (since === null) return null;
  return (
    <Notice icon="info">
      Showing data as of <DateText value={since} time />. Newer data cannot be loaded at the moment.
    </Notice>
  );
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
      className="fixed start-4 bottom-4 z-(--z-toast) flex max-sm:bottom-[calc(16px+var(--room-below,0px))] w-[min(420px,calc(100vw-32px))] flex-col gap-2"
    >
      <ConnectionNotice />
      <LateNumbersNotice />
      <VersionNotice />
    </div>
  );
}
