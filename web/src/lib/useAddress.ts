import { useRouter } from "next/router";
import { useEffect, useState } from "react";

type Address = {
  /** What the address asks for, without the question mark. */
  search: string;
  /** Each change is a step that the browser can take back. */
  put: (params: URLSearchParams) => void;
  /** False in the exported page, which does not know its address yet. */
  ready: boolean;
};

/** What stands behind the question mark of the address. */
export function useAddress(): Address {
  const router = useRouter();
  const [path = "", ...asked] = router.asPath.replace(/#.*$/, "").split("?");
  const known = asked.join("?");
  // The router follows a moment later; a second press in between builds on the first.
  const [ahead, setAhead] = useState<{ of: string; search: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that arrived ends what was ahead of it.
  useEffect(() => setAhead(null), [known]);
  const search = ahead?.of === known ? ahead.search : known;
  const put = (params: URLSearchParams) => {
    const text = params.toString();
    setAhead({ of: known, search: text });
    const address = text === "" ? path : `${path}?${text}`;
    void router.push(address, undefined, { shallow: true, scroll: false });
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
