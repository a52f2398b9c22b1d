import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { SessionEntry, UserEntry } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { Button } from "@/components/ui/buttons/Button";
import { Link } from "@/components/ui/links/Link";
import { describeUserAgent } from "@/lib/browser/userAgent";
import { pluralize } from "../adminLabels";
import { useAdminOutcome } from "../useAdminOutcome";
import { SessionLine } from "./SessionLine";

type SessionsCardProps = { user: UserEntry; you: boolean };
type SessionsToEnd = { session: SessionEntry } | "all";

function EndDialog({
  user,
  ending,
  onClose,
}: {
  user: UserEntry;
  ending: SessionsToEnd;
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const outcome = useAdminOutcome();
  const endedText = ({ ended }: { ended: number }) => `${pluralize(ended, "session")} ended.`;
  const one = useMutation(
    trpc.adminUsers.endSession.mutationOptions(outcome(endedText, { closed: onClose })),
  );
  const all = useMutation(
    trpc.adminUsers.endSessions.mutationOptions(outcome(endedText, { closed: onClose })),
  );
  const everywhere = ending === "all";
  return (
    <ConfirmDialog
      title={everywhere ? "Sign out everywhere?" : "End this session?"}
      description={
        everywhere
          ? `${user.email} is signed out of all browsers immediately and can sign in again.`
          : `${describeUserAgent(ending.session.user_agent)} of ${user.email} is signed out immediately.`
      }
      action={everywhere ? "Sign out everywhere" : "End session"}
      pending={one.isPending || all.isPending}
      onConfirm={() => {
        if (ending === "all") all.mutate({ id: user.id });
        else one.mutate({ id: user.id, session_id: ending.session.id });
      }}
      onClose={onClose}
    />
  );
}

/** The active sessions of a user. */
export function SessionsCard({ user, you }: SessionsCardProps) {
  const trpc = useTRPC();
  const sessions = useQuery(
    trpc.adminUsers.sessions.queryOptions({ id: user.id }, { staleTime: 0 }),
  );
  const [ending, setEnding] = useState<SessionsToEnd | null>(null);
  if (sessions.isPending) return <LoadingCard title="Sessions" what="the sessions" />;
  if (!sessions.data) {
    return (
      <Card title="Sessions">
        <ErrorState
          what="The sessions"
          failure={describeFailure(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      </Card>
    );
  }
  const { results } = sessions.data;
  return (
    <Card title="Sessions">
      {results.length === 0 && (
        <p className="px-(--card-pad) py-4 text-text-2">No active sessions.</p>
      )}
      <ul aria-label="Sessions">
        {results.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            onEnd={you ? undefined : () => setEnding({ session })}
          />
        ))}
      </ul>
      {you ? (
        <p className="px-(--card-pad) py-3 text-sm text-text-2">
          These are your own.{" "}
          <Link href="/settings/sessions" className="rounded-sm text-accent underline">
            End them in your settings
          </Link>
          .
        </p>
      ) : (
        results.length > 0 && (
          <footer className="px-(--card-pad) py-3">
            <Button size="small" look="danger" onClick={() => setEnding("all")}>
              Sign out everywhere
            </Button>
          </footer>
        )
      )}
      {ending && <EndDialog user={user} ending={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}
