import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { SessionEntry } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { explainFailure } from "@/components/states/failureTexts";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { describeUserAgent } from "@/lib/browser/userAgent";
import { showToast } from "@/lib/toasts";
import { LinkedAccountsCard } from "./LinkedAccountsCard";
import { PasskeysCard } from "./PasskeysCard";
import { SecondFactorCard } from "./SecondFactorCard";
import { SessionRow } from "./SessionRow";

type SessionsToEnd = { kind: "one"; session: SessionEntry } | { kind: "others"; count: number };

function useEndSessions(done: () => void) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const settle = (message: string) => {
    void client.invalidateQueries(trpc.sessions.list.queryFilter());
    showToast({ id: "sessions", variant: "success", message });
    done();
  };
  const onError = (error: unknown) => {
    void client.invalidateQueries(trpc.sessions.list.queryFilter());
    showToast({
      id: "sessions",
      variant: "danger",
      message: explainFailure(describeFailure(error)),
    });
    done();
  };
  const one = useMutation(
    trpc.sessions.revoke.mutationOptions({ onSuccess: () => settle("Session ended."), onError }),
  );
  const others = useMutation(
    trpc.sessions.revokeOthers.mutationOptions({
      onSuccess: ({ revoked }) =>
        settle(revoked === 1 ? "1 session ended." : `${revoked} sessions ended.`),
      onError,
    }),
  );
  return { one, others, pending: one.isPending || others.isPending };
}

function EndDialog({ ending, onClose }: { ending: SessionsToEnd; onClose: () => void }) {
  const end = useEndSessions(onClose);
  const one = ending.kind === "one";
  const confirm = () => {
    if (ending.kind === "one") end.one.mutate({ id: ending.session.id });
    else end.others.mutate();
  };
  return (
    <Dialog
      open
      title={one ? "End this session?" : "End all other sessions?"}
      description={
        one
          ? `${describeUserAgent(ending.session.user_agent)} is signed out immediately.`
          : `${ending.count === 1 ? "One session is" : `${ending.count} sessions are`} signed out immediately. This session stays active.`
      }
      onClose={onClose}
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" disabled={end.pending} onClick={confirm}>
          {one ? "End session" : "End sessions"}
        </Button>
      </div>
    </Dialog>
  );
}

function SessionsCard() {
  const trpc = useTRPC();
  const sessions = useQuery(trpc.sessions.list.queryOptions(undefined, { staleTime: 0 }));
  const [ending, setEnding] = useState<SessionsToEnd | null>(null);

  if (sessions.isPending) {
    return (
      <Card>
        <Loading label="Loading your sessions">
          <div className="flex flex-col gap-3 px-(--card-pad) py-4">
            <Skeleton className="rounded-sm h-12 w-full" />
            <Skeleton className="rounded-sm h-12 w-full" />
          </div>
        </Loading>
      </Card>
    );
  }
  if (sessions.isError) {
    return (
      <Card>
        <ErrorState
          what="Your sessions"
          failure={describeFailure(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      </Card>
    );
  }
  const results = [...sessions.data.results].sort(
    (one, other) => Number(other.current) - Number(one.current),
  );
  const others = results.filter((session) => !session.current).length;
  return (
    <Card>
      <ul>
        {results.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => setEnding({ kind: "one", session })}
          />
        ))}
      </ul>
      <footer className="flex items-center gap-3 px-(--card-pad) py-3">
        <Button
          look="danger"
          size="small"
          disabled={others === 0}
          onClick={() => setEnding({ kind: "others", count: others })}
        >
          End all other sessions
        </Button>
        {others === 0 && <span className="text-sm text-text-2">This is your only session.</span>}
      </footer>
      {ending && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

export function SessionsScreen() {
  return (
    <>
      <SessionsCard />
      <PasskeysCard />
      <SecondFactorCard />
      <LinkedAccountsCard />
    </>
  );
}
