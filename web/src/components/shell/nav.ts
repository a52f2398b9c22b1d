import type { IconName } from "@/components/ui/Icon";

/** What switches a part of the interface on; it gates no data. */
export type Flag =
  | "enable-data-downloads"
  | "enable-asset-entity-pages"
  | "enable-asset-charting-page"
  | "enable-jurisdiction-explorer"
  | "enable-api-keys"
  | "enable-admin-tools"
  | "enable-experimental-features";

/** The features by name, for the notice on a page whose feature is off. */
export const featureNames: Record<Flag, string> = {
  "enable-data-downloads": "Data downloads",
  "enable-asset-entity-pages": "Asset pages",
  "enable-asset-charting-page": "Asset charting",
  "enable-jurisdiction-explorer": "Jurisdiction explorer",
  "enable-api-keys": "API keys",
  "enable-admin-tools": "Admin tools",
  "enable-experimental-features": "Experimental features",
};

export type NavEntry = {
  label: string;
  href: string;
  /** An asset class has its colour in place of an icon: the menu is the legend of the product. */
  icon: IconName | { swatch: string };
  badge?: "NEW" | "BETA";
  /** Without it the entry is not listed and its pages show a notice. */
  flag?: Flag;
  /** Without it the pages show a notice although the entry is listed. */
  gate?: Flag;
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
  flag?: Flag;
  /** Folded until somebody opens it. */
  folded?: true;
  entries: readonly NavEntry[];
};

const experimental = "enable-experimental-features";
const admin = "enable-admin-tools";
const apiKeys = "enable-api-keys";

const latest: readonly NavEntry[] = [
  { label: "Market Overview", href: "/", icon: "overview" },
  { label: "News", href: "/news", icon: "news" },
  { label: "Invest", href: "/invest", icon: "invest", badge: "NEW" },
];

const classes: readonly NavEntry[] = [
  { label: "Stablecoins", href: "/stablecoins", icon: { swatch: "--cls-stablecoins" } },
  { label: "U.S. Treasuries", href: "/treasuries", icon: { swatch: "--cls-treasuries" } },
  { label: "Global Bonds", href: "/global-bonds", icon: { swatch: "--cls-global-bonds" } },
  { label: "Private Credit", href: "/private-credit", icon: { swatch: "--cls-private-credit" } },
  { label: "Commodities", href: "/commodities", icon: { swatch: "--cls-commodities" } },
  {
    label: "Institutional Funds",
    href: "/institutional-funds",
    icon: { swatch: "--cls-institutional-funds" },
  },
  { label: "Stocks", href: "/stocks", icon: { swatch: "--cls-stocks" } },
  {
    label: "Real Estate",
    href: "/real-estate",
    icon: { swatch: "--cls-real-estate" },
    badge: "BETA",
    flag: experimental,
  },
];

const participants: readonly NavEntry[] = [
  { label: "Networks", href: "/networks", icon: "network" },
  { label: "Platforms", href: "/platforms", icon: "platform", badge: "NEW" },
  { label: "Issuers", href: "/issuers", icon: "issuer", badge: "BETA", flag: experimental },
  { label: "Company Directory", href: "/directory", icon: "directory" },
];

const tools: readonly NavEntry[] = [
  { label: "Research Blog", href: "", icon: "blog", external: "blog" },
  { label: "Media & Citations", href: "/citations", icon: "citations" },
  { label: "Data & API Platform", href: "/platform-overview", icon: "api" },
  {
    label: "API Tools",
    href: "/tools/api/api-keys",
    icon: "tools",
    flag: apiKeys,
    covers: "/tools/api",
  },
  { label: "Downloads", href: "/downloads", icon: "downloads", gate: "enable-data-downloads" },
  { label: "Asset Search", href: "/assets", icon: "search", flag: "enable-asset-entity-pages" },
  {
    label: "Asset Charting",
    href: "/assets/timeseries",
    icon: "charting",
    flag: "enable-asset-charting-page",
  },
  { label: "Transactions", href: "/transactions", icon: "transactions", flag: experimental },
  {
    label: "Jurisdiction Explorer",
    href: "/tools/jurisdiction_explorer",
    icon: "jurisdiction",
    badge: "BETA",
    flag: "enable-jurisdiction-explorer",
  },
];

const internal: readonly NavEntry[] = [
  { label: "Asset Aggregates", href: "/assets/aggregates", icon: "aggregates", gate: experimental },
  { label: "Asset Classes", href: "/asset_classes", icon: "classes", gate: experimental },
  {
    label: "Protocol Time Series",
    href: "/protocol_timeseries",
    icon: "charting",
    gate: experimental,
  },
  { label: "Pools", href: "/pools", icon: "pools", gate: experimental },
  { label: "Loans", href: "/loans", icon: "loans", gate: experimental },
  { label: "Networks", href: "/networks", icon: "network" },
  { label: "Pool Time Series", href: "/pool_timeseries", icon: "charting", gate: experimental },
  { label: "Loan Time Series", href: "/loan_timeseries", icon: "charting", gate: experimental },
];

const access = "API Access";

const administration: readonly NavEntry[] = [
  { label: "User Admin", href: "/admin/users", icon: "users", covers: "/admin" },
  { label: "Organization Admin", href: "/admin/organizations", icon: "organization" },
  { label: "User Roles", href: "/admin/api_access_user_roles", icon: "user", under: access },
  { label: "Org Roles", href: "/admin/api_access_org_roles", icon: "team", under: access },
  {
    label: "Policy Assignments",
    href: "/admin/api_access_policy_assignments",
    icon: "link",
    under: access,
  },
  { label: "Roles", href: "/admin/api_access_roles", icon: "role", under: access },
  { label: "Policies", href: "/admin/api_access_policies", icon: "policy", under: access },
];

/** The sidebar: the groups of the specification, in its order. */
export const navGroups: readonly NavGroup[] = [
  { key: "latest", label: "Latest", entries: latest },
  { key: "asset-classes", label: "Asset Classes", entries: classes },
  { key: "participants", label: "Participants", entries: participants },
  { key: "tools", label: "Tools", entries: tools },
  {
    key: "internal-tools",
    label: "Internal Tools",
    flag: experimental,
    folded: true,
    entries: internal,
  },
  { key: "admin", label: "Admin", flag: admin, folded: true, entries: administration },
];

/** The pages of an account, in its menu and above each of them. */
export const accountPages = [
  { href: "/settings/profile", label: "Profile" },
  { href: "/settings/plan", label: "Plan" },
  { href: "/settings/team", label: "Team" },
  { href: "/settings/api-keys", label: "API keys", flag: apiKeys },
  { href: "/settings/sessions", label: "Sessions" },
] as const satisfies ReadonlyArray<{ href: string; label: string; flag?: Flag }>;

/** Pages outside of the sidebar that a feature gates. */
const furtherGates: ReadonlyArray<[string, Flag]> = [
  ["/settings/api-keys", apiKeys],
  ["/admin", admin],
];

function covers(address: string, path: string): boolean {
  return path === address || (address !== "/" && path.startsWith(`${address}/`));
}

/** What of the navigation is listed for somebody, with the addresses the installation sets. */
export function visibleGroups(
  isOn: (flag: Flag) => boolean,
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
export function gateOf(path: string): Flag | null {
  const further = furtherGates.find(([address]) => covers(address, path));
  if (further) return further[1];
  const entry = currentEntry(navGroups, path);
  return entry?.flag ?? entry?.gate ?? null;
}
