import { useRouter } from "next/router";
import { useMemo } from "react";
import { longestSlug } from "@/api/contract";

/** The record that stands open beside a list, as the address says it; the browser's way back closes it. */
export function useOpenRecord() {
  const { isReady, asPath, push } = useRouter();
  const [path = "", ...query] = asPath.replace(/#.*$/, "").split("?");
  const params = new URLSearchParams(isReady ? query.join("?") : "");
  const asksFor = params.get("open") ?? "";
  params.delete("open");
  const closed = params.toString();
  // The same as long as the view is, so that opening one draws no row again.
  const addressOf = useMemo(() => {
    return ({ slug }: { slug: string }) => {
      const next = new URLSearchParams(closed);
      next.set("open", slug);
      return `?${next}`;
    };
  }, [closed]);
  const close = () => {
    const address = closed === "" ? path : `${path}?${closed}`;
    void push(address, undefined, { shallow: true, scroll: false });
  };
  const slug = asksFor !== "" && asksFor.length <= longestSlug ? asksFor : null;
  return { slug, addressOf, close };
}
