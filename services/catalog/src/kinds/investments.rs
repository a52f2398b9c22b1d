//! Offers to invest in an asset or a pool, with their terms and eligible investors.

use proto::access::v1::{Dimension, Endpoint};
use proto::catalog::v1::{Availability, Status};
use proto::codec::Text as _;

use super::CLASS_OF_ASSET;
use super::asset_classes::ASSET_CLASSES;
use super::assets::ASSETS;
use super::countries::COUNTRIES;
use super::issuers::ISSUERS;
use super::networks::NETWORKS;
use super::platforms::PLATFORMS;
use super::pools::POOLS;
use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// An offer to invest in an asset or a pool.
pub static INVESTMENTS: Kind = Kind {
    one: "investment",
    table: "investments",
    message: message!(Investment as investment: InvestmentCreated, InvestmentUpdated, InvestmentDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: CLASS_OF_ASSET,
    columns: &[
        Column::reference("asset", &ASSETS, "Asset."),
        Column::reference("pool", &POOLS, "Lending pool."),
        Column::reference("platform", &PLATFORMS, "Platform of the offering."),
        Column::reference("issuer", &ISSUERS, "Legal entity that issues the asset."),
        Column::choice_of("availability", Availability::CHOICES, "Availability of the offering.")
            .required(),
        Column::choice_of("status", Status::CHOICES, "Status."),
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
        Column::boolean("kyc_required", "Whether KYC is required."),
        Column::choices(
            "investor_types",
            &["retail", "accredited", "qualified", "professional", "institutional"],
            "Eligible investors.",
        ),
        Column::codes(
            "eligible_country_codes",
            &COUNTRIES,
            "Countries of residence of eligible investors; empty if not disclosed.",
        ),
        Column::codes(
            "excluded_country_codes",
            &COUNTRIES,
            "Countries whose residents are excluded.",
        ),
        Column::date("opens_on", "Opening date."),
        Column::date("closes_on", "Closing date."),
        Column::url("website", "Website of the offering."),
        Column::text("terms", 2000, "Terms in words."),
        Column::slugs_from(
            "network_slugs",
            &NETWORKS,
            "coalesce(asset.network_slugs, '{}')",
            "Networks of the asset; derived from its tokens.",
        ),
        Column::slug_from("asset_class_slug", &ASSET_CLASSES, "asset_class.slug", "Asset class."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Investments],
        attributes: &[
            (Dimension::AssetClass, Attribute::Id("asset.asset_class_id")),
            (Dimension::Platform, Attribute::Id("coalesce(t.platform_id, asset.platform_id)")),
            (Dimension::Network, Attribute::Networks("asset.network_slugs")),
            (Dimension::Issuer, Attribute::Id("coalesce(t.issuer_id, asset.issuer_id)")),
            (Dimension::Asset, Attribute::Id("t.asset_id")),
        ],
        ..Rules::USUAL
    },
};
