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
        Column::text("symbol", 60, "Its ticker."),
        Column::reference("asset_class", "asset_classes", "Its class.").required(),
        Column::reference("sector", "sectors", "Its sector."),
        Column::reference("issuer", "issuers", "Who owes it."),
        Column::reference("manager", "managers", "Who manages it."),
        Column::reference("platform", "platforms", "The platform that tokenized it."),
        Column::reference("protocol", "platforms", "The protocol that lends against or with it."),
        Column::code("country", "countries", "The jurisdiction it is issued under."),
        Column::choice(
            "status",
            &["active", "inactive", "replaced", "deprecated", "unknown"],
            "Whether it goes on, as far as its source tells.",
        )
        .required(),
        Column::date("ended_on", "When it ended."),
        Column::text("description", 2000, "What it is."),
        Column::url("website", "Its own page."),
        Column::color("color", "Its colour in charts."),
        Column::text("peg_currency", 3, "The currency it holds to."),
        Column::choice(
            "peg_mechanism",
            &["fiat-backed", "crypto-backed", "algorithmic"],
            "How it holds to its peg.",
        ),
        Column::boolean("is_yield_bearing", "Whether holding it earns."),
        Column::boolean("distributes_income", "Whether income is paid out."),
        Column::boolean("is_open_ended", "Whether it can grow and shrink at any time."),
        Column::boolean("is_investable", "Whether new money can come in."),
        Column::text("underlying_ticker", 20, "The ticker of what it follows."),
        Column::text("underlying_name", 200, "The name of what it follows."),
        Column::text("unit", 60, "What one token stands for."),
        Column::date("inception_on", "When it began."),
        Column::choice(
            "inception_precision",
            &["day", "month", "year", "announcement"],
            "How exact that day is.",
        ),
        Column::date("first_tracked_on", "When a tracker first listed it; not its launch."),
        Column::choice(
            "first_tracked_scope",
            &["asset", "adapter"],
            "Whether that day is of the asset or of its platform's adapter.",
        ),
        Column::date("matures_on", "The day on which a bond or loan product falls due."),
        Column::choice("strategy", STRATEGIES, "What a fund does with the money."),
        Column::date("appraised_on", "When what it stands for was last appraised."),
        Column::text("isin", 12, "International securities number."),
        Column::text("cusip", 9, "North American securities number."),
        Column::text("coingecko_id", 80, "Its id at CoinGecko."),
        Column::text("coinmarketcap_id", 20, "Its id at CoinMarketCap."),
        Column::text("defillama_id", 80, "Its id at DefiLlama."),
        Column::urls("audit_urls", "Where audits are published."),
        Column::text("legal_structure", 500, "The legal form of the claim."),
        Column::text("regulatory_framework", 200, "The rules it is offered under."),
        Column::text("governing_body", 200, "Who supervises the offer."),
        Column::integer("management_fee_bps", 0, 10_000, "The yearly management fee.").unit("bps"),
        Column::integer("performance_fee_bps", 0, 10_000, "The performance fee.").unit("bps"),
        Column::text("fee_note", 500, "What else it costs."),
        Column::boolean("kyc_required", "Whether buyers must show who they are."),
        Column::choices(
            "investor_types",
            &["retail", "accredited", "qualified", "professional", "institutional"],
            "Who may buy.",
        ),
        Column::text("subscription_currency", 20, "What it is bought with."),
        Column::choice(
            "subscription_frequency",
            &["continuous", "daily", "weekly", "monthly", "quarterly", "closed"],
            "How often one can buy.",
        ),
        Column::decimal(
            "subscription_minimum",
            "The least one can buy, in the currency of subscription.",
        ),
        Column::integer("subscription_fee_bps", 0, 10_000, "The fee on buying.").unit("bps"),
        Column::choice(
            "redemption_frequency",
            &["continuous", "daily", "weekly", "monthly", "quarterly", "at_maturity", "none"],
            "How often one can sell back.",
        ),
        Column::decimal("redemption_minimum", "The least one can sell back."),
        Column::integer("redemption_fee_bps", 0, 10_000, "The fee on selling back.").unit("bps"),
        Column::slugs_from(
            "network_slugs",
            "networks",
            "t.network_slugs",
            "Networks it has tokens on; derived from the tokens.",
        ),
        Column::words_from(
            "tokenization_types",
            Choices::Enumeration(texts::<TokenizationType>),
            "t.tokenization_types",
            "How its tokens are tokenized; derived from the tokens.",
        ),
        Column::count("token_count", "t.token_count", "Its tokens."),
        Column::text("class_note", 300, "How its class was found, where that is not plain."),
        Column::text("note", 500, "What readers should know."),
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
            "What it stands for; nothing for a token that was only seen in a list.",
        ),
        Column::reference("network", "networks", "The network it lives on."),
        Column::reference(
            "platform",
            "platforms",
            "The platform that made it, where it is not the asset's.",
        ),
        Column::text("address", 200, "Its address, as its network writes it."),
        Column::text("symbol", 60, "Its symbol."),
        Column::integer("decimals", 0, 77, "The decimals of its amounts."),
        Column::text("decimals_source", 300, "Where the decimals were read."),
        Column::text("standard", 40, "The standard it follows."),
        Column::text("share_class", 60, "The share class it stands for."),
        Column::choice(
            "token_type",
            &["fungible", "book_entry"],
            "Whether it moves on a network or is an entry in a book.",
        )
        .required(),
        Column::choice(
            "relation",
            &["native", "bridged", "wrapped", "share-class"],
            "How it relates to the first token of its asset.",
        ),
        Column::text("bridged_from", 40, "The network it was bridged from."),
        Column::choice_of(
            "tokenization_type",
            texts::<TokenizationType>,
            "Whether it can leave its platform.",
        ),
        Column::text("tokenization_evidence", 500, "Why it counts as that."),
        Column::url("tokenization_evidence_url", "Where that can be read."),
        Column::boolean("is_pausable", "Whether somebody can stop transfers."),
        Column::boolean("is_freezable", "Whether somebody can freeze holders."),
        Column::boolean("has_allow_list", "Whether only listed holders may hold it."),
        Column::boolean("is_upgradeable", "Whether its code can change."),
        Column::slug_from(
            "asset_class_slug",
            "asset_classes",
            "asset_class.slug",
            "The class of its asset.",
        ),
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
        Column::reference("asset", "assets", "The asset.").required().unique(),
        Column::text("street", 120, "Street and number."),
        Column::text("city", 80, "The city."),
        Column::text("state", 40, "The state or province."),
        Column::code("country", "countries", "The country."),
        Column::number("latitude", -90.0, 90.0, "Degrees north."),
        Column::number("longitude", -180.0, 180.0, "Degrees east."),
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
        Column::reference("asset", "assets", "The asset.").required(),
        Column::reference("network", "networks", "The network.").required(),
        Column::text("address", 200, "The address.").required(),
        Column::choice(
            "kind",
            &["issuer_inventory", "unreleased", "reserves", "uncirculating", "bridge_escrow"],
            "Why it does not count.",
        )
        .required(),
        Column::reference("escrow_of", "networks", "The network on which an escrow is kept."),
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
        Column::reference("asset", "assets", "The asset."),
        Column::reference("pool", "pools", "The pool."),
        Column::reference("platform", "platforms", "Who offers it."),
        Column::reference("issuer", "issuers", "Who owes it."),
        Column::choice_of(
            "availability",
            texts::<Availability>,
            "Whether one can invest now or soon.",
        )
        .required(),
        Column::choice_of("status", texts::<Status>, "Where it stands."),
        Column::text("currency", 20, "What it is paid in."),
        Column::decimal("minimum_amount", "The least one can put in."),
        Column::ratio("target_yield", "The yearly return it aims at."),
        Column::integer("management_fee_bps", 0, 10_000, "The yearly management fee.").unit("bps"),
        Column::integer("subscription_fee_bps", 0, 10_000, "The fee on putting in.").unit("bps"),
        Column::integer("redemption_fee_bps", 0, 10_000, "The fee on taking out.").unit("bps"),
        Column::choice(
            "subscription_frequency",
            &["continuous", "daily", "weekly", "monthly", "quarterly", "closed"],
            "How often one can put in.",
        ),
        Column::choice(
            "redemption_frequency",
            &["continuous", "daily", "weekly", "monthly", "quarterly", "at_maturity", "none"],
            "How often one can take out.",
        ),
        Column::integer("lock_up_days", 0, 36_500, "How long money is bound.").unit("days"),
        Column::boolean("kyc_required", "Whether investors must show who they are."),
        Column::choices(
            "investor_types",
            &["retail", "accredited", "qualified", "professional", "institutional"],
            "Who may invest.",
        ),
        Column::codes(
            "eligible_country_codes",
            "countries",
            "Where investors may live; empty: not told.",
        ),
        Column::codes("excluded_country_codes", "countries", "Where investors may not live."),
        Column::date("opens_on", "When it opens."),
        Column::date("closes_on", "When it closes."),
        Column::url("website", "Where it is offered."),
        Column::text("terms", 2000, "The terms in words."),
        Column::slugs_from(
            "network_slugs",
            "networks",
            "coalesce(asset.network_slugs, '{}')",
            "Networks of its asset; derived from the tokens of that.",
        ),
        Column::slug_from(
            "asset_class_slug",
            "asset_classes",
            "asset_class.slug",
            "The class of its asset.",
        ),
    ],
};
