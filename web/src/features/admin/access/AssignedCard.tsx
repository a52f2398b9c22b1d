import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import type { PolicyAssignmentEntry } from "@/api/contract";
import { describeFailure } from "@/api/failures";
import { where } from "@/api/listQuery";
import { Card } from "@/components/Card";
import { ErrorState } from "@/components/states/ErrorState";
import { LoadingCard } from "@/components/states/LoadingCard";
import { Button } from "@/components/ui/buttons/Button";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Link } from "@/components/ui/links/Link";
import { DateText } from "@/components/ui/text/Figure";
import { pluralize } from "../adminLabels";
import { assignmentAddress, policyAddress, roleAddress } from "./addresses";
import { EffectMark } from "./EffectMark";

const perPage = 20;
const linkLook = "rounded-sm text-accent hover:underline";

/** The side that is known: the policies of a role, or the roles that have a policy. */
const sides = {
  role: { field: "role_id", title: "Policies", one: "policy", many: "policies" },
  policy: { field: "policy_id", title: "Roles", one: "role", many: "roles" },
} as const;

type AssignedLineProps = { entry: PolicyAssignmentEntry; of: keyof typeof sides };

function AssignedLine({ entry, of }: AssignedLineProps) {
  const { assignment, role_name, policy_name } = entry;
  const { id, role_id, policy_id, expires_at } = assignment;
  const [href, name] =
    of === "role" ? [policyAddress(policy_id), policy_name] : [roleAddress(role_id), role_name];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-line border-b px-(--card-pad) py-2 last:border-b-0">
      <div className="min-w-0 flex-1 basis-[220px] font-medium [overflow-wrap:anywhere]">
        <Link href={href} className={linkLook}>
          <bdi>{name}</bdi>
        </Link>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-text-2">
        {expires_at !== null && (
          <span className="num">
            until <DateText value={expires_at} />
          </span>
        )}
        <EffectMark terms={assignment} />
        <Link
          href={assignmentAddress(id)}
          aria-label={`Assignment of ${policy_name} to ${role_name}`}
          className={linkLook}
        >
          Assignment
        </Link>
      </div>
    </li>
  );
}

type AssignedCardProps = {
  of: keyof typeof sides;
  id: string;
  /** The page on which another one is assigned; absent where nothing can be. */
  add?: string | undefined;
};

/** The policies that are assigned to a role, or the roles to which a policy is assigned. */
export function AssignedCard({ of, id, add }: AssignedCardProps) {
  const { field, title, one, many } = sides[of];
  const trpc = useTRPC();
  const [page, setPage] = useState(1);
  const assigned = useQuery(
    trpc.accessAssignments.list.queryOptions(
      {
        filter: where(field, "equals", id),
        sort: { field: of === "role" ? "policy_name" : "role_name", direction: "asc" },
        pagination: { page, perPage },
      },
      { placeholderData: keepPreviousData },
    ),
  );
  if (assigned.isPending) return <LoadingCard title={title} what={`the ${many}`} />;
  if (!assigned.data) {
    return (
      <Card title={title}>
        <ErrorState
          what={`The ${many}`}
          failure={describeFailure(assigned.error)}
          onRetry={() => void assigned.refetch()}
        />
      </Card>
    );
  }
  const { results, pagination } = assigned.data;
  const { resultCount: count, pageCount } = pagination;
  const total = count ?? results.length;
  const pages = pageCount ?? 1;
  return (
    <Card
      title={title}
      lead={
        total > 0 &&
        `${pluralize(total, one, many)} ${of === "role" ? "assigned to this role" : "with this policy"}.`
      }
    >
      {results.length === 0 && (
        <p className="px-(--card-pad) py-4 text-text-2">
          {of === "role"
            ? "No policies yet: the role gives no access."
            : "No role has this policy yet, so it affects nobody."}
        </p>
      )}
      <ul aria-label={title}>
        {results.map((entry) => (
          <AssignedLine key={entry.assignment.id} entry={entry} of={of} />
        ))}
      </ul>
      {pages > 1 && (
        <nav
          aria-label={`Pages of ${many}`}
          className="flex items-center gap-2 border-line border-t px-(--card-pad) py-3"
        >
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="num text-sm text-text-2">
            Page {page} of {pages}
          </span>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
      {add && (
        <div className="border-line border-t px-(--card-pad) py-3">
          <ButtonLink href={add}>
            {of === "role" ? "Assign a policy" : "Assign to a role"}
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
