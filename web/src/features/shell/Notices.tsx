import { type ReactNode, useState } from "react";
import { useConnection } from "@/api/connection";
import { useLateNumbers } from "@/api/numbersAge";
import { useNewVersion } from "@/api/version";
import { Button } from "@/components/ui/Button";
import { DateText } from "@/components/ui/Figure";
import { Icon, type IconName } from "@/components/ui/Icon";
import { IconButton } from "@/components/ui/IconButton";

type NoticeProps = { icon: IconName; children: ReactNode; action?: ReactNode };

function Notice({ icon, children, action }: NoticeProps) {
  return (
    <div className="flex items-center gap-2.5 rounded-md border border-line-strong bg-raised py-2 ps-3 pe-2 shadow-raised">
      <span className="text-text-2">
        <Icon name={icon} />
      </span>
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </div>
  );
}

function ConnectionNotice() {
  const { connection, retry } = useConnection();
  if (connection === "offline") {
    return <Notice icon="offline">You are offline. What is shown may be out of date.</Notice>;
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
      The server does not answer. What is shown may be out of date.
    </Notice>
  );
}

function LateNumbersNotice() {
  const since = useLateNumbers();
  if (since === null) return null;
  return (
    <Notice icon="info">
      Numbers are those of <DateText value={since} time />: newer ones cannot be read now.
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
      There is a new version of this site.
    </Notice>
  );
}

/** What concerns the whole window; it lies over the page, so that nothing moves. */
export function Notices() {
  return (
    <div
      role="status"
      className="fixed start-4 bottom-4 z-(--z-toast) flex max-sm:bottom-[calc(16px+var(--room-below,0px))] w-[min(420px,calc(100vw-32px))] flex-col gap-2 empty:hidden"
    >
      <ConnectionNotice />
      <LateNumbersNotice />
      <VersionNotice />
    </div>
  );
}
