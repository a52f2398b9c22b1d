import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createSource } from "@/lib/createStore";

export type Connection = "online" | "offline" | "unreachable";

const network = createSource((notify) => {
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  return () => {
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
  };
});

/** Browsers say by a TypeError that a request got no answer at all. */
function unanswered(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError);
}

/** Whether this browser has a network, and whether the last request to the server got an answer. */
export function useConnection(): { connection: Connection; retry: () => void } {
  const client = useQueryClient();
  const online = network.useRead(() => navigator.onLine, true);
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
