import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { useProviders } from "@/api/account/providers";
import { useTRPC } from "@/api/client";
import type { LinkedAccountEntry } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { Button } from "@/components/ui/buttons/Button";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { Dialog } from "@/components/ui/overlays/Dialog";
import { formatInstant } from "@/lib/format";
import { showToast } from "@/lib/toasts";
import { explainRefusal } from "./refusals";

const nameOf = ({ provider_name, email }: LinkedAccountEntry) =>
  email ? `${provider_name}: ${email}` : provider_name;

function RemoveDialog({ account, onClose }: { account: LinkedAccountEntry; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const settle = (variant: "success" | "danger", message: string) => {
    void client.invalidateQueries(trpc.linkedAccounts.list.queryFilter());
    showToast({ id: "linked-accounts", variant, message });
    onClose();
  };
  const removal = useMutation(
    trpc.linkedAccounts.remove.mutationOptions({
      onSuccess: () => settle("success", "Account removed."),
      onError: (error) => settle("danger", explainRefusal(error)),
    }),
  );
  return (
    <Dialog
      open
      title="Remove this account?"
      description={`${nameOf(account)} can no longer be used to sign in. Sessions stay active.`}
      onClose={onClose}
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          disabled={removal.isPending}
          onClick={() => removal.mutate({ id: account.id })}
        >
          Remove account
        </Button>
      </div>
    </Dialog>
  );
}

function Row({ account, onRemove }: { account: LinkedAccountEntry; onRemove: () => void }) {
  return (
    <li
      data-linked-account={account.id}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-(--card-pad) py-3"
    >
      <div className="min-w-0 flex-1 basis-[280px]">
        <span className="font-medium [overflow-wrap:anywhere]">{nameOf(account)}</span>
        <p className="num mt-0.5 text-sm text-text-2">
          Linked <time dateTime={account.linked_at}>{formatInstant(account.linked_at)}</time>
        </p>
      </div>
      <Button
        size="small"
        look="danger"
        aria-label={`Remove account: ${nameOf(account)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}

function List() {
  const trpc = useTRPC();
  const accounts = useQuery(trpc.linkedAccounts.list.queryOptions(undefined, { staleTime: 0 }));
  const [removed, setRemoved] = useState<LinkedAccountEntry | null>(null);
  if (accounts.isPending) {
    return (
      <Loading label="Loading your linked accounts">
        <Skeleton className="mx-(--card-pad) my-4 h-9 rounded-sm" />
      </Loading>
    );
  }
  if (accounts.isError) {
    return (
      <ErrorState
        what="Your linked accounts"
        failure={describeFailure(accounts.error)}
        onRetry={() => void accounts.refetch()}
      />
    );
  }
  const { results } = accounts.data;
  return (
    <>
      {results.length === 0 ? (
        <p className="px-(--card-pad) py-4 text-text-2">No linked accounts.</p>
      ) : (
        <ul>
          {results.map((account) => (
            <Row key={account.id} account={account} onRemove={() => setRemoved(account)} />
          ))}
        </ul>
      )}
      {removed && <RemoveDialog account={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

/** The accounts at OpenID providers with which the user signs in. */
export function LinkedAccountsCard() {
  const trpc = useTRPC();
  const providers = useProviders().data?.filter((provider) => provider.type === "oauth") ?? [];
  const authorization = useMutation(
    trpc.linkedAccounts.authorizeLink.mutationOptions({
      onError: (error) => {
        const message = explainRefusal(error);
        showToast({ id: "linked-accounts", variant: "danger", message });
      },
    }),
  );
  const link = (id: string) =>
    authorization.mutate(undefined, {
      onSuccess: () => void signIn(id, { callbackUrl: "/settings/sessions" }),
    });
  return (
    <Card
      title="Linked accounts"
      lead="Accounts at other providers that sign you in. You receive an e-mail when one is linked."
    >
      <List />
      {providers.length > 0 && (
        <footer className="flex flex-wrap gap-2 px-(--card-pad) py-3">
          {providers.map(({ id, name }) => (
            <Button
              key={id}
              size="small"
              disabled={authorization.isPending}
              onClick={() => link(id)}
            >
              Link {name}
            </Button>
          ))}
        </footer>
      )}
    </Card>
  );
}
