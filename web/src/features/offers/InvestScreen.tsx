import { useMemo } from "react";
import { type Investment, largestPage, type Filter as QueryFilter } from "@/api/contract";
import { every, where } from "@/api/listQuery";
import type { NumberKey } from "@/app-state/numberExplanation";
import { Card } from "@/components/Card";
import { SegmentedControl } from "@/components/ui/inputs/SegmentedControl";
import { OutsideLink } from "@/components/ui/links/OutsideLink";
import { Select } from "@/components/ui/selects/Select";
import { DateText, NoFigure } from "@/components/ui/text/Figure";
import { useAddress, withParams } from "@/lib/address/useAddress";
import { sumOfKnown } from "@/lib/exactSum";
import { formatCountFull, formatPercent } from "@/lib/format";
import { choiceLabel } from "@/lib/format/choiceLabel";
import { notDisclosed } from "@/lib/format/notDisclosed";
import { columnsFor } from "@/lists/columnsFor";
import { ListScreen } from "@/lists/ListScreen";
import type { CatalogColumn, Listing } from "@/lists/listing";
import { investmentListing } from "@/lists/listings/investmentListing";
import { Amount, Choice, Points, Rate, RecordName, Words } from "@/records/cells";
import { EligibilityMark } from "@/records/eligibility/EligibilityMark";
import { offerEligibility } from "@/records/eligibility/eligibility";
import { Explainable, factOf } from "@/records/FactNumber";
import { resourceOf } from "@/records/resource";
import { AvailabilityPill } from "@/records/statuses";
import { useMeta, useRows } from "@/records/useCatalog";

const availabilities = ["all", "live", "upcoming"] as const;
const anyone = "any";

/** The investor; an empty answer excludes no offer. */
type Visitor = { place: { code: string; name: string } | null; investor: string | null };

/** Offers that are open to the chosen investor. */
function openTo({ place, investor }: Visitor): QueryFilter | undefined {
  return every([
    place && where("excluded_country_codes", "notEquals", place.code),
    place && silentOr("eligible_country_codes", place.code),
    investor ? silentOr("investor_types", investor) : null,
  ]);
}

function silentOr(field: string, value: string): QueryFilter {
  return {
    operator: "or",
    filters: [where(field, "equals", value), where(field, "equals", null)],
  };
}

const fees = [
  { field: "management_fee_bps", label: "Management fee" },
  { field: "subscription_fee_bps", label: "Subscription fee" },
  { field: "redemption_fee_bps", label: "Redemption fee" },
] as const;

/** The cost of a year: the yearly fee and those on subscription and redemption, as far as they are disclosed. */
export function firstYearCost(offer: Investment): { points: number | null; whole: boolean } {
  const disclosed = fees.map(({ field }) => offer[field]).filter((fee) => fee !== null);
  return {
    points: sumOfKnown(disclosed),
    whole: disclosed.length === fees.length,
  };
}

/** The fees behind the cost of the first year, each as disclosed; null where none is disclosed. */
function explainedCost(offer: Investment): NumberKey | null {
  const { points, whole } = firstYearCost(offer);
  if (points === null) return null;
  const items = fees.flatMap(({ field, label }) => {
    const fee = offer[field];
    if (fee === null) return [];
    const number = factOf("investments", offer, field, label);
    return [
      { name: label, figure: formatPercent(fee / 10_000, 2), number, sample: offer.is_sample },
    ];
  });
  const sum =
    "Subscription fee, one year of management fees and redemption fee, as a share of the investment.";
  const method = whole ? sum : `${sum} Other fees are not disclosed: this is a minimum.`;
  const figure = formatPercent(points / 10_000, 2);
  return { kind: "several", name: `Costs of ${offer.name}`, items, method, figure };
}

function Cost({ offer }: { offer: Investment }) {
  const { points, whole } = firstYearCost(offer);
  return (
    <span title={whole ? "In the first year" : "In the first year; some fees are not disclosed"}>
      {points !== null && !whole && "≥ "}
      <Explainable number={explainedCost(offer)} tabIndex={-1}>
        <Points value={points} />
      </Explainable>
    </span>
  );
}

const { choice, named, day } = columnsFor<Investment>();

const ownColumns: ReadonlyArray<CatalogColumn<Investment>> = [
  {
    id: "asset_class_slug",
    header: "Class",
    kind: "text",
    cell: (row) => <Choice>{row.asset_class_slug?.replaceAll("-", "_")}</Choice>,
  },
  {
    id: "minimum_amount",
    header: "Minimum",
    kind: "money",
    fields: ["minimum_amount", "currency"],
    cell: (row) => <Amount value={row.minimum_amount} currency={row.currency} />,
  },
  {
    id: "target_yield",
    header: "Target yield",
    kind: "share",
    cell: (row) => <Rate value={row.target_yield} />,
  },
  {
    id: "first_year_cost",
    header: "Costs",
    kind: "share",
    fields: fees.map(({ field }) => field),
    cell: (row) => <Cost offer={row} />,
  },
  choice("redemption_frequency", "Redemption"),
  {
    id: "lock_up_days",
    header: "Lock-up period",
    unit: "days",
    kind: "number",
    cell: (row) => <Amount value={row.lock_up_days} />,
  },
  {
    id: "investor_types",
    header: "Eligible investors",
    kind: "text",
    cell: (row) => <Words>{row.investor_types.map(choiceLabel).join(", ")}</Words>,
  },
  named("issuer_name", "Issuer"),
  day("opens_on", "Opens"),
  {
    id: "website",
    header: "Offer page",
    kind: "text",
    cell: (row) =>
      row.website ? (
        <OutsideLink href={row.website} tabIndex={-1}>
          {row.website.replace(/^https?:\/\/(www\.)?/i, "")}
        </OutsideLink>
      ) : (
        <NoFigure reason={notDisclosed} />
      ),
  },
];

function forYou(visitor: Visitor): CatalogColumn<Investment> {
  const who = [visitor.investor, visitor.place && `in ${visitor.place.name}`]
    .filter(Boolean)
    .join(" ");
  return {
    id: "for_you",
    header: "For you",
    kind: "state",
    fields: ["investor_types", "eligible_country_codes", "excluded_country_codes"],
    isNeverEmpty: true,
    cell: (row) => (
      <EligibilityMark
        eligibility={offerEligibility(row, visitor)}
        subject={`${row.name}, ${who}`}
      />
    ),
  };
}

function listingFor(visitor: Visitor, availability: string): Listing<Investment> {
  const asks = visitor.place !== null || visitor.investor !== null;
  return {
    ...investmentListing,
    label: "Open and upcoming",
    only: every([
      openTo(visitor),
      availability === "all" ? null : where("availability", "equals", availability),
    ]),
    filters: investmentListing.filters.filter((name) => name !== "availability"),
    columns: [
      {
        id: "name",
        header: "Investment",
        kind: "text",
        cell: (row) => <RecordName row={row} classSlug={row.asset_class_slug} />,
      },
      {
        id: "availability",
        header: "Availability",
        kind: "state",
        cell: (row) => (
          <span className="inline-flex items-center gap-1.5">
            <AvailabilityPill value={row.availability} />
            {row.availability === "upcoming" && row.opens_on && <DateText value={row.opens_on} />}
          </span>
        ),
      },
      ...(asks ? [forYou(visitor)] : []),
      ...ownColumns,
    ],
    cards: {
      ...investmentListing.cards,
      pairs: [
        asks ? "for_you" : "investor_types",
        "minimum_amount",
        "first_year_cost",
        "lock_up_days",
      ],
    },
    coverage:
      "A dash marks terms that the offer does not disclose. This site does not sell investments.",
  };
}

/** The offers that are open now or soon, with their eligible investors and terms. */
export function InvestScreen() {
  const { search, put } = useAddress();
  const params = new URLSearchParams(search);
  const meta = useMeta(resourceOf("investments"));
  const places = useRows(resourceOf("countries"), {
    pagination: { page: 1, perPage: largestPage },
  });
  const kinds = meta.data?.fields.find(({ name }) => name === "investor_types")?.validValues ?? [];
  const found = places.data?.results.find(({ code }) => code === params.get("country"));
  const visitor = params.get("investor_type");
  const investor = kinds.some(({ value }) => value === visitor) ? visitor : null;
  const availability = availabilities.find((name) => name === params.get("availability")) ?? "all";
  const { code, name } = found ?? {};
  const listing = useMemo(() => {
    const place = code && name ? { code, name } : null;
    return listingFor({ place, investor }, availability);
  }, [code, name, investor, availability]);
  const set = (changes: Record<string, string | null>) =>
    put(withParams(search, { ...changes, page: null }));
  const countryOptions = (places.data?.results ?? []).map((country) => ({
    value: country.code,
    content: { label: country.name },
  }));
  return (
    <>
      <NotAnOffer />
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">Investor profile</legend>
        <SegmentedControl
          label="Availability"
          segments={availabilities.map((value) => ({ value, label: choiceLabel(value) }))}
          value={availability}
          onChange={(next) => set({ availability: next === "all" ? null : next })}
        />
        <Select
          look="toolbar"
          label="Country of residence"
          options={[{ value: anyone, content: { label: "Anywhere" } }, ...countryOptions]}
          value={code ?? anyone}
          onChange={(next) => set({ country: next === anyone ? null : next })}
        />
        <Select
          look="toolbar"
          label="Investor type"
          options={[
            { value: anyone, content: { label: "Anyone" } },
            ...kinds.map(({ value, label }) => ({ value, content: { label } })),
          ]}
          value={investor ?? anyone}
          onChange={(next) => set({ investor_type: next === anyone ? null : next })}
        />
        <LeftOut only={listing.only} availability={availability} />
      </fieldset>
      <ListScreen listing={listing} />
    </>
  );
}

function countedOffers(name: string, count: number, filter: QueryFilter | undefined) {
  const figure = formatCountFull(count);
  const counted = { kind: "count" as const, of: "investments" as const, ...(filter && { filter }) };
  // A number of offers is made of no sample values; its own sheet says how many of the offers are samples.
  return { name, figure, number: { ...counted, name, figure }, sample: false };
}

/** All offers less those of the list. */
function explainedLeftOut(
  { only, left }: { only: QueryFilter | undefined; left: number },
  { all, whole }: { all: QueryFilter | undefined; whole: number },
): NumberKey {
  return {
    kind: "several",
    name: "Offers not open to you",
    items: [countedOffers("All offers", whole, all), countedOffers("Remaining offers", left, only)],
    method:
      "The first input minus the second. An offer is not open to you if it excludes your country, or if it lists countries or investor types without yours.",
    figure: formatCountFull(whole - left),
  };
}

/** The number of offers that are not open to the visitor, which the list leaves out. */
function LeftOut({ only, availability }: { only: QueryFilter | undefined; availability: string }) {
  const one = { page: 1, perPage: 1 };
  const all = availability === "all" ? undefined : where("availability", "equals", availability);
  const open = useRows(resourceOf("investments"), {
    ...(only && { filter: only }),
    pagination: one,
  });
  const any = useRows(resourceOf("investments"), { ...(all && { filter: all }), pagination: one });
  const [left, whole] = [open.data, any.data].map((answer) => answer?.pagination.resultCount);
  if (left === undefined || whole === undefined || left >= whole) return null;
  const count = whole - left;
  return (
    <p role="status" className="text-sm text-text-2">
      <Explainable number={explainedLeftOut({ only, left }, { all, whole })} label="Hidden">
        {count === 1 ? "One offer is" : `${count} offers are`} not open to you
      </Explainable>{" "}
      and {count === 1 ? "is" : "are"} hidden.
    </p>
  );
}

function NotAnOffer() {
  return (
    <Card>
      <div role="note" className="px-(--card-pad) py-3">
        <p className="font-medium">Not an offer and not investment advice</p>
        <p className="mt-0.5 max-w-[96ch] text-text-2">
          This site does not sell investments and takes no orders. Terms are shown as published by
          their sources and can be out of date. Eligibility is decided by the issuer and by the law
          of your country. Links marked with an arrow open other sites.
        </p>
      </div>
    </Card>
  );
}
