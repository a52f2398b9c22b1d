import { useMemo } from "react";
import { useAddress } from "./useAddress";
import { decodeViewState, emptyViewState, encodeViewState, type ViewState } from "./viewState";

export type AddressedView = {
  view: ViewState;
  change: (next: ViewState) => void;
  /** False in the exported page, which does not know its address yet. */
  ready: boolean;
};

/** The view of a list as its address says it; each change is a step that the browser can take back. */
export function useViewState(): AddressedView {
  const { search, put, ready } = useAddress();
  const view = useMemo(() => (search === "" ? emptyViewState : decodeViewState(search)), [search]);
  const change = (next: ViewState) => put(encodeViewState(next, search));
  return { view, change, ready };
}
