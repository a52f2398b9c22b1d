import { useRouter } from "next/router";
import { useEffect, useMemo, useState } from "react";
import { decodeViewState, emptyViewState, encodeViewState, type ViewState } from "./viewState";

type KeptView = {
  view: ViewState;
  change: (next: ViewState) => void;
  /** False in the exported page, which does not know its address yet. */
  ready: boolean;
};

/** The view of a list as its address says it; each change is a step that the browser can take back. */
export function useViewState(): KeptView {
  const router = useRouter();
  const [path = "", ...asked] = router.asPath.replace(/#.*$/, "").split("?");
  const known = asked.join("?");
  // The router follows a moment later; a second press in between builds on the first.
  const [ahead, setAhead] = useState<{ of: string; search: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that arrived ends what was ahead of it.
  useEffect(() => setAhead(null), [known]);
  const search = ahead?.of === known ? ahead.search : known;
  const view = useMemo(
    () => (router.isReady ? decodeViewState(search) : emptyViewState),
    [router.isReady, search],
  );
  const change = (next: ViewState) => {
    const params = encodeViewState(next, search).toString();
    setAhead({ of: known, search: params });
    const address = params === "" ? path : `${path}?${params}`;
    void router.push(address, undefined, { shallow: true, scroll: false });
  };
  return { view, change, ready: router.isReady };
}
