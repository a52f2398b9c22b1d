import type { Asset } from "@/api/contract";
import { where } from "@/api/listQuery";
import { Lazy } from "@/components/Lazy";
import { Monogram } from "@/components/ui/marks/Monogram";
import {
  issuerAddress,
  managerAddress,
  platformAddress,
  protocolAddress,
} from "@/lib/address/addresses";
import { classColour } from "@/lib/classColour";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { kindTabs } from "@/lists/related/kindTabs";
import { LazyList } from "@/lists/related/LazyList";
import { newsTab } from "@/lists/related/newsTab";
import { transactionsTab } from "@/lists/related/transactionsTab";
import { Amount, Choice, NetworksCell, Points, Words, YesNo } from "@/records/cells";
import { eventsTab } from "@/records/EventList";
import { FactNumber } from "@/records/FactNumber";
import { Day, Listed, RecordLink, SiteLink } from "@/records/facts";
import { resourceOf } from "@/records/resource";
import type { FactGroup, Sheet } from "@/records/sheet";
import { feederFacts, feedersTab } from "./feederFunds";
import { LazyHolders } from "./holders/LazyHolders";
import { PropertyFacts } from "./PropertyFacts";

const loadBridges = async () => (await import("@/lists/related/BridgePairs")).BridgePairs;

const identity: FactGroup<Asset> = {
  title: "Identity",
  facts: [
    { field: "symbol", label: "Ticker", value: (row) => <Words>{row.symbol}</Words> },
    { field: "asset_class_name", label: "Class", value: (row) => row.asset_class_name },
    {
      field: "classified_on",
      label: "Class since",
      when: (row) => row.classified_on !== null,
      value: (row) => <Day value={row.classified_on} />,
    },
    { field: "sector_name", label: "Sector", value: (row) => <Words>{row.sector_name}</Words> },
    { field: "status", label: "Status", value: (row) => <Choice>{row.status}</Choice> },
    {
      field: "underlying_name",
      label: "Underlying",
      value: (row) => <Words>{row.underlying_name ?? row.underlying_ticker}</Words>,
    },
    {
      field: "peg_currency",
      label: "Peg",
      when: (row) => row.peg_currency !== null,
      value: (row) => <Words>{row.peg_currency}</Words>,
    },
    {
      field: "denomination_currency",
      label: "Denomination",
      value: (row) => <Words>{row.denomination_currency}</Words>,
    },
    { field: "unit", label: "Token represents", value: (row) => <Words>{row.unit}</Words> },
    {
      field: "inception_on",
      label: "Inception date",
      value: (row) => <Day value={row.inception_on} />,
    },
    {
      field: "first_tracked_on",
      label: "First tracked",
      value: (row) => <Day value={row.first_tracked_on} />,
    },
    {
      field: "matures_on",
      label: "Maturity",
      when: (row) => row.matures_on !== null,
      value: (row) => <Day value={row.matures_on} />,
    },
    {
      field: "strategy",
      label: "Strategy",
      when: (row) => row.strategy !== null || row.class_group === "institutional-funds",
      value: (row) => <Choice>{row.strategy}</Choice>,
    },
    ...feederFacts,
    {
      field: "appraised_on",
      label: "Last appraised",
      when: (row) => row.appraised_on !== null || row.class_group === "real-estate",
      value: (row) => <Day value={row.appraised_on} />,
    },
    { field: "isin", label: "ISIN", value: (row) => <Words>{row.isin}</Words> },
    { field: "cusip", label: "CUSIP", value: (row) => <Words>{row.cusip}</Words> },
    {
      field: "network_slugs",
      label: "Networks",
      value: (row) => <NetworksCell slugs={row.network_slugs} tokens={row.token_count} />,
    },
  ],
};

const parties: FactGroup<Asset> = {
  title: "Parties and regulation",
  facts: [
    {
      field: "issuer_name",
      label: "Issuer",
      value: (row) => (
        <RecordLink
          name={row.issuer_name}
          href={row.issuer_slug && issuerAddress(row.issuer_slug)}
        />
      ),
    },
    {
      field: "manager_name",
      label: "Manager",
      value: (row) => (
        <RecordLink
          name={row.manager_name}
          href={row.manager_slug && managerAddress(row.manager_slug)}
        />
      ),
    },
    {
      field: "platform_name",
      label: "Platform",
      value: (row) => (
        <RecordLink
          name={row.platform_name}
          href={row.platform_slug && platformAddress(row.platform_slug)}
        />
      ),
    },
    {
      field: "protocol_name",
      label: "Protocol",
      value: (row) => (
        <RecordLink
          name={row.protocol_name}
          href={row.protocol_slug && protocolAddress(row.protocol_slug)}
        />
      ),
    },
    { field: "country_name", label: "Domicile", value: (row) => <Words>{row.country_name}</Words> },
    {
      field: "legal_structure",
      label: "Legal structure",
      value: (row) => <Words>{row.legal_structure}</Words>,
    },
    {
      field: "regulatory_framework",
      label: "Regulatory framework",
      value: (row) => <Words>{row.regulatory_framework}</Words>,
    },
    {
      field: "governing_body",
      label: "Regulator",
      value: (row) => <Words>{row.governing_body}</Words>,
    },
    { field: "website", label: "Website", value: (row) => <SiteLink href={row.website} /> },
  ],
};

const terms: FactGroup<Asset> = {
  title: "Terms",
  facts: [
    {
      field: "is_investable",
      label: "Open to investment",
      value: (row) => <YesNo value={row.is_investable} />,
    },
    {
      field: "kyc_required",
      label: "KYC required",
      value: (row) => <YesNo value={row.kyc_required} />,
    },
    {
      field: "investor_types",
      label: "Eligible investors",
      value: (row) => <Listed values={row.investor_types.map(choiceLabel)} />,
    },
    {
      field: "subscription_minimum",
      label: "Minimum subscription",
      value: (row) => (
        <Amount value={row.subscription_minimum} currency={row.subscription_currency} />
      ),
    },
    {
      field: "subscription_frequency",
      label: "Subscription frequency",
      value: (row) => <Choice>{row.subscription_frequency}</Choice>,
    },
    {
      field: "redemption_minimum",
      label: "Minimum redemption",
      value: (row) => (
        <Amount value={row.redemption_minimum} currency={row.subscription_currency} />
      ),
    },
    {
      field: "redemption_frequency",
      label: "Redemption frequency",
      value: (row) => <Choice>{row.redemption_frequency}</Choice>,
    },
  ],
};

const costs: FactGroup<Asset> = {
  title: "Fees and income",
  facts: [
    {
      field: "management_fee_bps",
      label: "Management fee",
      value: (row) => <Points value={row.management_fee_bps} />,
    },
    {
      field: "performance_fee_bps",
      label: "Performance fee",
      value: (row) => <Points value={row.performance_fee_bps} />,
    },
    {
      field: "subscription_fee_bps",
      label: "Subscription fee",
      value: (row) => <Points value={row.subscription_fee_bps} />,
    },
    {
      field: "redemption_fee_bps",
      label: "Redemption fee",
      value: (row) => <Points value={row.redemption_fee_bps} />,
    },
    { field: "fee_note", label: "Other fees", value: (row) => <Words>{row.fee_note}</Words> },
    {
      field: "is_yield_bearing",
      label: "Yield-bearing",
      value: (row) => <YesNo value={row.is_yield_bearing} />,
    },
    {
      field: "distributes_income",
      label: "Distributes income",
      value: (row) => <YesNo value={row.distributes_income} />,
    },
  ],
};

export const assetSheet: Sheet<Asset> = {
  resource: resourceOf("assets"),
  one: "Asset",
  description: "One tokenized asset: value, price, yield, holders, tokens, terms and data sources.",
  parent: { href: "/assets", label: "Asset search" },
  mark: (row) => (
    <Monogram
      id={row.slug}
      name={row.symbol ?? row.name}
      colour={classColour(row.asset_class_slug)}
      size="large"
    />
  ),
  summary: (row) => (
    <>
      {row.symbol && <bdi className="font-medium text-text">{row.symbol}</bdi>}
      <span>{row.asset_class_name}</span>
      {row.issuer_name && <bdi>{row.issuer_name}</bdi>}
      {row.token_count > 0 && (
        <FactNumber of="assets" row={row} field="network_slugs" label="Networks">
          <NetworksCell slugs={row.network_slugs} tokens={row.token_count} />
        </FactNumber>
      )}
    </>
  ),
  links: (row) => [
    { label: "Website", href: row.website },
    ...row.audit_urls.map((href, at) => ({ label: `Audit ${at + 1}`, href })),
  ],
  text: (row) => row.description,
  note: (row) => [row.note, row.class_note].filter(Boolean).join(" ") || null,
  figures: () => [],
  groups: [identity, parties, terms, costs],
  related: [
    {
      id: "property",
      label: "Property",
      when: (row) => row.class_group === "real-estate",
      list: (row) => <PropertyFacts asset={row} />,
    },
    {
      id: "tokens",
      label: "Tokens",
      count: (row) => row.token_count,
      list: (row) => (
        <div className="flex flex-col gap-4">
          <LazyList
            of="tokens"
            only={where("asset_slug", "equals", row.slug)}
            without={["asset_name"]}
            all={`/tokens?filter=asset_slug:is:${encodeURIComponent(row.slug)}`}
          />
          <Lazy
            load={loadBridges}
            give={{ only: where("asset_slug", "equals", row.slug) }}
            fallback={null}
          />
        </div>
      ),
    },
    feedersTab,
    {
      id: "holders",
      label: "Holders",
      list: (row) => <LazyHolders asset={row} />,
    },
    transactionsTab("asset_slug"),
    ...kindTabs("assets"),
    {
      id: "investments",
      label: "Investments",
      list: (row) => (
        <LazyList
          of="investments"
          only={where("asset_slug", "equals", row.slug)}
          all={`/investments?filter=asset_slug:is:${encodeURIComponent(row.slug)}`}
        />
      ),
    },
    {
      id: "loans",
      label: "Loans",
      list: (row) => (
        <LazyList
          of="loans"
          only={where("asset_slug", "equals", row.slug)}
          all={`/loans?filter=asset_slug:is:${encodeURIComponent(row.slug)}`}
        />
      ),
    },
    {
      id: "providers",
      label: "Service providers",
      list: (row) => <LazyList of="providers" only={where("asset_slug", "equals", row.slug)} />,
    },
    {
      id: "supply",
      label: "Supply",
      list: (row) => (
        <LazyList
          of="supply"
          only={where("asset_slug", "equals", row.slug)}
          without={["asset_name"]}
        />
      ),
    },
    eventsTab({
      dates: (row) => [
        { on: row.inception_on, what: "Inception" },
        { on: row.first_tracked_on, what: "First listed by a public tracker" },
        { on: row.ended_on, what: "End of the asset" },
      ],
      country: (row) => row.country_code,
    }),
    newsTab("asset_slugs"),
  ],
};
