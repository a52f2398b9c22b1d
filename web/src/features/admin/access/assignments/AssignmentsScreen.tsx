import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { catalogStaleMs } from "@/api/staleTimes";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { useViewState } from "@/lib/address/useViewState";
import { RecordTable, tableQuery } from "../../RecordTable";
import { useIsAdministrator } from "../../useIsAdministrator";
import { newAssignmentAddress } from "../addresses";
import { assignmentListing } from "./assignmentListing";

/** The head of the list. */
export const assignmentsHead = {
  title: "Policy assignments",
  description: "The policies that each role has, with their dates and limits.",
  lead: "The policies that each role has, with their dates and limits.",
  actions: (
    <ButtonLink look="primary" href={newAssignmentAddress()}>
      Assign policy
    </ButtonLink>
  ),
};

/** The policies that roles have. */
export function AssignmentsScreen() {
  const trpc = useTRPC();
  const state = useViewState();
  const allowed = useIsAdministrator();
  const meta = useQuery(
    trpc.accessAssignments.meta.queryOptions(allowed ? undefined : skipToken, {
      staleTime: catalogStaleMs,
    }),
  );
  const query = allowed ? tableQuery(assignmentListing, state, meta.data) : null;
  const rows = useQuery(
    trpc.accessAssignments.list.queryOptions(query ?? skipToken, {
      placeholderData: keepPreviousData,
    }),
  );
  return <RecordTable listing={assignmentListing} state={state} meta={meta} rows={rows} />;
}
