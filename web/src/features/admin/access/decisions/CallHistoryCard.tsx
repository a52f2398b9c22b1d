import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { AccessAuditEntry, UserEntry } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import { Pill } from "@/components/ui/marks/Pill";
import { DateText } from "@/components/ui/text/Figure";
import { HistoryList } from "../../HistoryList";
import { UserName } from "../AccountName";
import { type Found, useUsersOf } from "../accounts";
import { callLines, minuteOf } from "./auditedCalls";

const perPage = 20;

type CallHistoryCardProps = {
  /** The user who called, or the organization in which users or keys did. */
  field: "actor_id" | "organization_id";
  id: string;
};

function useCallHistory({ field, id }: CallHistoryCardProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useInfiniteQuery({
    queryKey: [...trpc.accessHistory.pathKey(), "calls", { field, id }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      const calls = where("action", "in", ["calls.refused", "calls.allowed"]);
      const filter = every([where(field, "equals", id), calls]);
      const pagination = cursor === null ? { perPage } : { perPage, cursor };
      return client.accessHistory.list.query({ ...(filter && { filter }), pagination }, { signal });
    },
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });
}

type EntryProps = { entry: AccessAuditEntry; users: Found<UserEntry>; showsCaller: boolean };

function Entry({ entry, users, showsCaller }: EntryProps) {
  const { action, actor_id, kind } = entry;
  return (
    <li className="border-line border-b px-(--card-pad) py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 flex-1">
          {action === "calls.refused" ? (
            <Pill tone="negative">Refused</Pill>
          ) : (
            <Pill>Allowed (sampled)</Pill>
          )}
        </span>
        <span className="text-sm text-text-2">
          <DateText value={minuteOf(entry)} time />
        </span>
      </div>
      <ul className="mt-1 flex flex-col gap-0.5 text-sm [overflow-wrap:anywhere]">
        {callLines(entry).map(({ calls, reason }) => (
          <li key={`${calls} ${reason}`}>
            {calls}
            {reason && <span className="text-text-2">, {reason}</span>}
          </li>
        ))}
      </ul>
      {(showsCaller || kind === "api_key") && (
        <p className="mt-1 text-sm text-text-2 [overflow-wrap:anywhere]">
          {actor_id === null ? (
            "With an API key of the organization"
          ) : (
            <>
              By <UserName id={actor_id} users={users} />
              {kind === "api_key" && ", with an API key"}
            </>
          )}
        </p>
      )}
    </li>
  );
}

/** The calls for data of a user or an organization that policies refused, and a sample of those that they allowed. */
export function CallHistoryCard({ field, id }: CallHistoryCardProps) {
  const history = useCallHistory({ field, id });
  const entries = history.data?.pages.flatMap(({ results }) => results) ?? [];
  const users = useUsersOf(entries.map(({ actor_id }) => actor_id));
  return (
    <HistoryList
      history={history}
      title="Calls for data"
      what="the calls for data"
      lead="All refused calls and a sample of 1% of the allowed ones, by minute, newest first. Entries are kept for 400 days."
      none="No refused calls, and none in the sample."
      older="Older calls"
    >
      {(entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          users={users}
          showsCaller={field === "organization_id"}
        />
      )}
    </HistoryList>
  );
}
