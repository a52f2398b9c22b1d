import { useRouter } from "next/router";
import { useEffect, useEffectEvent } from "react";
import { whenIdle } from "@/lib/loading/idle";

function linkUnder(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-page-link]") : null;
}

/** The address within the site; null where the browser itself knows best, as for a place on the same page. */
function pageAddress(link: HTMLAnchorElement): string | null {
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
  // The router would take a path of two slashes for another host; the browser stays on the site.
  if (origin !== window.location.origin || pathname.startsWith("//")) return null;
  const here = pathname === window.location.pathname && search === window.location.search;
  return here && hash !== "" ? null : pathname + search + hash;
}

/** The click opens another tab, another window or a download. */
function opensElsewhere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const away = link.target !== "" && link.target !== "_self";
  return event.button !== 0 || withKey || away || link.hasAttribute("download");
}

/**
 * Follows every `Link` of the document from one place: the script of a page is run when the pointer, the finger or
 * the focus comes near, and those of the navigation are fetched while nothing else is to do.
 */
export function PageLinks() {
  const router = useRouter();
  const follow = useEffectEvent((address: string, inPlace: boolean) => {
    if (inPlace) void router.push(address, undefined, { shallow: true, scroll: false });
    else void router.push(address);
  });
  const prepare = useEffectEvent((address: string, soon: boolean) => {
    // A page that cannot be fetched ahead is fetched when it is opened.
    router.prefetch(address, address, { priority: soon }).catch(() => {});
  });
  useEffect(() => {
    const prepared = new Set<string>();
    const click = (event: MouseEvent) => {
      const link = linkUnder(event.target);
      if (event.defaultPrevented || !link || opensElsewhere(event, link)) return;
      const address = pageAddress(link);
      if (address === null) return;
      event.preventDefault();
      follow(address, link.getAttribute("href")?.startsWith("?") ?? false);
    };
    const near = (event: Event) => {
      const link = linkUnder(event.target);
      const address = link && pageAddress(link);
      if (address === null || prepared.has(address)) return;
      prepared.add(address);
      prepare(address, true);
    };
    const passive = { passive: true };
    document.addEventListener("click", click);
    document.addEventListener("pointerover", near, passive);
    document.addEventListener("focusin", near, passive);
    return () => {
      document.removeEventListener("click", click);
      document.removeEventListener("pointerover", near);
      document.removeEventListener("focusin", near);
    };
  }, []);
  useEffect(() => {
    const links = document.querySelectorAll<HTMLAnchorElement>("nav a[data-page-link]");
    // Neither what is folded away nor the sidebar of a small screen.
    const shown = [...links].filter((link) => link.offsetParent !== null);
    const addresses = shown.flatMap((link) => pageAddress(link) ?? []);
    let stop = () => {};
    const next = () => {
      const address = addresses.shift();
      if (address === undefined) return;
      prepare(address, false);
      stop = whenIdle(next);
    };
    stop = whenIdle(next);
    return () => stop();
  }, []);
  return null;
}
