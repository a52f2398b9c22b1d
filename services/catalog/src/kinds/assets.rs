//! Assets, whose networks and tokenization types follow from their tokens.

use proto::access::v1::{Dimension, Endpoint};
use proto::catalog::v1::TokenizationType;
use proto::codec::Text as _;
use time::OffsetDateTime;

use super::asset_classes::ASSET_CLASSES;
use super::countries::COUNTRIES;
use super::currencies::CURRENCIES;
use super::future_day;
use super::issuers::ISSUERS;
use super::managers::MANAGERS;
use super::master_funds;
use super::networks::NETWORKS;
use super::platforms::PLATFORMS;
use super::sample_classes::CLASS_OF_SAMPLES;
use super::sectors::SECTORS;
use crate::schema::{
    Attribute, CheckedRecord, Choices, Column, Kind, Raw, Refusal, Rules, Slug, message,
};

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

/// Networks, tokenization types and number of the tokens of each asset.
const TOKENS_OF_ASSETS: &str = "
    UPDATE assets AS t
    SET network_slugs = d.network_slugs, tokenization_types = d.types, token_count = d.tokens,
        updated_at = $1
    FROM (
        SELECT a.id, count(k.id) AS tokens,
            coalesce(array_agg(DISTINCT n.slug ORDER BY n.slug) FILTER (WHERE n.id IS NOT NULL), '{}')
                AS network_slugs,
            coalesce(array_agg(DISTINCT k.tokenization_type ORDER BY k.tokenization_type)
                FILTER (WHERE k.tokenization_type IS NOT NULL), '{}') AS types
        FROM assets AS a
        LEFT JOIN tokens AS k ON k.asset_id = a.id
        LEFT JOIN networks AS n ON n.id = k.network_id
        GROUP BY a.id
    ) AS d
    WHERE d.id = t.id AND (t.network_slugs, t.tokenization_types, t.token_count)
        IS DISTINCT FROM (d.network_slugs, d.types, d.tokens)
    RETURNING t.id";

/// An asset that is tokenized: a share, a fund, a loan book, a stablecoin.
pub static ASSETS: Kind = Kind {
    one: "asset",
    table: "assets",
    message: message!(Asset as asset: AssetCreated, AssetUpdated, AssetDeleted),
    slug: Slug::PlainBut(&["aggregates", "timeseries"]),
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("symbol", 60, "Ticker symbol."),
        Column::reference("asset_class", &ASSET_CLASSES, "Asset class.").required(),
        Column::date(
            "classified_on",
            "The day from which the asset counts in its class, on earlier days in the class before; \
             without one it counts in its class on all days.",
        ),
        Column::reference("sector", &SECTORS, "Economic sector."),
        Column::reference("issuer", &ISSUERS, "Legal entity that issues the asset."),
        Column::reference("manager", &MANAGERS, "Asset manager."),
        Column::reference("platform", &PLATFORMS, "Platform that tokenized the asset."),
        Column::reference("protocol", &PLATFORMS, "Lending protocol that the asset belongs to."),
        Column::code("country", &COUNTRIES, "Jurisdiction of issue."),
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
            "denomination_currency",
            CURRENCIES,
            "Currency that the asset is denominated in (ISO 4217).",
        ),
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
        Column::reference(
            "master",
            &ASSETS,
            "Master fund in which a feeder fund invests its assets; totals count this money once.",
        ),
        Column::count_from(
            "feeder_count",
            "(SELECT count(*) FROM assets AS feeder WHERE feeder.master_id = t.id)",
            "Number of feeder funds that invest in the asset.",
        ),
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
        Column::boolean("kyc_required", "Whether KYC is required."),
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
            &NETWORKS,
            "t.network_slugs",
            "Networks on which the asset has tokens; derived from the tokens.",
        ),
        Column::words_from(
            "tokenization_types",
            Choices::Enumeration(TokenizationType::CHOICES),
            "t.tokenization_types",
            "Tokenization types of the tokens; derived from the tokens.",
        ),
        Column::count_from("token_count", "t.token_count", "Number of tokens."),
        Column::word_from(
            "class_group",
            "asset_class.class_group",
            "Group of the asset class in the classification in use.",
        ),
        Column::boolean_from(
            "is_in_totals",
            "asset_class.is_in_totals",
            "Whether headline totals include the asset class.",
        )
        .required(),
        Column::text("class_note", 300, "Reason for the classification, where it is not obvious."),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        derive: Some(TOKENS_OF_ASSETS),
        sample_edits: Some(&CLASS_OF_SAMPLES),
        check: Some(|conn, records, now| {
            Box::pin(async move {
                let mut refused = refusals(records, now);
                refused.extend(master_funds::refusals(conn, records).await?);
                Ok(refused)
            })
        }),
        endpoints: &[Endpoint::Assets],
        attributes: &[
            (Dimension::AssetClass, Attribute::Id("t.asset_class_id")),
            (Dimension::Platform, Attribute::Id("t.platform_id")),
            (Dimension::Network, Attribute::Networks("t.network_slugs")),
            (Dimension::Issuer, Attribute::Id("t.issuer_id")),
            (Dimension::Protocol, Attribute::Id("t.protocol_id")),
            (Dimension::Asset, Attribute::Id("t.id")),
            (Dimension::Sector, Attribute::Id("t.sector_id")),
            (Dimension::Region, Attribute::RegionOfCountry("t.country_id")),
        ],
        ..Rules::USUAL
    },
};

/// Classes that begin in the future would be shown before they are valid.
fn refusals(records: &[CheckedRecord], now: OffsetDateTime) -> Vec<Refusal> {
    let refused = records.iter().filter_map(|(line, record)| {
        let day = record.get("classified_on")?.as_str()?;
        let expected = future_day(day, now.date())?;
        let found = Raw::One(day.to_owned()).shown();
        Some(Refusal { line: *line, column: "classified_on", found, expected })
    });
    refused.collect()
}
