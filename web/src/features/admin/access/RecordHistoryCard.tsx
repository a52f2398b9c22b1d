import { useInfiniteQuery } from "@tanstack/react-query";
import { accessAuditActionLabels } from "@/api/accessWords";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { AccessAuditEntry, FieldChange, UserEntry } from "@/api/contract";
import { where } from "@/api/listQuery";
import { CopyButton } from "@/components/ui/buttons/CopyButton";
import { Age } from "@/components/ui/text/Figure";
import { useConditionNames } from "@/records/scopes/conditionRecords";
import type { NameOf } from "@/records/scopes/scopeSentence";
import { HistoryList } from "../HistoryList";
import { UserName } from "./AccountName";
import { type Found, useUsersOf } from "./accounts";
import { conditionsIn, fieldLabel, historyValue, isShown } from "./historyTexts";
import { explainAccessFailure } from "./refusals";

const perPage = 20;
/** More fields than these fold: a record that was created names all of them. */
const foldedAbove = 4;

function useRecordHistory(id: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useInfiniteQuery({
    queryKey: [...trpc.accessHistory.pathKey(), { id }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      const filter = where("record_id", "equals", id);
      const pagination = cursor === null ? { perPage } : { perPage, cursor };
      return client.accessHistory.list.query({ filter, pagination }, { signal });
    },
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });
}

type ChangeProps = { change: FieldChange; created: boolean; nameOf: NameOf };

function Change({ change, created, nameOf }: ChangeProps) {
  const { field, before, after } = change;
  const words = (values: ReadonlyArray<string>) =>
    values.map((value) => historyValue(field, value, nameOf)).join(", ") || "Empty";
  return (
    <div className="[overflow-wrap:anywhere]">
      <dt className="inline text-text-2">{fieldLabel(field)}: </dt>
      <dd className="inline">
        {!created && (
          <>
            <bdi>{words(before)}</bdi>
            <span
              aria-hidden="true"
              className="px-1.5 text-text-3 rtl:inline-block rtl:-scale-x-100"
            >
              →
            </span>
            <span className="sr-only"> changed to </span>
          </>
        )}
        <bdi className="font-medium">{words(after)}</bdi>
      </dd>
    </div>
  );
}

function Changes({ entry, nameOf }: { entry: AccessAuditEntry; nameOf: NameOf }) {
  const shown = entry.changes.filter(({ field }) => isShown(field));
  // Of a refused attempt only the requested values are known.
  const created = entry.refusal !== null || entry.record_version === 1;
  const lines = (
    <dl className="mt-1 flex flex-col gap-1 text-sm">
      {shown.map((change) => (
        <Change key={change.field} change={change} created={created} nameOf={nameOf} />
      ))}
    </dl>
  );
  if (shown.length === 0) return null;
  if (shown.length <= foldedAbove) return lines;
  return (
    <details className="mt-1">
      <summary className="min-h-6 cursor-pointer rounded-sm text-sm text-text-2 hover:text-text pointer-coarse:py-3">
        {shown.length} fields
      </summary>
      {lines}
    </details>
  );
}

type EntryProps = {
  entry: AccessAuditEntry;
  users: Found<UserEntry>;
  nameOf: NameOf;
};

function Entry({ entry, users, nameOf }: EntryProps) {
  const { action, actor_id, made_at, reason, refusal, trace_id } = entry;
  const refused = refusal === null ? null : { code: "FORBIDDEN", reason: refusal };
  return (
    <li className="border-line border-b px-(--card-pad) py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
          {accessAuditActionLabels[action]}
          {refused && ", refused"}
        </span>
        <span className="text-sm text-text-2">
          <Age value={made_at} />
        </span>
      </div>
      {refused && (
        <p className="mt-1 text-neg text-sm">
          {explainAccessFailure({ ...refused, message: "", traceId: null })}
        </p>
      )}
      <Changes entry={entry} nameOf={nameOf} />
      {reason !== null && (
        <p className="mt-1 text-sm [overflow-wrap:anywhere]">
          <bdi>“{reason}”</bdi>
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-1 text-sm text-text-2">
        <span className="[overflow-wrap:anywhere]">
          By {actor_id === null ? "the installation" : <UserName id={actor_id} users={users} />}
        </span>
        {trace_id !== null && <CopyButton text={trace_id} what="request reference" size="small" />}
      </p>
    </li>
  );
}

/** The changes of a role, a policy or an assignment by administrators, and what was refused, newest first. */
export function RecordHistoryCard({ id }: { id: string }) {
  const history = useRecordHistory(id);
  const entries = history.data?.pages.flatMap(({ results }) => results) ?? [];
  const users = useUsersOf(entries.map(({ actor_id }) => actor_id));
  const { nameOf } = useConditionNames(
    entries.flatMap(({ changes }) =>
      changes.flatMap(({ field, before, after }) => conditionsIn(field, [...before, ...after])),
    ),
  );
  return (
    <HistoryList
      history={history}
      lead="Changes and refused attempts, newest first. Entries cannot be edited."
    >
      {(entry) => <Entry key={entry.id} entry={entry} users={users} nameOf={nameOf} />}
    </HistoryList>
  );
}
