import { useEffect, useState } from "react";
import type { Option } from "./options";

/** Finds the options for a search; the signal ends a search that is no longer needed. */
export type OptionLoader<Value extends string> = (
  search: string,
  signal: AbortSignal,
) => Promise<ReadonlyArray<Option<Value>>>;

type Load<Value extends string> = {
  status: "loading" | "ready" | "failed";
  options: ReadonlyArray<Option<Value>>;
};

/** People type a word in less than this between two letters. */
const pauseMs = 150;

/** The options for what is typed. Those of the search before stay until the next have come. */
export function useOptions<Value extends string>(
  load: OptionLoader<Value>,
  search: string,
  enabled: boolean,
) {
  const [found, setFound] = useState<Load<Value>>({ status: "loading", options: [] });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    if (!enabled) return;
    const ending = new AbortController();
    setFound((before) => ({ status: "loading", options: before.options }));
    const timer = setTimeout(
      () => {
        load(search, ending.signal).then(
          (options) => !ending.signal.aborted && setFound({ status: "ready", options }),
          () => !ending.signal.aborted && setFound({ status: "failed", options: [] }),
        );
      },
      search === "" ? 0 : pauseMs,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [load, search, enabled, attempt]);

  return { ...found, retry: () => setAttempt((count) => count + 1) };
}
