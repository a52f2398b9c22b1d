import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import type { Pagination, Filter as QueryFilter } from "@/api/contract";
import { type Base, rowsOf, where } from "@/api/listQuery";
import type { AddressedView } from "@/lib/address/useViewState";
import type { ViewState } from "@/lib/address/viewState";
import { organizationListing } from "../organizations/organizationListing";
import { useIsAdministrator } from "../useIsAdministrator";
import { userListing } from "../users/userListing";

/** The ids of one condition: the address of the request stays below a quarter of what the gateway accepts. */
const mostMatches = 50;

type AccountField = "user_id" | "organization_id";

type Searched = {
  /** The view without its search. */
  state: AddressedView;
  /** The condition that stands for the search; undefined without one. */
  only: QueryFilter | undefined;
  /** Whether more users or organizations match than are looked for. */
  isCut: boolean;
};

type Matches = { results: ReadonlyArray<{ id: string }>; pagination: Pagination };

/** The condition that the search of a view means in a list; undefined without a search. */
function conditionOf(view: ViewState, base: Base): QueryFilter | undefined {
  const filters = view.filters.filter(({ field }) => field === base.search.id);
  return rowsOf({ ...view, filters }, base, undefined).filter ?? undefined;
}

function among(field: AccountField, matches: Matches | undefined): QueryFilter | null {
  const ids = matches?.results.map(({ id }) => id) ?? [];
  return ids.length > 0 ? where(field, "in", ids) : null;
}

/**
 * Replaces the search of a list by a condition that also finds the rows of matching users and organizations: their names
 * are in another service.
 */
export function useAccountSearch(
  state: AddressedView,
  listing: Base,
  fields: ReadonlyArray<AccountField>,
): Searched {
  const trpc = useTRPC();
  const allowed = useIsAdministrator();
  const { view, ready } = state;
  const own = conditionOf(view, listing);
  const requestOf = (field: AccountField, base: Base) =>
    allowed && own && fields.includes(field)
      ? { filter: conditionOf(view, base), pagination: { perPage: mostMatches } }
      : skipToken;
  const users = useQuery(trpc.adminUsers.list.queryOptions(requestOf("user_id", userListing)));
  const organizations = useQuery(
    trpc.adminOrganizations.list.queryOptions(requestOf("organization_id", organizationListing)),
  );
  if (!own) return { state, only: undefined, isCut: false };
  const filters = [
    own,
    among("user_id", users.data),
    among("organization_id", organizations.data),
  ].filter((part) => part !== null);
  const others = view.filters.filter(({ field }) => field !== listing.search.id);
  // Where the other service is away, the search still finds roles and reasons.
  const waits = users.isLoading || organizations.isLoading;
  const counts = [users, organizations].map(({ data }) => data?.pagination.resultCount ?? 0);
  return {
    state: { ...state, view: { ...view, filters: others }, ready: ready && !waits },
    only: filters.length > 1 ? { operator: "or", filters } : own,
    isCut: counts.some((count) => count > mostMatches),
  };
}
