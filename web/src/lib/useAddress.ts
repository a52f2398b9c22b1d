import { useRouter } from "next/router";
import { useEffect, useSyncExternalStore } from "react";

type Address = {
  /** What the address asks for, without the question mark. */
  search: string;
  /** Each change is a step that the browser can take back. */
  put: (params: URLSearchParams) => void;
  /** False in the exported page, which does not know its address yet. */
  ready: boolean;
};

type Ahead = { of: string; search: string };

// The router follows a moment later: a second press in between builds on the first, wherever on the page it is.
let ahead: Ahead | null = null;
const watchers = new Set<() => void>();

function setAhead(next: Ahead | null) {
  ahead = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) ahead = null;
  };
}

/** What stands behind the question mark of the address. */
export function useAddress(): Address {
  const router = useRouter();
  const address = router.asPath.replace(/#.*$/, "");
  const [path = "", ...asked] = address.split("?");
  const pending = useSyncExternalStore(
    watch,
    () => ahead,
    () => null,
  );
  // Back to the address before must not bring its change again.
  useEffect(() => {
    if (ahead !== null && ahead.of !== address) setAhead(null);
  }, [address]);
  const search = pending?.of === address ? pending.search : asked.join("?");
  const put = (params: URLSearchParams) => {
    const text = params.toString();
    setAhead({ of: address, search: text });
    void router.push(text === "" ? path : `${path}?${text}`, undefined, {
      shallow: true,
      scroll: false,
    });
  };
  return { search: router.isReady ? search : "", put, ready: router.isReady };
}

/** The parameters with some set, and those without a value taken out. */
export function withParams(
  search: string,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") params.delete(name);
    else params.set(name, value);
  }
  return params;
}
