import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC, useTRPCClient } from "@/api/client";
import type { Holder } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { explainFailure } from "@/components/states/failureTexts";
import { LoadingCard } from "@/components/states/LoadingCard";
import { Button } from "@/components/ui/buttons/Button";
import { Link } from "@/components/ui/links/Link";
import { DateText } from "@/components/ui/text/Figure";
import { formatCountFull } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { pluralize } from "../adminLabels";
import { OrganizationName, UserName } from "./AccountName";
import { useOrganizationsOf, useUsersOf } from "./accounts";
import { organizationRoleAddress, roleAddress, userRoleAddress } from "./addresses";
import { EffectMark } from "./EffectMark";

/** The role whose holders are shown, or the policy that they have by any role. */
type Subject = { role_id: string } | { policy_id: string };

const perPage = 20;
const linkLook = "rounded-sm text-accent hover:underline";

function useHolders(of: Subject) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const holders = useInfiniteQuery({
    queryKey: [...trpc.accessHolders.pathKey(), of],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      return client.accessHolders.list.query({ ...of, cursor, per_page: perPage }, { signal });
    },
    getNextPageParam: (page) => page.next_cursor,
  });
  const rows = holders.data?.pages.flatMap(({ results }) => results) ?? [];
  const users = useUsersOf(rows.map((row) => row.user_id));
  const organizations = useOrganizationsOf(rows.map((row) => row.organization_id));
  return { holders, rows, users, organizations };
}

type Names = Pick<ReturnType<typeof useHolders>, "users" | "organizations">;

/** A user or an organization with the role, and the page on which its terms are changed. */
function HolderLine({ holder, names, by }: { holder: Holder; names: Names; by: ReactNode }) {
  const { id, user_id, organization_id, source, starts_at, expires_at } = holder;
  const isUser = user_id !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-line border-b px-(--card-pad) py-2 last:border-b-0">
      <div className="min-w-0 flex-1 basis-[220px] font-medium">
        {isUser ? (
          <UserName id={user_id} users={names.users} />
        ) : (
          <OrganizationName id={organization_id ?? ""} organizations={names.organizations} />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-text-2">
        {by}
        {isUser && organization_id !== null && (
          <span className="[overflow-wrap:anywhere]">
            in <OrganizationName id={organization_id} organizations={names.organizations} />
          </span>
        )}
        {source !== null && <span>{source === "manual" ? "Granted" : choiceLabel(source)}</span>}
        {expires_at !== null && (
          <span className="num">
            until <DateText value={expires_at} />
          </span>
        )}
        <EffectMark terms={{ starts_at, expires_at }} />
        {(source === null || source === "manual") && (
          <Link
            href={isUser ? userRoleAddress(id) : organizationRoleAddress(id)}
            aria-label="Edit the terms of this role"
            className={linkLook}
          >
            Edit
          </Link>
        )}
      </div>
    </li>
  );
}

type HoldersCardProps = {
  of: Subject;
  /** How to give the role to others. */
  footer?: ReactNode;
};

/** The users and organizations with a role or a policy: their numbers, and their names page by page. */
export function HoldersCard({ of, footer }: HoldersCardProps) {
  const { holders, rows, ...names } = useHolders(of);
  const [first] = holders.data?.pages ?? [];
  if (holders.isPending) return <LoadingCard title="Holders" what="the holders" />;
  if (!first) {
    return (
      <Card title="Holders">
        <ErrorState
          what="The holders"
          failure={describeFailure(holders.error)}
          onRetry={() => void holders.refetch()}
        />
      </Card>
    );
  }
  const isOfPolicy = "policy_id" in of;
  const { users, organizations } = first;
  return (
    <Card
      title="Holders"
      lead={
        users + organizations > 0 &&
        `${pluralize(users, "user")} and ${pluralize(organizations, "organization")} with all their members.`
      }
    >
      {rows.length === 0 && (
        <p className="px-(--card-pad) py-4 text-text-2">
          {isOfPolicy ? "Nobody has this policy yet." : "Nobody holds this role yet."}
        </p>
      )}
      <ul aria-label="Holders">
        {rows.map((holder) => (
          <HolderLine
            key={holder.id}
            holder={holder}
            names={names}
            by={
              isOfPolicy && (
                <span className="[overflow-wrap:anywhere]">
                  by{" "}
                  <Link href={roleAddress(holder.role_id)} className={linkLook}>
                    <bdi>{holder.role_name}</bdi>
                  </Link>
                </span>
              )
            }
          />
        ))}
      </ul>
      {holders.hasNextPage && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-(--card-pad) py-3">
          <Button
            size="small"
            loading={holders.isFetchingNextPage}
            onClick={() => void holders.fetchNextPage()}
          >
            More holders
          </Button>
          <span className="text-sm text-text-2">{formatCountFull(rows.length)} shown</span>
          {holders.isFetchNextPageError && !holders.isFetchingNextPage && (
            <p role="alert" className="text-neg text-sm">
              {explainFailure(describeFailure(holders.error))}
            </p>
          )}
        </div>
      )}
      {footer && <div className="border-line border-t px-(--card-pad) py-3">{footer}</div>}
    </Card>
  );
}
