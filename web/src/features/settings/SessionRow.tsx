import { type SessionEntry, signInMethodLabels } from "@/api/contract";
import { endSession } from "@/app-state/signOut";
import { Button } from "@/components/ui/buttons/Button";
import { describeUserAgent } from "@/lib/browser/userAgent";
import { formatAge, formatDay, formatInstant } from "@/lib/format";

/** A short time whose title is the exact one. */
function Instant({ label, value, text }: { label: string; value: string; text: string }) {
  return (
    <span className="num">
      {label}{" "}
      <time dateTime={value} title={formatInstant(value)}>
        {text}
      </time>
    </span>
  );
}

export function SessionRow({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const name = describeUserAgent(session.user_agent);
  return (
    <li
      data-session={session.id}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-(--card-pad) py-3"
    >
      <div className="min-w-0 flex-1 basis-[280px]">
        <div className="flex flex-wrap items-center gap-2">
          <span title={session.user_agent} className="font-medium [overflow-wrap:anywhere]">
            {name}
          </span>
          {session.current && (
            <span className="inline-flex items-center gap-1.5 text-sm text-text-2">
              <span aria-hidden="true" className="size-[7px] rounded-full bg-fresh" />
              This session
            </span>
          )}
        </div>
        <div className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-text-2">
          <span>{signInMethodLabels[session.method] ?? session.method}</span>
          {session.network && <span className="num">{session.network}</span>}
          <Instant
            label="Signed in"
            value={session.created_at}
            text={formatInstant(session.created_at)}
          />
          <Instant
            label="Last seen"
            value={session.last_seen_at}
            text={formatAge(session.last_seen_at, Date.now())}
          />
          <Instant label="Ends" value={session.expires_at} text={formatDay(session.expires_at)} />
        </div>
      </div>
      {session.current ? (
        <Button size="small" onClick={() => void endSession("/")}>
          Sign out
        </Button>
      ) : (
        <Button size="small" look="danger" aria-label={`End session: ${name}`} onClick={onEnd}>
          End session
        </Button>
      )}
    </li>
  );
}
