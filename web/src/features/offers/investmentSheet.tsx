import type { Investment } from "@/api/contract";
import { where } from "@/api/listQuery";
import { Monogram } from "@/components/ui/marks/Monogram";
import { assetAddress, issuerAddress, platformAddress } from "@/lib/address/addresses";
import { classColour } from "@/lib/classColour";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { LazyList } from "@/lists/related/LazyList";
import { Amount, Choice, NetworksCell, Points, Rate, Words, YesNo } from "@/records/cells";
import { eventsTab } from "@/records/EventList";
import { Day, Listed, RecordLink, SiteLink } from "@/records/facts";
import { resourceOf } from "@/records/resource";
import type { FactGroup, Sheet } from "@/records/sheet";
import { AvailabilityPill, StatusPill } from "@/records/statuses";

const offer: FactGroup<Investment> = {
  title: "Offer",
  facts: [
    {
      field: "availability",
      label: "Availability",
      value: (row) => <AvailabilityPill value={row.availability} />,
    },
    { field: "status", label: "Status", value: (row) => <StatusPill status={row.status} /> },
    {
      field: "minimum_amount",
      label: "Minimum",
      value: (row) => <Amount value={row.minimum_amount} currency={row.currency} />,
    },
    { field: "currency", label: "Paid in", value: (row) => <Words>{row.currency}</Words> },
    {
      field: "target_yield",
      label: "Target yield",
      value: (row) => <Rate value={row.target_yield} />,
    },
    { field: "opens_on", label: "Opens", value: (row) => <Day value={row.opens_on} /> },
    { field: "closes_on", label: "Closes", value: (row) => <Day value={row.closes_on} /> },
    { field: "website", label: "Offer page", value: (row) => <SiteLink href={row.website} /> },
  ],
};

const terms: FactGroup<Investment> = {
  title: "Terms and costs",
  facts: [
    {
      field: "subscription_frequency",
      label: "Subscription",
      value: (row) => <Choice>{row.subscription_frequency}</Choice>,
    },
    {
      field: "redemption_frequency",
      label: "Redemption",
      value: (row) => <Choice>{row.redemption_frequency}</Choice>,
    },
    {
      field: "lock_up_days",
      label: "Lock-up period",
      value: (row) => <Amount value={row.lock_up_days} currency="days" />,
    },
    {
      field: "management_fee_bps",
      label: "Management fee",
      value: (row) => <Points value={row.management_fee_bps} />,
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
  ],
};

const eligibility: FactGroup<Investment> = {
  title: "Eligibility",
  facts: [
    {
      field: "investor_types",
      label: "Eligible investors",
      value: (row) => <Listed values={row.investor_types.map(choiceLabel)} />,
    },
    {
      field: "kyc_required",
      label: "KYC required",
      value: (row) => <YesNo value={row.kyc_required} />,
    },
    {
      field: "eligible_country_codes",
      label: "Country of residence",
      value: (row) => <Listed values={row.eligible_country_codes} />,
    },
    {
      field: "excluded_country_codes",
      label: "Excluded countries",
      value: (row) => <Listed values={row.excluded_country_codes} />,
    },
  ],
};

const parties: FactGroup<Investment> = {
  title: "Underlying asset",
  facts: [
    {
      field: "asset_name",
      label: "Asset",
      value: (row) => (
        <RecordLink name={row.asset_name} href={row.asset_slug && assetAddress(row.asset_slug)} />
      ),
    },
    { field: "pool_name", label: "Pool", value: (row) => <Words>{row.pool_name}</Words> },
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
      field: "network_slugs",
      label: "Networks",
      value: (row) => <NetworksCell slugs={row.network_slugs} />,
    },
  ],
};

export const investmentSheet: Sheet<Investment> = {
  resource: resourceOf("investments"),
  one: "Investment",
  description: "One investment: availability, terms, fees, eligibility and the asset behind it.",
  parent: { href: "/investments", label: "Investments" },
  mark: (row) => (
    <Monogram
      id={row.slug}
      name={row.name}
      colour={classColour(row.asset_class_slug)}
      size="large"
    />
  ),
  summary: (row) => (
    <>
      <AvailabilityPill value={row.availability} />
      {row.status && <StatusPill status={row.status} />}
      {row.issuer_name && <bdi>{row.issuer_name}</bdi>}
      <span>This site does not sell investments.</span>
    </>
  ),
  links: (row) => [{ label: "The offer", href: row.website }],
  text: (row) => row.terms,
  note: () => null,
  figures: () => [],
  groups: [offer, terms, eligibility, parties],
  related: [
    {
      id: "asset",
      label: "Asset",
      list: (row) => <LazyList of="assets" only={where("slug", "equals", row.asset_slug ?? "")} />,
    },
    {
      id: "tokens",
      label: "Tokens",
      list: (row) => (
        <LazyList
          of="tokens"
          only={where("asset_slug", "equals", row.asset_slug ?? "")}
          without={["asset_name"]}
        />
      ),
    },
    eventsTab({
      dates: (row) => [
        { on: row.opens_on, what: "The offer opens" },
        { on: row.closes_on, what: "The offer closes" },
      ],
    }),
  ],
};
