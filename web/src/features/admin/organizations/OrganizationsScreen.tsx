import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { catalogStaleMs } from "@/api/staleTimes";
import { useViewState } from "@/lib/address/useViewState";
import { RecordTable, tableQuery } from "../RecordTable";
import { useIsAdministrator } from "../useIsAdministrator";
import { organizationListing } from "./organizationListing";

export function OrganizationsScreen() {
  const trpc = useTRPC();
  const state = useViewState();
  const allowed = useIsAdministrator();
  const meta = useQuery(
    trpc.adminOrganizations.meta.queryOptions(allowed ? undefined : skipToken, {
      staleTime: catalogStaleMs,
    }),
  );
  const query = allowed ? tableQuery(organizationListing, state, meta.data) : null;
  const rows = useQuery(
    trpc.adminOrganizations.list.queryOptions(query ?? skipToken, {
      placeholderData: keepPreviousData,
    }),
  );
  return <RecordTable listing={organizationListing} state={state} meta={meta} rows={rows} />;
}
