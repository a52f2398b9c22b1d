import { IsRestoringProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePageGate } from "./usePageGate";

/**
 * Holds the queries and the scripts of a page back until its feature is known to be on, so that a page behind a notice
 * requests nothing. It stands around the whole page, because pages request their record above `PageGate`, for the title.
 */
export function GatedQueries({ children }: { children: ReactNode }) {
  const gate = usePageGate();
  const runs =
    gate.status === "free" ||
    gate.status === "open" ||
    (gate.status === "pending" && gate.expected);
  // The state that a restored cache puts queries in: they answer from the cache and fetch nothing until it ends.
  return <IsRestoringProvider value={!runs}>{children}</IsRestoringProvider>;
}
