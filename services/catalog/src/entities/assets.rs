//! Assets, their tokens and the offers to invest in them.

use proto::catalog::v1::{Availability, Status, TokenizationType};

use super::CLASS_OF_ASSET;
use crate::schema::{Choices, Column, Entity, Slug, texts};

const STRATEGIES: &[&str] = &[
    "basis",
    "credit",
    "digital_assets",
    "event_driven",
    "long_only",
    "long_short",
    "macro",
    "multi_strategy",
    "private_equity",
    "quantitative",
    "venture",
    "other",
];

/// What is tokenized: a share, a fund, a loan book, a coin.
pub static ASSETS: Entity = Entity {
    one: "asset",
    table: "assets",
    slug: Slug::PlainBut(&["aggregates", "timeseries"]),
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("symbol", 60, "Ticker symbol."),
        Column::reference("asset_class", "asset_classes", "Asset class.").required(),
        Column::reference("sector", "sectors", "Economic sector."),
        Column::reference("issuer", "issuers", "Legal entity that issues the asset."),
        Column::reference("manager", "managers", "Asset manager."),
        Column::reference("platform", "platforms", "Platform that tokenized the asset."),
        Column::reference("protocol", "platforms", "Lending protocol that the asset belongs to."),
        Column::code("country", "countries", "Jurisdiction of issue."),
        Column::choice(
            "status",
            &["active", "inactive", "replaced", "deprecated", "unknown"],
            "Life-cycle status reported by the source.",
        )
        .required(),
        Column::date("ended_on", "Date on which the asset ended."),
        Column::text("description", 2000, "Description of the asset."),
        Column::url("website", "Website of the asset."),
        Column::color("color", "Colour in charts."),
        Column::text("peg_currency", 3, "Currency that a stablecoin is pegged to."),
        Column::choice(
            "peg_mechanism",
            &["fiat-backed", "crypto-backed", "algorithmic"],
            "Mechanism that maintains the peg.",
        ),
        Column::boolean("is_yield_bearing", "Whether the asset pays or accrues a yield."),
        Column::boolean("distributes_income", "Whether income is distributed to holders."),
        Column::boolean("is_open_ended", "Whether units can be issued and redeemed continuously."),
        Column::boolean("is_investable", "Whether the asset is open to new investment."),
        Column::text("underlying_ticker", 20, "Ticker of the underlying asset."),
        Column::text("underlying_name", 200, "Name of the underlying asset."),
        Column::text("unit", 60, "Quantity of the underlying that one token represents."),
        Column::date("inception_on", "Inception date."),
        Column::choice(
            "inception_precision",
            &["day", "month", "year", "announcement"],
            "Precision of the inception date.",
        ),
        Column::date(
            "first_tracked_on",
            "Date on which a data provider first listed the asset; not the launch date.",
        ),
        Column::choice(
            "first_tracked_scope",
            &["asset", "adapter"],
            "Whether the first-tracked date refers to the asset or to the adapter of its platform.",
        ),
        Column::date("matures_on", "Maturity date of a bond or loan product."),
        Column::choice("strategy", STRATEGIES, "Investment strategy of a fund."),
        Column::date("appraised_on", "Date of the last appraisal of the underlying."),
        Column::text("isin", 12, "International Securities Identification Number (ISIN)."),
        Column::text("cusip", 9, "CUSIP identifier of North American securities."),
        Column::text("coingecko_id", 80, "Identifier at CoinGecko."),
        Column::text("coinmarketcap_id", 20, "Identifier at CoinMarketCap."),
        Column::text("defillama_id", 80, "Identifier at DefiLlama."),
        Column::urls("audit_urls", "Addresses of published audits."),
        Column::text("legal_structure", 500, "Legal structure of the holder's claim."),
        Column::text("regulatory_framework", 200, "Regulatory framework of the offering."),
        Column::text("governing_body", 200, "Regulator of the offering."),
        Column::integer("management_fee_bps", 0, 10_000, "Annual management fee.").unit("bps"),
        Column::integer("performance_fee_bps", 0, 10_000, "Performance fee.").unit("bps"),
        Column::text("fee_note", 500, "Other fees."),
        Column::boolean("kyc_required", "Whether investors must pass an identity check (KYC)."),
        Column::choices(
            "investor_types",
            &["retail", "accredited", "qualified", "professional", "institutional"],
            "Eligible investors.",
        ),
        Column::text("subscription_currency", 20, "Currency of subscriptions."),
        Column::choice(
            "subscription_frequency",
            &["continuous", "daily", "weekly", "monthly", "quarterly", "closed"],
            "Subscription frequency.",
        ),
        Column::decimal(
            "subscription_minimum",
            "Minimum subscription, in the subscription currency.",
        ),
        Column::integer("subscription_fee_bps", 0, 10_000, "Subscription fee.").unit("bps"),
        Column::choice(
            "redemption_frequency",
            &["continuous", "daily", "weekly", "monthly", "quarterly", "at_maturity", "none"],
            "Redemption frequency.",
        ),
        Column::decimal("redemption_minimum", "Minimum redemption."),
        Column::integer("redemption_fee_bps", 0, 10_000, "Redemption fee.").unit("bps"),
        Column::slugs_from(
            "network_slugs",
            "networks",
            "t.network_slugs",
            "Networks on which the asset has tokens; derived from the tokens.",
        ),
        Column::words_from(
            "tokenization_types",
            Choices::Enumeration(texts::<TokenizationType>),
            "t.tokenization_types",
            "Tokenization types of the tokens; derived from the tokens.",
        ),
        Column::count("token_count", "t.token_count", "Number of tokens."),
        Column::text("class_note", 300, "Reason for the classification, where it is not obvious."),
        Column::text("note", 500, "Notes for readers."),
    ],
};

/// A contract, mint or record on a network; a token without a network is Off-Chain.
pub static TOKENS: Entity = Entity {
    one: "token",
    table: "tokens",
    slug: Slug::Address,
    sort: ("slug", false),
    joins: CLASS_OF_ASSET,
    columns: &[
        Column::reference(
            "asset",
            "assets",
            "Asset that the token represents; empty for tokens known only from a list.",
        ),
        Column::reference("network", "networks", "Network on which the token is issued."),
        Column::reference(
            "platform",
            "platforms",
            "Platform that issued the token, if different from the platform of the asset.",
        ),
        Column::text("address", 200, "Token address, in the notation of the network."),
        Column::text("symbol", 60, "Token symbol."),
        Column::integer("decimals", 0, 77, "Number of decimals."),
        Column::text("decimals_source", 300, "Source of the number of decimals."),
        Column::text("standard", 40, "Token standard."),
        Column::text("share_class", 60, "Share class that the token represents."),
        Column::choice(
            "token_type",
            &["fungible", "book_entry"],
            "Whether the token is transferable on a network or a book entry.",
        )
        .required(),
        Column::choice(
            "relation",
            &["native", "bridged", "wrapped", "share-class"],
            "Relation to the original token of the asset.",
        ),
        Column::text("bridged_from", 40, "Network from which the token was bridged."),
        Column::choice_of(
            "tokenization_type",
            texts::<TokenizationType>,
            "Distributed if the token can leave its platform, represented if it cannot.",
        ),
        Column::text("tokenization_evidence", 500, "Evidence for the tokenization type."),
        Column::url("tokenization_evidence_url", "Address of the evidence."),
        Column::boolean("is_pausable", "Whether transfers can be paused."),
        Column::boolean("is_freezable", "Whether holdings can be frozen."),
        Column::boolean("has_allow_list", "Whether holders must be on an allow list."),
        Column::boolean("is_upgradeable", "Whether the contract is upgradeable."),
        Column::slug_from("asset_class_slug", "asset_classes", "asset_class.slug", "Asset class."),
    ],
};

/// Where a piece of real estate stands.
pub static PROPERTIES: Entity = Entity {
    one: "property",
    table: "properties",
    slug: Slug::Plain,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::reference("asset", "assets", "Asset.").required().unique(),
        Column::text("street", 120, "Street and number."),
        Column::text("city", 80, "City."),
        Column::text("state", 40, "State or province."),
        Column::code("country", "countries", "Country."),
        Column::number("latitude", -90.0, 90.0, "Latitude in degrees."),
        Column::number("longitude", -180.0, 180.0, "Longitude in degrees."),
    ],
};

/// An address whose balance is taken off the supply.
pub static SUPPLY_ADJUSTMENTS: Entity = Entity {
    one: "supply_adjustment",
    table: "supply_adjustments",
    slug: Slug::Address,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::reference("asset", "assets", "Asset.").required(),
        Column::reference("network", "networks", "Network.").required(),
        Column::text("address", 200, "Address.").required(),
        Column::choice(
            "kind",
            &["issuer_inventory", "unreleased", "reserves", "uncirculating", "bridge_escrow"],
            "Reason for the exclusion from supply.",
        )
        .required(),
        Column::reference(
            "escrow_of",
            "networks",
            "Network whose bridged supply the escrow backs.",
        ),
    ],
};

/// An offer to put money into an asset or a pool.
pub static INVESTMENTS: Entity = Entity {
    one: "investment",
    table: "investments",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: CLASS_OF_ASSET,
    columns: &[
        Column::reference("asset", "assets", "Asset."),
        Column::reference("pool", "pools", "Lending pool."),
        Column::reference("platform", "platforms", "Platform of the offering."),
        Column::reference("issuer", "issuers", "Legal entity that issues the asset."),
        Column::choice_of("availability", texts::<Availability>, "Availability of the offering.")
            .required(),
        Column::choice_of("status", texts::<Status>, "Status."),
        Column::text("currency", 20, "Currency of investment."),
        Column::decimal("minimum_amount", "Minimum investment."),
        Column::ratio("target_yield", "Target annual yield."),
        Column::integer("management_fee_bps", 0, 10_000, "Annual management fee.").unit("bps"),
        Column::integer("subscription_fee_bps", 0, 10_000, "Subscription fee.").unit("bps"),
        Column::integer("redemption_fee_bps", 0, 10_000, "Redemption fee.").unit("bps"),
        Column::choice(
            "subscription_frequency",
            &["continuous", "daily", "weekly", "monthly", "quarterly", "closed"],
            "Subscription frequency.",
        ),
        Column::choice(
            "redemption_frequency",
            &["continuous", "daily", "weekly", "monthly", "quarterly", "at_maturity", "none"],
            "Redemption frequency.",
        ),
        Column::integer("lock_up_days", 0, 36_500, "Lock-up period.").unit("days"),
        Column::boolean("kyc_required", "Whether investors must pass an identity check (KYC)."),
        Column::choices(
            "investor_types",
            &["retail", "accredited", "qualified", "professional", "institutional"],
            "Eligible investors.",
        ),
        Column::codes(
            "eligible_country_codes",
            "countries",
            "Countries of residence of eligible investors; empty if not disclosed.",
        ),
        Column::codes(
            "excluded_country_codes",
            "countries",
            "Countries whose residents are excluded.",
        ),
        Column::date("opens_on", "Opening date."),
        Column::date("closes_on", "Closing date."),
        Column::url("website", "Website of the offering."),
        Column::text("terms", 2000, "Terms in words."),
        Column::slugs_from(
            "network_slugs",
            "networks",
            "coalesce(asset.network_slugs, '{}')",
            "Networks of the asset; derived from its tokens.",
        ),
        Column::slug_from("asset_class_slug", "asset_classes", "asset_class.slug", "Asset class."),
    ],
};
