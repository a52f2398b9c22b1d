import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "@/api/client";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { ErrorState } from "@/components/states/ErrorState";
import { explainFailure } from "@/components/states/failureTexts";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Link } from "@/components/ui/links/Link";
import { editAddress } from "@/lib/address/addresses";
import type { Failure } from "@/lib/failure";
import { formatCountFull } from "@/lib/format";
import { showToast } from "@/lib/toasts";
import type { CatalogRecord } from "@/records/resource";
import { kindAddress } from "../addresses";
import { columnLabel } from "./columns";
import type { Kind } from "./kinds";
import { refusalText } from "./refusals";
import { changesKey } from "./useChanges";
import { type UsedBy, useUses } from "./useUses";

function UseLine({ use }: { use: UsedBy }) {
  const { kind, field, value, count, rows } = use;
  const others = count - rows.length;
  return (
    <li className="py-1 [overflow-wrap:anywhere]">
      <span className="font-medium">
        {formatCountFull(count)} {(count === 1 ? kind.one : kind.many).toLowerCase()}
      </span>
      <span className="text-text-2"> by “{columnLabel(field)}”: </span>
      {rows.map(({ slug, name }, at) => (
        <span key={slug}>
          {at > 0 && ", "}
          <Link
            href={editAddress(kind.key, slug)}
            className="rounded-sm text-accent hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
      {others > 0 && (
        <>
          {" and "}
          <Link
            href={`${kindAddress(kind.key)}?filter=${field}:is:${encodeURIComponent(value)}`}
            className="rounded-sm text-accent hover:underline"
          >
            {formatCountFull(others)} more
          </Link>
        </>
      )}
    </li>
  );
}

type RemoveCardProps = {
  kind: Kind;
  record: CatalogRecord;
  /** Whether a file says what the record is. */
  imported: boolean;
  /** Called once the record is gone, before the page is left. */
  onRemoved: () => void;
};

/** Removes a record that no other needs, and says before what that affects. */
export function RemoveCard({ kind, record, imported, onRemoved }: RemoveCardProps) {
  const { slug, name } = record;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const uses = useUses(kind, record, refusal?.reason === "record_needed");
  const one = kind.one.toLowerCase();
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: changesKey(kind, slug) });
    return queries.invalidateQueries({ queryKey: ["catalog"] });
  };
  const remove = useMutation(
    trpc.catalog.remove.mutationOptions({
      onSuccess: () => {
        onRemoved();
        showToast({ id: "catalog", variant: "success", message: `${name} was removed.` });
        void refresh();
        void router.push(kindAddress(kind.key));
      },
      onError: (error) => {
        setAsking(false);
        setRefusal(describeFailure(error));
        void refresh();
      },
    }),
  );
  const used = uses.data?.length ? uses.data : null;
  // The button that had the focus goes when the catalog refuses: the list of what is in the way takes it.
  const list = useRef<HTMLDivElement>(null);
  const isNeeded = refusal?.reason === "record_needed" && used !== null;
  useEffect(() => {
    if (isNeeded) list.current?.focus();
  }, [isNeeded]);
  return (
    <Card title={`Remove this ${one}`}>
      <div className="flex flex-col gap-3 px-(--card-pad) py-3.5">
        {uses.isPending && (
          <Loading label="Loading the records that refer to this one">
            <Skeleton className="h-9 w-full rounded-sm" />
          </Loading>
        )}
        {uses.error && !uses.data && (
          <ErrorState
            what="The records that refer to this one"
            failure={describeFailure(uses.error)}
            onRetry={() => void uses.refetch()}
          />
        )}
        {used && (
          <div ref={list} tabIndex={-1}>
            <p role={isNeeded ? "alert" : undefined}>
              Cannot be removed while other records refer to it. Change or remove them first:
            </p>
            <ul className="mt-1">
              {used.map((use) => (
                <UseLine key={`${use.kind.key}.${use.field}`} use={use} />
              ))}
            </ul>
          </div>
        )}
        {uses.data && !used && !refusal && (
          <p className="text-text-2">
            No other record refers to it.{" "}
            {kind.page
              ? "Its page is removed, and it no longer counts in lists and totals."
              : "It disappears from all pages and lists."}{" "}
            {kind.removes ? `${kind.removes} ` : ""}Its history is kept.
            {imported && " An import that still contains it creates it again."}
          </p>
        )}
        {refusal && (refusal.reason !== "record_needed" || !used) && (
          <p role="alert" className="text-neg">
            Not removed. {refusalText(refusal.reason) ?? explainFailure(refusal)}
          </p>
        )}
        {!used && !uses.isPending && (
          <div>
            <Button look="danger" onClick={() => setAsking(true)}>
              Remove {one}
            </Button>
          </div>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          description={`The ${one} is removed for all users immediately. Administrators still see its history at this address.`}
          action="Remove"
          pending={remove.isPending}
          onConfirm={() => {
            setRefusal(null);
            remove.mutate({ resource: kind.key, slug });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
