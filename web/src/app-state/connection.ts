import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

export type Connection = "online" | "offline" | "unreachable";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Browsers say by a TypeError that a request got no answer at all. */
function unanswered(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError);
}

/** Whether this browser has a network, and whether the last request to the server got an answer. */
export function useConnection(): { connection: Connection; retry: () => void } {
  const client = useQueryClient();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const [reached, setReached] = useState(true);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated") return;
        const { action } = event;
        if (action.type === "success") setReached(true);
        else if (action.type === "error") setReached(!unanswered(action.error));
      }),
    [client],
  );
  const retry = () => void client.refetchQueries({ type: "active" });
  const connection = !online ? "offline" : reached ? "online" : "unreachable";
  return { connection, retry };
}
