import type { Network } from "@/api/contract";
import { where } from "@/api/listQuery";
import { Monogram } from "@/components/ui/marks/Monogram";
import { NetworkBadge } from "@/components/ui/marks/NetworkBadge";
import { Count, NoFigure } from "@/components/ui/text/Figure";
import { networkAddress } from "@/lib/address/addresses";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { LazyList } from "@/lists/related/LazyList";
import { newsTab } from "@/lists/related/newsTab";
import { transactionsTab } from "@/lists/related/transactionsTab";
import { Words, YesNo } from "@/records/cells";
import { RecordLink, SiteLink } from "@/records/facts";
import { resourceOf } from "@/records/resource";
import type { Sheet } from "@/records/sheet";

export const networkSheet: Sheet<Network> = {
  resource: resourceOf("networks"),
  one: "Network",
  description: "One network: its tokenized assets, their value, holders and transfers.",
  parent: { href: "/networks", label: "Networks" },
  mark: (row) => <Monogram id={row.slug} name={row.name} size="large" />,
  summary: (row) => (
    <>
      <NetworkBadge name={row.name} colour={row.badge_color} />
      {row.parent_name && <span>Settlement layer: {row.parent_name}</span>}
    </>
  ),
  links: (row) => [
    { label: "Website", href: row.website },
    { label: row.explorer_name ?? "Explorer", href: row.explorer_url },
  ],
  text: () => null,
  note: (row) => row.note,
  figures: () => [],
  groups: [
    {
      title: "Network",
      facts: [
        {
          field: "native_symbol",
          label: "Native currency",
          value: (row) => <Words>{row.native_symbol}</Words>,
        },
        {
          field: "parent_name",
          label: "Settlement layer",
          value: (row) => (
            <RecordLink
              name={row.parent_name}
              href={row.parent_slug && networkAddress(row.parent_slug)}
            />
          ),
        },
        {
          field: "asset_count",
          label: "Assets (excluding sample data)",
          value: (row) => <Count value={row.asset_count} full />,
        },
        {
          field: "token_count",
          label: "Tokens (excluding sample data)",
          value: (row) => <Count value={row.token_count} full />,
        },
        { field: "is_evm", label: "EVM-compatible", value: (row) => <YesNo value={row.is_evm} /> },
        { field: "website", label: "Website", value: (row) => <SiteLink href={row.website} /> },
        {
          field: "explorer_url",
          label: "Explorer",
          value: (row) => <SiteLink href={row.explorer_url} />,
        },
      ],
    },
    {
      title: "Identifiers",
      facts: [
        {
          field: "chain_identifier",
          label: "Identifier",
          value: (row) => <Words>{row.chain_identifier}</Words>,
        },
        { field: "caip2", label: "CAIP-2", value: (row) => <Words>{row.caip2}</Words> },
        {
          field: "evm_chain_id",
          label: "Chain id",
          value: (row) => <Words>{row.evm_chain_id?.toString()}</Words>,
        },
        {
          field: "defillama_key",
          label: "DefiLlama key",
          value: (row) => <Words>{row.defillama_key}</Words>,
        },
        {
          field: "badge_color",
          label: "Badge colour",
          value: (row) =>
            row.badge_color ? (
              <NetworkBadge name={row.badge_color} colour={row.badge_color} />
            ) : (
              <NoFigure reason={row.note ?? notDisclosed} />
            ),
        },
      ],
    },
  ],
  related: [
    {
      id: "assets",
      label: "Assets",
      list: (row) => (
        <LazyList
          of="assets"
          only={where("network_slugs", "equals", row.slug)}
          all={`/assets?filter=network_slugs:is:${encodeURIComponent(row.slug)}`}
        />
      ),
    },
    {
      id: "tokens",
      label: "Tokens",
      list: (row) => (
        <LazyList
          of="tokens"
          only={where("network_slug", "equals", row.slug)}
          without={["network_name"]}
          all={`/tokens?filter=network_slug:is:${encodeURIComponent(row.slug)}`}
        />
      ),
    },
    transactionsTab("network_slug"),
    newsTab("network_slugs"),
  ],
};
