import { useVersionedForm, type VersionedForm } from "@/records/useVersionedForm";
import { useAccessRefresh } from "./useAccessRefresh";

/** The fields that all roles, policies and assignments have. */
export type AccessRecord = {
  id: string;
  version: number;
  updated_at: string;
  updated_by: string | null;
};

/** The form of a role, a policy or an assignment; a change of one can change what is known of the others. */
export function useAccessForm<Stored extends AccessRecord>(
  options: Omit<VersionedForm<Stored>, "refresh">,
) {
  const refresh = useAccessRefresh();
  return useVersionedForm({ ...options, refresh });
}
