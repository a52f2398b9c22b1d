import type { Feature } from "@/api/contract";
import type { IconName } from "@/components/ui/marks/Icon";

import navigation from "./navigation.json";

export type NavEntry = {
  label: string;
  href: string;
  /** An asset class has its colour in place of an icon: the menu is the legend of the product. */
  /** An icon, or the colour of an asset class. */
  icon: IconName | { swatch: string };
  badge?: "NEW" | "BETA";
  /** Without it the entry is not listed and its pages show a notice. */
  flag?: Feature;
  /** Without it the pages show a notice although the entry is listed. */
  gate?: Feature;
  /** The pages below it that belong to it, where they do not lie below its own address. */
  covers?: string;
  /** An address of another site, set by the installation. */
  external?: "blog";
  /** The heading inside the group under which it stands. */
  under?: string;
};

export type NavGroup = {
  key: string;
  label: string;
  /** Without it nothing of the group is listed. */
  flag?: Feature;
  /** Folded until it is opened. */
  folded?: true;
  entries: readonly NavEntry[];
};

const admin = "enable-admin-tools";
const apiKeys = "enable-api-keys";

/** A page of an account, as the menu of the header and the settings list it. */
export type AccountPage = {
  label: string;
  href: string;
  icon: IconName;
  /** Without it the page is not listed. */
  flag?: Feature;
};

/**
 * The sidebar: the groups of the specification, in its order. The gateway reads the same file for what the search offers
 * before anything is typed.
 */
export const navGroups = navigation.groups as readonly NavGroup[];

/** The pages of an account, in its menu and above each of them. */
export const accountPages = navigation.account as readonly AccountPage[];

/** Pages outside of the sidebar that a feature gates. */
const furtherGates: ReadonlyArray<[string, Feature]> = [
  ["/settings/api-keys", apiKeys],
  ["/admin", admin],
];

function covers(address: string, path: string): boolean {
  return path === address || (address !== "/" && path.startsWith(`${address}/`));
}

/** The entries of the navigation for a visitor, with the addresses that the installation sets. */
export function visibleGroups(
  isOn: (flag: Feature) => boolean,
  addresses: { blog: string | null },
): NavGroup[] {
  const listed = ({ flag, external }: NavEntry) =>
    (!flag || isOn(flag)) && (!external || addresses[external] !== null);
  const settle = (entry: NavEntry): NavEntry =>
    entry.external ? { ...entry, href: addresses[entry.external] ?? "" } : entry;
  return navGroups
    .filter(({ flag }) => !flag || isOn(flag))
    .map((group) => ({ ...group, entries: group.entries.filter(listed).map(settle) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The entry that a page belongs to: the one with the longest address above it, the first of equals. */
export function currentEntry(groups: readonly NavGroup[], path: string): NavEntry | null {
  let best: NavEntry | null = null;
  let length = -1;
  for (const entry of groups.flatMap(({ entries }) => entries)) {
    for (const address of [entry.href, entry.covers]) {
      if (!address || entry.external || !covers(address, path) || address.length <= length)
        continue;
      best = entry;
      length = address.length;
    }
  }
  return best;
}

/** The feature without which a page shows a notice; the same table as the sidebar. */
export function gateOf(path: string): Feature | null {
  const further = furtherGates.find(([address]) => covers(address, path));
  if (further) return further[1];
  const entry = currentEntry(navGroups, path);
  return entry?.flag ?? entry?.gate ?? null;
}
