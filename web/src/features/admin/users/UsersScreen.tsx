import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { catalogStaleMs } from "@/api/staleTimes";
import { useViewState } from "@/lib/address/useViewState";
import { RecordTable, tableQuery } from "../RecordTable";
import { useIsAdministrator } from "../useIsAdministrator";
import { userListing } from "./userListing";

export function UsersScreen() {
  const trpc = useTRPC();
  const state = useViewState();
  const allowed = useIsAdministrator();
  const meta = useQuery(
    trpc.adminUsers.meta.queryOptions(allowed ? undefined : skipToken, {
      staleTime: catalogStaleMs,
    }),
  );
  const query = allowed ? tableQuery(userListing, state, meta.data) : null;
  const rows = useQuery(
    trpc.adminUsers.list.queryOptions(query ?? skipToken, { placeholderData: keepPreviousData }),
  );
  return <RecordTable listing={userListing} state={state} meta={meta} rows={rows} />;
}
