const classGroups = new Set(
  "stablecoins treasuries global-bonds private-credit commodities institutional-funds stocks real-estate".split(
    " ",
  ),
);

/** The page of a group of asset classes; an administrator may make groups that have none. */
export function classGroupAddress(group: string | null | undefined): string | null {
  return group && classGroups.has(group) ? `/${group}` : null;
}
