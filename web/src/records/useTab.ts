import { useRouter } from "next/router";
import { useState } from "react";

type KeptTab = { tab: string; open: (tab: string) => void };

/** The open tab of a page from its address; an address without a tab, or with an unknown one, means the first. */
export function useTab(known: ReadonlyArray<string>): KeptTab {
  const router = useRouter();
  const [first = ""] = known;
  const [path = "", ...query] = router.asPath.replace(/#.*$/, "").split("?");
  const params = new URLSearchParams(router.isReady ? query.join("?") : "");
  // The router follows a moment later; the press is answered at once.
  const [pressed, setPressed] = useState<{ on: string; tab: string } | null>(null);
  const requested = pressed?.on === router.asPath ? pressed.tab : params.get("tab");
  const open = (tab: string) => {
    setPressed({ on: router.asPath, tab });
    if (tab === first) params.delete("tab");
    else params.set("tab", tab);
    const rest = params.toString();
    const address = rest === "" ? path : `${path}?${rest}`;
    void router.replace(address, undefined, { shallow: true, scroll: false });
  };
  return { tab: known.find((each) => each === requested) ?? first, open };
}
