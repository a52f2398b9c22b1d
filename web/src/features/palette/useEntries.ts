import { useRouter } from "next/router";
import { useCallback, useMemo } from "react";
import { useFlags } from "@/api/account/flags";
import { useConfig } from "@/api/installation/config";
import { type SearchLoad, useSearchGroups } from "@/api/search";
import { type NavEntry, navGroups, visibleGroups } from "@/components/shell/nav";
import type { IconName } from "@/components/ui/marks/Icon";
import { iconPaths } from "@/components/ui/marks/iconPaths";
import type { Entry, EntryGroup } from "./matching";

const marks = new Map<string, NavEntry["icon"]>(
  navGroups.flatMap(({ entries }) => entries.map(({ href, icon }) => [href, icon] as const)),
);

function isIcon(name: string | null): name is IconName {
  return name !== null && Object.hasOwn(iconPaths, name);
}

/** A page has the mark it has in the sidebar, anything else the one the server names. */
function markOf(href: string, icon: string | null): Entry["icon"] {
  return marks.get(href) ?? (isIcon(icon) ? icon : "arrow");
}

function useGo(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      if (/^https?:\/\//.test(href)) window.open(href, "_blank", "noopener");
      else if (href.startsWith("/")) void router.push(href);
    },
    [router],
  );
}

/** The pages to go to: those of the server once they are there, until then those of the sidebar. */
export function usePageGroups(): { load: SearchLoad; groups: EntryGroup[] } {
  const go = useGo();
  const load = useSearchGroups();
  const { isOn } = useFlags();
  const { blogUrl } = useConfig();
  const groups = useMemo(() => {
    if (load.status === "complete") {
      return load.groups.map(({ key, label, items }) => ({
        key,
        label,
        entries: items.map((item) => ({
          id: item.id,
          label: item.label,
          subtitle: item.subtitle,
          icon: markOf(item.href, item.icon),
          run: () => go(item.href),
        })),
      }));
    }
    return visibleGroups(isOn, { blog: blogUrl }).map(({ key, label, entries }) => ({
      key,
      label,
      entries: entries.map((entry) => ({
        id: entry.href,
        label: entry.label,
        subtitle: entry.under ?? null,
        icon: entry.icon,
        run: () => go(entry.href),
      })),
    }));
  }, [load, isOn, blogUrl, go]);
  return { load, groups };
}
