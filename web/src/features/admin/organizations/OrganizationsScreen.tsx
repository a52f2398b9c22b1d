import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { useViewState } from "@/lib/address/useViewState";
import { RecordTable, tableQuery } from "../RecordTable";
import { seldomMs } from "../seldom";
import { useIsAdministrator } from "../useIsAdministrator";
import { organizationListing } from "./organizationListing";

export function OrganizationsScreen() {
  const trpc = useTRPC();
  const kept = useViewState();
  const allowed = useIsAdministrator();
  const meta = useQuery(
    trpc.adminOrganizations.meta.queryOptions(allowed ? undefined : skipToken, {
      staleTime: seldomMs,
    }),
  );
  const query = allowed ? tableQuery(organizationListing, kept, meta.data) : null;
  const rows = useQuery(
    trpc.adminOrganizations.list.queryOptions(query ?? skipToken, {
      placeholderData: keepPreviousData,
    }),
  );
  return <RecordTable listing={organizationListing} kept={kept} meta={meta} rows={rows} />;
}
