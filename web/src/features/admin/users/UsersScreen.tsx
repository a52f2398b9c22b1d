import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { useViewState } from "@/lib/address/useViewState";
import { RecordTable, tableQuery } from "../RecordTable";
import { seldomMs } from "../seldom";
import { useIsAdministrator } from "../useIsAdministrator";
import { userListing } from "./userListing";

export function UsersScreen() {
  const trpc = useTRPC();
  const kept = useViewState();
  const allowed = useIsAdministrator();
  const meta = useQuery(
    trpc.adminUsers.meta.queryOptions(allowed ? undefined : skipToken, { staleTime: seldomMs }),
  );
  const query = allowed ? tableQuery(userListing, kept, meta.data) : null;
  const rows = useQuery(
    trpc.adminUsers.list.queryOptions(query ?? skipToken, { placeholderData: keepPreviousData }),
  );
  return <RecordTable listing={userListing} kept={kept} meta={meta} rows={rows} />;
}
