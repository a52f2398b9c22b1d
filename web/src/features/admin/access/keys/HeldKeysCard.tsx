import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endedKeyDays } from "@/api/accessWords";
import { useTRPC } from "@/api/client";
import type { ApiKey, ApiKeyStatus, ListHeldApiKeysRequest } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { useMinute } from "@/lib/dates/minute";
import { useOrganizationsOf } from "../accounts";
import { HeldKeyLine } from "./HeldKeyLine";
import { KeyStatusDialog } from "./KeyStatusDialog";

const lead = `With their usage in the last 30 days. Keys are listed for ${endedKeyDays} days after they end.`;

type HeldKeysCardProps = {
  /** The user or the organization whose keys these are. */
  holder: ListHeldApiKeysRequest;
  onExplain: (key: ApiKey) => void;
};

/** The API keys of a user or an organization, which an administrator disables, enables and revokes. */
export function HeldKeysCard({ holder, onExplain }: HeldKeysCardProps) {
  const trpc = useTRPC();
  const now = useMinute() ?? Date.now();
  const [change, setChange] = useState<{ apiKey: ApiKey; status: ApiKeyStatus } | null>(null);
  const keys = useQuery(trpc.adminApiKeys.list.queryOptions(holder, { staleTime: 0 }));
  const results = keys.data?.results ?? [];
  // Keys of an organization act in it, and its page has its name.
  const places = holder.user_id ? results.map(({ key }) => key.organization_id) : [];
  const organizations = useOrganizationsOf(places);
  if (keys.isPending) return <LoadingCard title="API keys" lead={lead} what="the API keys" />;
  if (!keys.data) {
    return (
      <Card title="API keys">
        <ErrorState
          what="The API keys"
          failure={describeFailure(keys.error)}
          onRetry={() => void keys.refetch()}
        />
      </Card>
    );
  }
  return (
    <Card title="API keys" lead={lead}>
      {results.length === 0 ? (
        <div className="px-(--card-pad) py-4 text-text-2">
          <p>No API keys.</p>
          <p className="text-sm">
            {holder.user_id
              ? "Users create keys for their programs in their settings."
              : "Owners create keys of the organization in their settings."}
          </p>
        </div>
      ) : (
        <ul aria-label="API keys">
          {results.map((held) => (
            <HeldKeyLine
              key={held.key.id}
              held={held}
              organizations={holder.user_id ? organizations : undefined}
              now={now}
              onExplain={() => onExplain(held.key)}
              onSetStatus={(status) => setChange({ apiKey: held.key, status })}
            />
          ))}
        </ul>
      )}
      {change && <KeyStatusDialog {...change} onClose={() => setChange(null)} />}
    </Card>
  );
}
