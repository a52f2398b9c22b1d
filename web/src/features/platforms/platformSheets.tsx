import type { Platform } from "@/api/contract";
import { where } from "@/api/listQuery";
import { Monogram } from "@/components/ui/marks/Monogram";
import { platformAddress, protocolAddress } from "@/lib/address/addresses";
import { classColour } from "@/lib/classColour";
import { LazyList } from "@/lists/related/LazyList";
import { newsTab } from "@/lists/related/newsTab";
import { Choice, NetworksCell, Words } from "@/records/cells";
import { eventsTab } from "@/records/EventList";
import { FactNumber } from "@/records/FactNumber";
import { countedTile, Day, RecordLink, SiteLink } from "@/records/facts";
import { resourceOf } from "@/records/resource";
import type { FactGroup, Related, Sheet } from "@/records/sheet";

const company: FactGroup<Platform> = {
  title: "Company",
  facts: [
    { field: "category", label: "Category", value: (row) => <Words>{row.category}</Words> },
    {
      field: "asset_class_name",
      label: "Main class",
      value: (row) => <Words>{row.asset_class_name}</Words>,
    },
    {
      field: "parent_name",
      label: "Parent company",
      value: (row) => (
        <RecordLink
          name={row.parent_name}
          href={row.parent_slug && platformAddress(row.parent_slug)}
        />
      ),
    },
    { field: "status", label: "Status", value: (row) => <Choice>{row.status}</Choice> },
    {
      field: "token_network_slugs",
      label: "Token networks",
      value: (row) => <NetworksCell slugs={row.token_network_slugs} />,
    },
    {
      field: "network_slugs",
      label: "Networks",
      value: (row) => <NetworksCell slugs={row.network_slugs} />,
    },
    { field: "website", label: "Website", value: (row) => <SiteLink href={row.website} /> },
  ],
};

const tracking: FactGroup<Platform> = {
  title: "Tracking",
  facts: [
    {
      field: "first_tracked_on",
      label: "First tracked",
      value: (row) => <Day value={row.first_tracked_on} />,
    },
    { field: "started_on", label: "Data start", value: (row) => <Day value={row.started_on} /> },
    { field: "adapter", label: "Adapter", value: (row) => <Words>{row.adapter}</Words> },
    {
      field: "id_source",
      label: "Source of the identifier",
      value: (row) => <Words>{row.id_source}</Words>,
    },
  ],
};

function ofPlatform(field: string, row: Platform): string {
  return `?filter=${field}:is:${encodeURIComponent(row.slug)}`;
}

const assetsTab: Related<Platform> = {
  id: "assets",
  label: "Assets",
  count: (row) => row.asset_count,
  list: (row) => (
    <LazyList
      of="assets"
      only={where("platform_slug", "equals", row.slug)}
      without={["platform_name"]}
      all={`/assets${ofPlatform("platform_slug", row)}`}
    />
  ),
};

const poolsTab: Related<Platform> = {
  id: "pools",
  label: "Pools",
  count: (row) => row.pool_count,
  list: (row) => (
    <LazyList
      of="pools"
      only={where("platform_slug", "equals", row.slug)}
      without={["platform_name"]}
      all={`/pools${ofPlatform("platform_slug", row)}`}
    />
  ),
};

const loansTab: Related<Platform> = {
  id: "loans",
  label: "Loans",
  count: (row) => row.loan_count,
  list: (row) => (
    <LazyList
      of="loans"
      only={where("platform_slug", "equals", row.slug)}
      without={["platform_name"]}
      all={`/loans${ofPlatform("platform_slug", row)}`}
    />
  ),
};

const investmentsTab: Related<Platform> = {
  id: "investments",
  label: "Investments",
  list: (row) => (
    <LazyList
      of="investments"
      only={where("platform_slug", "equals", row.slug)}
      without={["platform_name"]}
      all={`/investments${ofPlatform("platform_slug", row)}`}
    />
  ),
};

const happenings = eventsTab<Platform>({
  dates: (row) => [
    { on: row.first_tracked_on, what: "First listed by a public tracker" },
    { on: row.started_on, what: "Start of data" },
  ],
});

const shared = {
  mark: (row: Platform) => (
    <Monogram
      id={row.slug}
      name={row.name}
      colour={classColour(row.asset_class_slug)}
      size="large"
    />
  ),
  links: (row: Platform) => [{ label: "Website", href: row.website }],
  text: (row: Platform) => row.description,
  note: (row: Platform) => row.note,
  groups: [company, tracking],
};

export const platformSheet: Sheet<Platform> = {
  ...shared,
  resource: resourceOf("platforms"),
  one: "Platform",
  description: "One tokenization platform: its assets, their value by network, and their holders.",
  parent: { href: "/platforms", label: "Platforms" },
  summary: (row) => (
    <>
      <span>Tokenization Platform</span>
      {row.token_network_slugs.length > 0 && (
        <FactNumber of="platforms" row={row} field="token_network_slugs" label="Token networks">
          <NetworksCell slugs={row.token_network_slugs} />
        </FactNumber>
      )}
      {row.is_protocol && <RecordLink name="View as protocol" href={protocolAddress(row.slug)} />}
    </>
  ),
  figures: (row) => [
    countedTile(row, "Assets", "asset_count", row?.asset_count),
    countedTile(row, "Networks", "token_network_slugs", row?.token_network_slugs.length),
  ],
  related: [assetsTab, investmentsTab, poolsTab, happenings, newsTab("platform_slugs")],
};

export const protocolSheet: Sheet<Platform> = {
  ...shared,
  resource: resourceOf("protocols"),
  one: "Protocol",
  description: "One tokenization protocol: its loans and pools, rates, defaults and capital.",
  parent: { href: "/protocols", label: "Protocols" },
  summary: (row) => (
    <>
      <span>Tokenization Protocol</span>
      {row.network_slugs.length > 0 && (
        <FactNumber of="protocols" row={row} field="network_slugs" label="Networks">
          <NetworksCell slugs={row.network_slugs} />
        </FactNumber>
      )}
      {row.is_platform && <RecordLink name="View as platform" href={platformAddress(row.slug)} />}
    </>
  ),
  figures: (row) => [
    countedTile(row, "Pools", "pool_count", row?.pool_count),
    countedTile(row, "Loans", "loan_count", row?.loan_count),
  ],
  related: [poolsTab, loansTab, assetsTab, happenings, newsTab("platform_slugs")],
};
