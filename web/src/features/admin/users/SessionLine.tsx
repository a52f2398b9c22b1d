import { type SessionEntry, signInMethodLabels } from "@/api/contract";
import { Button } from "@/components/ui/buttons/Button";
import { Age, DateText } from "@/components/ui/text/Figure";

import { describeUserAgent } from "@/lib/browser/userAgent";

type SessionLineProps = { session: SessionEntry; onEnd: (() => void) | undefined };

/** One browser that is signed in. */
export function SessionLine({ session, onEnd }: SessionLineProps) {
  const name = describeUserAgent(session.user_agent);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-(--card-pad) py-2.5">
      <div className="min-w-0 flex-1 basis-[260px]">
        <p title={session.user_agent} className="font-medium [overflow-wrap:anywhere]">
          {name}
          {session.current && (
            <span className="ms-1.5 font-normal text-text-2">(this session)</span>
          )}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-text-2">
          <span>{signInMethodLabels[session.method]}</span>
          {session.network && <bdi className="num">{session.network}</bdi>}
          <span>
            Signed in <DateText value={session.created_at} time />
          </span>
          <span>
            Last seen <Age value={session.last_seen_at} />
          </span>
        </p>
      </div>
      {onEnd && (
        <Button size="small" aria-label={`End session: ${name}`} onClick={onEnd}>
          End session
        </Button>
      )}
    </li>
  );
}
