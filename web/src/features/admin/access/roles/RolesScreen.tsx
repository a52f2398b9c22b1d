import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { catalogStaleMs } from "@/api/staleTimes";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { useViewState } from "@/lib/address/useViewState";
import { RecordTable, tableQuery } from "../../RecordTable";
import { useIsAdministrator } from "../../useIsAdministrator";
import { newRoleAddress } from "../addresses";
import { roleListing } from "./roleListing";

export const rolesHead = {
  title: "Access roles",
  description: "The roles of users and organizations, and the policies that each combines.",
  lead: "Each role combines policies. A plan is a role that organizations hold while they have the plan.",
  actions: (
    <ButtonLink look="primary" href={newRoleAddress}>
      New role
    </ButtonLink>
  ),
};

export function RolesScreen() {
  const trpc = useTRPC();
  const state = useViewState();
  const allowed = useIsAdministrator();
  const meta = useQuery(
    trpc.accessRoles.meta.queryOptions(allowed ? undefined : skipToken, {
      staleTime: catalogStaleMs,
    }),
  );
  const query = allowed ? tableQuery(roleListing, state, meta.data) : null;
  const rows = useQuery(
    trpc.accessRoles.list.queryOptions(query ?? skipToken, { placeholderData: keepPreviousData }),
  );
  return <RecordTable listing={roleListing} state={state} meta={meta} rows={rows} />;
}
