import { expect, it } from "vitest";
import type { Feature } from "@/api/contract";
import { currentEntry, gateOf, navGroups, visibleGroups } from "./nav";

function listed(on: readonly Feature[], blog: string | null = null) {
  return visibleGroups((flag) => on.includes(flag), { blog }).map(
    ({ label, entries }) =>
      `${label}: ${entries.map((entry) => [entry.label, entry.badge].filter(Boolean).join(" ")).join(", ")}`,
  );
}

it("lists for a visitor what no feature gates, in the order of the specification", () => {
  expect(listed([])).toEqual([
    "Latest: Market Overview, News, Invest NEW",
    "Asset Classes: Stablecoins, U.S. Treasuries, Global Bonds, Private Credit, Commodities, Institutional Funds, Stocks",
    "Participants: Networks, Platforms NEW, Managers, Company Directory",
    "Tools: Media & Citations, Data & API Platform, Downloads, Compliance Events",
  ]);
});

it("lists everything for somebody with every feature", () => {
  const all = Object.values(navGroups.flatMap(({ entries }) => entries))
    .flatMap(({ flag }) => flag ?? [])
    .concat("enable-admin-tools");
  expect(listed(all, "https://blog.example.com/")).toEqual([
    "Latest: Market Overview, News, Invest NEW",
    "Asset Classes: Stablecoins, U.S. Treasuries, Global Bonds, Private Credit, Commodities, Institutional Funds, Stocks, Real Estate BETA",
    "Participants: Networks, Platforms NEW, Issuers BETA, Managers, Company Directory",
    "Tools: Research Blog, Media & Citations, Data & API Platform, API Tools, Downloads, Asset Search, Asset Charting, Transactions, Compliance Events, Jurisdiction Explorer BETA",
    "Internal Tools: Asset Aggregates, Asset Classes, Protocol Time Series, Pools, Loans, Networks, Pool Time Series, Loan Time Series",
    "Admin: User Admin, Organization Admin, Catalog Admin, User Roles, Org Roles, Policy Assignments, Roles, Policies",
  ]);
});

it("leads the blog to the address of the installation", () => {
  const groups = visibleGroups(() => true, { blog: "https://blog.example.com/" });
  const entries = groups.flatMap(({ entries }) => entries);
  expect(entries.find(({ label }) => label === "Research Blog")?.href).toBe(
    "https://blog.example.com/",
  );
});

it.each([
  ["/", "Market Overview"],
  ["/networks", "Networks"],
  ["/networks/[networkSlug]", "Networks"],
  ["/assets", "Asset Search"],
  ["/assets/[assetSlug]", "Asset Search"],
  ["/assets/timeseries", "Asset Charting"],
  ["/tools/api/endpoint/loans", "API Tools"],
  ["/admin/api_access_roles/new", "Roles"],
])("marks %s as %s", (path, label) => {
  expect(currentEntry(navGroups, path)?.label).toBe(label);
});

it("marks the entry of the participants, not its double in the internal tools", () => {
  const participants = navGroups.find(({ key }) => key === "participants");
  const entry = currentEntry(navGroups, "/networks");
  expect(participants?.entries).toContain(entry);
});

it("marks nothing for a page outside of the sidebar", () => {
  expect(currentEntry(navGroups, "/settings/profile")).toBeNull();
  expect(currentEntry(navGroups, "/assetsandmore")).toBeNull();
});

it.each([
  ["/", null],
  ["/stablecoins", null],
  ["/networks/[networkSlug]", null],
  ["/protocols", null],
  ["/real-estate", "enable-experimental-features"],
  ["/issuers/[issuerSlug]", "enable-experimental-features"],
  ["/managers/[managerSlug]", null],
  ["/loans", "enable-experimental-features"],
  ["/transactions", "enable-experimental-features"],
  ["/compliance", null],
  ["/downloads", "enable-data-downloads"],
  ["/assets/[assetSlug]", "enable-asset-entity-pages"],
  ["/assets/timeseries", "enable-asset-charting-page"],
  ["/assets/aggregates", "enable-experimental-features"],
  ["/tools/jurisdiction_explorer", "enable-jurisdiction-explorer"],
  ["/tools/api/endpoint/tokens", "enable-api-keys"],
  ["/settings/api-keys", "enable-api-keys"],
  ["/settings/team", null],
  ["/admin/users/[userID]", "enable-admin-tools"],
  ["/admin/api_access_policies", "enable-admin-tools"],
])("gates %s by %s", (path, flag) => {
  expect(gateOf(path)).toBe(flag);
});
