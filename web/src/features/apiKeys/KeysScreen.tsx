import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/router";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { ListApiKeysResponse, UserRecord } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { Lazy } from "@/components/Lazy";
import { EmptyState } from "@/components/states/EmptyState";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Link } from "@/components/ui/links/Link";
import { Icon } from "@/components/ui/marks/Icon";
import { firstValue } from "@/lib/address/url";
import type { Failure } from "@/lib/failure";
import { showToast } from "@/lib/toasts";
import { keyState } from "@/records/apiKeys/keyState";
import { keysAddress, newKey } from "./addresses";
import { KeyList } from "./KeyList";
import { type KeyOwner, managesOrganizationKeys } from "./keyOwner";
import { type MadeKey, SecretDialog } from "./SecretDialog";

const loadForm = async () => (await import("./KeyForm")).KeyForm;

const forms = <LoadingCard title="Key" what="the form" />;

/** The ways between the keys of a user and those of the organization. */
function OwnerNav({ owner }: { owner: KeyOwner }) {
  const entries = [
    { isOrganization: false, label: "Your keys" },
    { isOrganization: true, label: `Keys of ${owner.organization.name}` },
  ];
  return (
    <nav aria-label="Owner of the keys" className="min-w-0">
      <ul className="inline-flex max-w-full gap-px rounded-md bg-surface-3 p-px">
        {entries.map(({ isOrganization, label }) => (
          <li key={label} className="min-w-0">
            <Link
              href={keysAddress(isOrganization)}
              aria-current={isOrganization === owner.isOrganization ? "page" : undefined}
              className="flex h-[calc(var(--control-h-sm)-2px)] min-h-6 items-center rounded-[5px] px-2 text-sm text-text-2 hover:text-text aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-text aria-[current]:shadow-segment pointer-coarse:min-h-11 dark:aria-[current]:bg-line-strong"
            >
              <bdi className="truncate">{label}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Why no keys are shown, and what to do. */
function Refused({
  failure,
  owner,
  onRetry,
}: {
  failure: Failure;
  owner: KeyOwner;
  onRetry: () => void;
}) {
  const { name } = owner.organization;
  if (failure.reason === "owner_required") {
    return (
      <EmptyState
        title="Only owners manage these keys"
        action={<ButtonLink href={keysAddress(false)}>Show your keys</ButtonLink>}
      >
        The keys of <bdi>{name}</bdi> are managed by its owners. Ask one of them, or use a key of
        your own.
      </EmptyState>
    );
  }
  if (failure.reason === "membership_required") {
    return (
      <EmptyState
        title="No active organization"
        action={<ButtonLink href="/settings/team">Choose an organization</ButtonLink>}
      >
        A key acts in an organization, and you are not a member of the one that is active.
      </EmptyState>
    );
  }
  return <ErrorState what="Your API keys" failure={failure} onRetry={onRetry} />;
}

type EditorProps = {
  keys: ListApiKeysResponse | undefined;
  owner: KeyOwner;
  /** The id of the key, or that of a new one. */
  id: string;
  onMade: (made: MadeKey) => void;
};

/** The form of one key in place of the list. */
function Editor({ keys, owner, id, onMade }: EditorProps) {
  const router = useRouter();
  const list = keysAddress(owner.isOrganization);
  const key = keys?.results.find((each) => each.id === id);
  const isNew = id === newKey;
  if (!isNew && !keys) return forms;
  const isEditable = key && !keyState(key, Date.now()).isOver;
  if (!isNew && !isEditable) {
    return (
      <Card>
        <EmptyState
          title={key ? "This key has ended" : "This key does not exist"}
          action={<ButtonLink href={list}>Show the keys</ButtonLink>}
        >
          {key ? "A key that has ended cannot be edited." : "It may belong to somebody else."}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link
          href={list}
          className="inline-flex min-h-6 items-center gap-0.5 rounded-sm text-sm text-text-2 hover:text-text pointer-coarse:min-h-11"
        >
          <Icon name="chevronStart" size={14} />
          {owner.isOrganization ? `Keys of ${owner.organization.name}` : "Your keys"}
        </Link>
      </div>
      <h2 className="font-semibold text-lg [overflow-wrap:anywhere]">
        {key ? <bdi>{key.name}</bdi> : "New API key"}
      </h2>
      <Lazy
        load={loadForm}
        fallback={forms}
        give={{
          owner,
          apiKey: key ?? null,
          onMade,
          onSaved: (saved) => {
            const message = key ? `${saved.name} was saved.` : `${saved.name} was created.`;
            showToast({ id: "api-keys", variant: "success", message });
            void router.replace(list);
          },
        }}
      />
    </>
  );
}

function OwnedKeys({ owner, id }: { owner: KeyOwner; id: string | null }) {
  const trpc = useTRPC();
  const input = { is_organization: owner.isOrganization };
  const keys = useQuery(trpc.apiKeys.list.queryOptions(input, { staleTime: 0 }));
  const [made, setMade] = useState<MadeKey | null>(null);
  const isRefused = keys.isError && !keys.data;
  return (
    <>
      {id === null && (owner.isOrganization || managesOrganizationKeys(owner.user)) && (
        <OwnerNav owner={owner} />
      )}
      {isRefused ? (
        <Card>
          <Refused
            failure={describeFailure(keys.error)}
            owner={owner}
            onRetry={() => void keys.refetch()}
          />
        </Card>
      ) : id !== null ? (
        <Editor key={id} keys={keys.data} owner={owner} id={id} onMade={setMade} />
      ) : keys.data ? (
        <KeyList keys={keys.data} owner={owner} onMade={setMade} />
      ) : (
        <LoadingCard title="Keys" what="your API keys" />
      )}
      {made && <SecretDialog made={made} onClose={() => setMade(null)} />}
    </>
  );
}

/** The API keys of the user, or of the active organization where the address says so, and the form of one of them. */
export function KeysScreen({ user }: { user: UserRecord }) {
  const { query, isReady } = useRouter();
  if (!isReady) return <LoadingCard title="Keys" what="your API keys" />;
  const isOrganization = firstValue(query.owner) === "organization";
  const { organization } = user;
  return (
    <OwnedKeys
      key={`${organization.id}/${isOrganization}`}
      owner={{ isOrganization, user, organization }}
      id={firstValue(query.key) ?? null}
    />
  );
}
