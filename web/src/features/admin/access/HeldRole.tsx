import type { ReactNode } from "react";
import type { UserEntry } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { Link } from "@/components/ui/links/Link";
import { DateText } from "@/components/ui/text/Figure";
import { UserName } from "./AccountName";
import type { Found } from "./accounts";
import { roleAddress } from "./addresses";
import { EffectMark } from "./EffectMark";
import { explainAnchor } from "./explanations/ExplainCard";

/** The common fields of a role of a user and one of an organization. */
type Grant = {
  id: string;
  role_id: string;
  starts_at: string | null;
  expires_at: string | null;
  reason: string;
  granted_by: string | null;
  created_at: string;
};

const linkLook =
  "inline-flex min-h-6 items-center rounded-sm text-accent hover:underline pointer-coarse:min-h-11";

type HeldRoleProps = {
  grant: Grant;
  roleName: string;
  users: Found<UserEntry>;
  /** From whom or where the holder has it: "In Harbour"; absent where the administrator who granted it says enough. */
  scope?: ReactNode;
  /** The page on which its terms are changed; absent where they cannot be. */
  edit?: string | undefined;
};

/** A role that a user or an organization holds, and why: by whom, until when and for which reason. */
export function HeldRole({ grant, roleName, users, scope, edit }: HeldRoleProps) {
  const { role_id, starts_at, expires_at, reason, granted_by, created_at } = grant;
  return (
    <li className="border-line border-b px-(--card-pad) py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="min-w-0 flex-1 basis-[160px]">
          <Link
            href={roleAddress(role_id)}
            className="rounded-sm font-medium text-accent [overflow-wrap:anywhere] hover:underline"
          >
            <bdi>{roleName}</bdi>
          </Link>
        </span>
        <span className="flex items-center gap-3 text-sm">
          <EffectMark terms={grant} />
          {edit && (
            <Link href={edit} aria-label={`Edit role ${roleName}`} className={linkLook}>
              Edit
            </Link>
          )}
        </span>
      </div>
      {reason !== "" && (
        <p className="mt-0.5 [overflow-wrap:anywhere]">
          <bdi>{reason}</bdi>
        </p>
      )}
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-text-2">
        {scope && <span className="[overflow-wrap:anywhere]">{scope}</span>}
        {starts_at !== null && (
          <span>
            From <DateText value={starts_at} time />
          </span>
        )}
        <span>
          {expires_at === null ? (
            "No end"
          ) : (
            <>
              Until <DateText value={expires_at} time />
            </>
          )}
        </span>
        {granted_by !== null && (
          <span className="[overflow-wrap:anywhere]">
            Granted by <UserName id={granted_by} users={users} /> on <DateText value={created_at} />
          </span>
        )}
      </p>
    </li>
  );
}

type Request = { isPending: boolean; error: unknown; refetch: () => unknown; data?: unknown };

type HeldRolesCardProps = {
  requests: ReadonlyArray<Request>;
  lead: string;
  /** The way to give another role, under the list. */
  footer: ReactNode;
  children: ReactNode;
};

/** The card of the roles of a user or an organization: loading, loaded or failed. */
export function HeldRolesCard({ requests, lead, footer, children }: HeldRolesCardProps) {
  const failed = requests.find(({ data, error }) => data === undefined && error !== null);
  if (failed) {
    const retry = () => {
      for (const { error, refetch } of requests) if (error !== null) refetch();
    };
    return (
      <Card title="Access roles">
        <ErrorState
          what="The access roles"
          failure={describeFailure(failed.error)}
          onRetry={retry}
        />
      </Card>
    );
  }
  if (requests.some(({ isPending }) => isPending)) {
    return <LoadingCard title="Access roles" what="the access roles" />;
  }
  return (
    <Card title="Access roles" lead={lead}>
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-(--card-pad) py-3">
        {footer}
        <Link href={`#${explainAnchor}`} className={`text-sm ${linkLook}`}>
          Explain a decision by these roles
        </Link>
      </div>
    </Card>
  );
}
