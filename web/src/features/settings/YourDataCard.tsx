import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { UserRecord } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { brand } from "@/lib/brand";
import { AccountErasure } from "./AccountErasure";
import { AccountExports } from "./AccountExports";

/** How often a running export is asked for its progress. */
const pollMs = 1_000;

/** The export of everything about the user, and the erasure of the account; until the user is known, without values. */
export function YourDataCard({ user }: { user: UserRecord | null }) {
  const trpc = useTRPC();
  const exports = useQuery(
    trpc.accountData.exports.queryOptions(undefined, {
      enabled: user !== null,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.results[0]?.state === "running" ? pollMs : false,
    }),
  );
  return (
    <Card title="Your data" lead={`Everything that ${brand} stores about you.`}>
      {exports.isError ? (
        <ErrorState
          what="Your exports"
          failure={describeFailure(exports.error)}
          onRetry={() => void exports.refetch()}
        />
      ) : (
        <AccountExports newest={exports.data?.results[0]} known={exports.isSuccess} />
      )}
      <AccountErasure
        dueAt={user?.erasureDueAt ?? null}
        graceSeconds={exports.data?.erasure_grace_seconds}
      />
    </Card>
  );
}
