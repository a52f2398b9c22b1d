import { useRouter } from "next/router";
import { startTransition, useEffect, useState } from "react";
import { presentQuery } from "./earlierNames";

type Address = {
  /** The query of the address, without the question mark, with the present names of its parameters. */
  search: string;
  /** Each change is a step that the browser can take back. What is drawn of it gives way to what is pressed meanwhile. */
  put: (params: URLSearchParams) => void;
  /** False in the exported page, which does not know its address yet. */
  ready: boolean;
};

type PendingAddress = { of: string; search: string };

// The router follows a moment later: a second press in between builds on the first, wherever on the page it is.
let ahead: PendingAddress | null = null;
const watchers = new Set<(next: PendingAddress) => void>();

/** The change that is under way. What is left of one that the router has followed, or a page took with it, is none. */
function useAhead(address: string): PendingAddress | null {
  const [pending, setPending] = useState(ahead);
  useEffect(() => {
    setPending(ahead);
    watchers.add(setPending);
    return () => {
      watchers.delete(setPending);
      if (watchers.size === 0) ahead = null;
    };
  }, []);
  // Back to the address before must not bring its change again.
  useEffect(() => {
    if (ahead !== null && ahead.of !== address) ahead = null;
  }, [address]);
  return pending === ahead && pending?.of === address ? pending : null;
}

/** The address of the page and its query, with changes that are still pending. */
export function useAddress(): Address {
  const router = useRouter();
  const address = router.asPath.replace(/#.*$/, "");
  const [path = "", ...requested] = address.split("?");
  const pending = useAhead(address);
  const search = pending?.search ?? presentQuery(requested.join("?"));
  const put = (params: URLSearchParams) => {
    const under = ahead?.of === address ? ahead.search : search;
    const text = carriedOver(search, params, under).toString();
    const next = { of: address, search: text };
    ahead = next;
    startTransition(() => {
      for (const watcher of watchers) watcher(next);
    });
    void router.push(text === "" ? path : `${path}?${text}`, undefined, {
      shallow: true,
      scroll: false,
    });
  };
  return { search: router.isReady ? search : "", put, ready: router.isReady };
}

/** Applies the difference between the parameters that were seen and those requested to the parameters that hold by now. */
function carriedOver(seen: string, requested: URLSearchParams, holds: string): URLSearchParams {
  if (seen === holds) return requested;
  const before = new URLSearchParams(seen);
  const params = new URLSearchParams(holds);
  for (const name of new Set([...before.keys(), ...requested.keys()])) {
    const values = requested.getAll(name);
    if (values.join("\n") === before.getAll(name).join("\n")) continue;
    params.delete(name);
    for (const value of values) params.append(name, value);
  }
  return params;
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
