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
import { newOrganizationRoleAddress } from "../addresses";
import { CutSearchNotice } from "../CutSearchNotice";
import { organizationRoleListing } from "./organizationRoleListing";

/** The head of the list. */
export const organizationRolesHead = {
  title: "Organization roles",
  description: "The roles that organizations hold, by their plan or granted by an administrator.",
  lead: "The roles that organizations hold, by their plan or granted by an administrator.",
  actions: (
    <ButtonLink look="primary" href={newOrganizationRoleAddress()}>
      Give role
    </ButtonLink>
  ),
};

/** The roles that organizations hold, by their plan or granted by an administrator. */
export function OrganizationRolesScreen() {
  const trpc = useTRPC();
  const state = useViewState();
  const allowed = useIsAdministrator();
  const meta = useQuery(
    trpc.accessOrganizationRoles.meta.queryOptions(allowed ? undefined : skipToken, {
      staleTime: catalogStaleMs,
    }),
  );
  const searched = useAccountSearch(state, organizationRoleListing, ["organization_id"]);
  const listing = { ...organizationRoleListing, only: searched.only };
  const query = allowed ? tableQuery(listing, searched.state, meta.data) : null;
  const { data, error, isFetching, refetch } = useQuery(
    trpc.accessOrganizationRoles.list.queryOptions(query ?? skipToken, {
      placeholderData: keepPreviousData,
    }),
  );
  const held = data?.results.map(({ organization_role }) => organization_role) ?? [];
  const users = useUsersOf(held.map(({ granted_by }) => granted_by));
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
        listing={organizationRoleListing}
        state={state}
        meta={meta}
        rows={{ data: rows, error, isFetching, refetch }}
      />
    </>
  );
}
