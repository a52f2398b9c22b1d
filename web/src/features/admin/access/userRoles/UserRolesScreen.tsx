import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/api/client";
import { catalogStaleMs } from "@/api/staleTimes";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { useViewState } from "@/lib/address/useViewState";
import { RecordTable, tableQuery } from "../../RecordTable";
import { useIsAdministrator } from "../../useIsAdministrator";
import { useAccountSearch } from "../accountSearch";
import { useOrganizationsOf, useUsersOf } from "../accounts";
import { newUserRoleAddress } from "../addresses";
import { CutSearchNotice } from "../CutSearchNotice";
import { userRoleListing } from "./userRoleListing";

/** The head of the list. */
export const userRolesHead = {
  title: "User roles",
  description: "The roles that users hold beyond those of their organizations.",
  lead: "The roles that users hold beyond those of their organizations.",
  actions: (
    <ButtonLink look="primary" href={newUserRoleAddress()}>
      Give role
    </ButtonLink>
  ),
};

/** The roles that users hold of their own. */
export function UserRolesScreen() {
  const trpc = useTRPC();
  const state = useViewState();
  const allowed = useIsAdministrator();
  const meta = useQuery(
    trpc.accessUserRoles.meta.queryOptions(allowed ? undefined : skipToken, {
      staleTime: catalogStaleMs,
    }),
  );
  const searched = useAccountSearch(state, userRoleListing, ["user_id", "organization_id"]);
  const listing = { ...userRoleListing, only: searched.only };
  const query = allowed ? tableQuery(listing, searched.state, meta.data) : null;
  const { data, error, isFetching, refetch } = useQuery(
    trpc.accessUserRoles.list.queryOptions(query ?? skipToken, {
      placeholderData: keepPreviousData,
    }),
  );
  const held = data?.results.map(({ user_role }) => user_role) ?? [];
  const users = useUsersOf(held.flatMap(({ user_id, granted_by }) => [user_id, granted_by]));
  const organizations = useOrganizationsOf(held.map(({ organization_id }) => organization_id));
  const rows = useMemo(
    () =>
      data && {
        ...data,
        results: data.results.map((entry) => ({ ...entry, users, organizations })),
      },
    [data, users, organizations],
  );
  return (
    <>
      {searched.isCut && <CutSearchNotice />}
      <RecordTable
        listing={userRoleListing}
        state={state}
        meta={meta}
        rows={{ data: rows, error, isFetching, refetch }}
      />
    </>
  );
}
