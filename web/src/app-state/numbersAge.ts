import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { serverNow } from "@/api/installation/serverTime";

/** Numbers are found to be current every quarter of a minute, and answers are kept about as long. */
const lateMs = 90_000;

function currentAt(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("current_at" in data)) return null;
  return typeof data.current_at === "string" ? data.current_at : null;
}

/** When the numbers of the newest answer were current, where that is too long ago; else null. */
export function useLateNumbers(): string | null {
  const client = useQueryClient();
  const [since, setSince] = useState<string | null>(null);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success") return;
        const at = currentAt(event.action.data);
        if (at) setSince(serverNow() - Date.parse(at) > lateMs ? at : null);
      }),
    [client],
  );
  return since;
}
