import { showToast } from "@/lib/toasts";
import type { Origin } from "./origin";

/** Whether a file must not be made because of a licence; then the user is shown why. */
export function isRefused({ isRestricted, sources = [] }: Origin): boolean {
  if (!isRestricted) return false;
  const message = `Not for redistribution: the licence of a source (${sources.join(", ")}) allows these values on pages, but not in files.`;
  showToast({ variant: "danger", id: "download", message });
  return true;
}
