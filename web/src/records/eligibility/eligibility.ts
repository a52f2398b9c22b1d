import type { Asset, Investment, Jurisdiction, JurisdictionRule } from "@/api/contract";
import type { CatalogRecord } from "../resource";

/** The verdict of the sources; without a source it is unknown and never allowed. */
export type Verdict = "allowed" | "conditional" | "restricted" | "unknown";

/** One statement of a source; a note does not change the verdict. */
export type Reason = {
  says: Exclude<Verdict, "unknown"> | "note";
  text: string;
  from: Pick<CatalogRecord, "source" | "licence" | "retrieved_on" | "is_sample">;
  /** Where the text itself can be read. */
  url?: string | null;
};

export type Eligibility = { verdict: Verdict; reasons: ReadonlyArray<Reason> };

type Place = { code: string; name: string };

/** The strictest verdict of the reasons. */
function strictest(reasons: ReadonlyArray<Reason>): Verdict {
  const order = ["restricted", "conditional", "allowed"] as const;
  return order.find((verdict) => reasons.some(({ says }) => says === verdict)) ?? "unknown";
}

/** Whether an offer is open to people who live in a country. */
function residenceReason(offer: Investment, place: Place): Reason | null {
  if (offer.excluded_country_codes.includes(place.code)) {
    const text = `${offer.name} is closed to residents of ${place.name}.`;
    return { says: "restricted", text, from: offer, url: offer.website };
  }
  if (offer.eligible_country_codes.length === 0) return null;
  const named = offer.eligible_country_codes.includes(place.code);
  return {
    says: named ? "allowed" : "restricted",
    text: named
      ? `${offer.name} lists ${place.name} among the countries it is open to.`
      : `${offer.name} lists the countries it is open to; ${place.name} is not among them.`,
    from: offer,
    url: offer.website,
  };
}

/** Whether an offer is open to a kind of investor. */
function investorReason(offer: Investment, investor: string): Reason | null {
  if (offer.investor_types.length === 0) return null;
  const open = offer.investor_types.includes(investor);
  const kinds = offer.investor_types.join(", ");
  return {
    says: open ? "allowed" : "restricted",
    text: open ? `Open to ${kinds} investors.` : `Only for ${kinds} investors.`,
    from: offer,
    url: offer.website,
  };
}

/** The verdict of an offer for an investor: closed by one condition, open only by all of them. */
export function offerEligibility(
  offer: Investment,
  visitor: { place: Place | null; investor: string | null },
): Eligibility {
  const answers = [
    visitor.place && { reason: residenceReason(offer, visitor.place) },
    visitor.investor && { reason: investorReason(offer, visitor.investor) },
  ].filter((answer) => answer !== null && answer !== "");
  const reasons = answers.flatMap(({ reason }) => reason ?? []);
  const kyc: Reason[] = offer.kyc_required
    ? [{ says: "note", text: "KYC is required.", from: offer, url: offer.website }]
    : [];
  const verdict = strictest(reasons);
  const silent = answers.some(({ reason }) => reason === null);
  return {
    verdict: verdict === "restricted" || !silent ? verdict : "unknown",
    reasons: [...reasons, ...kyc],
  };
}

/** The kinds of stablecoins that laws distinguish, by how they hold to their peg. */
const kinds: Record<string, { field: "allows_fiat_backed" | "allows_algorithmic"; words: string }> =
  {
    "fiat-backed": { field: "allows_fiat_backed", words: "fiat-backed stablecoins" },
    algorithmic: { field: "allows_algorithmic", words: "algorithmic stablecoins" },
  };

function isStablecoin(asset: Asset): boolean {
  return asset.class_group === "stablecoins";
}

/** The verdict of a country's law on an asset; only laws on stablecoins are recorded. */
function lawReason(asset: Asset, law: Jurisdiction): Reason | null {
  if (!isStablecoin(asset)) return null;
  if (law.legal_status === "banned") {
    return { says: "restricted", text: `${law.name} bans private stablecoins.`, from: law };
  }
  const kind = kinds[asset.peg_mechanism ?? ""];
  const allowed = kind && law[kind.field];
  if (allowed === "false") {
    const text = `${law.name} does not allow ${kind?.words}, according to the source.`;
    return { says: "restricted", text, from: law };
  }
  if (allowed !== "true") return null;
  // A law allows a kind, which says nothing of this one: no law makes it more than possible.
  const terms = law.legal_status === "legal" ? "" : ", with restrictions";
  const text = `${law.name} allows ${kind?.words}${terms}. No source states whether this asset meets its terms.`;
  return { says: "conditional", text, from: law };
}

/** Closed by every offer is closed; closed by some is a condition. */
function offersReasons(offers: ReadonlyArray<Investment>, place: Place): Reason[] {
  const said = offers.map((offer) => residenceReason(offer, place));
  const mixed = said.some((reason) => reason?.says !== "restricted");
  return said.flatMap((reason) => {
    if (!reason) return [];
    return reason.says === "restricted" && mixed ? { ...reason, says: "conditional" } : reason;
  });
}

export type EligibilityData = {
  /** Offers of the asset. */
  offers: ReadonlyArray<Investment>;
  /** The law of the country, and that of the union it belongs to. */
  laws: ReadonlyArray<Jurisdiction>;
  /** Rules of these laws on selling. */
  rules: ReadonlyArray<JurisdictionRule>;
};

/** Whether people living in a country may hold an asset, as far as the sources say. */
export function assetEligibility(asset: Asset, place: Place, known: EligibilityData): Eligibility {
  const deciding = [
    ...offersReasons(known.offers, place),
    ...known.laws.flatMap((law) => lawReason(asset, law) ?? []),
  ];
  const onCoins = isStablecoin(asset) ? known.rules : [];
  const notes = onCoins.map((rule): Reason => {
    const text = `${rule.jurisdiction_name}, on selling: ${rule.requirement_summary}`;
    return { says: "note", text, from: rule, url: rule.url };
  });
  return { verdict: strictest(deciding), reasons: [...deciding, ...notes] };
}
