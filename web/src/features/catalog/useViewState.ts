import { useRouter } from "next/router";
import { useMemo } from "react";
import { decodeViewState, emptyViewState, encodeViewState, type ViewState } from "@/lib/viewState";

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
  const search = asked.join("?");
  const view = useMemo(
    () => (router.isReady ? decodeViewState(search) : emptyViewState),
    [router.isReady, search],
  );
  const change = (next: ViewState) => {
    const params = encodeViewState(next, search).toString();
    const address = params === "" ? path : `${path}?${params}`;
    void router.push(address, undefined, { shallow: true, scroll: false });
  };
  return { view, change, ready: router.isReady };
}
