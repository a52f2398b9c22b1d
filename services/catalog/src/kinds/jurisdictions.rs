//! Countries and unions with their own law, and the legal status of stablecoins there.

use proto::access::v1::{Dimension, Endpoint};
use proto::catalog::v1::Region;
use proto::codec::Text as _;

use super::countries::COUNTRIES;
use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// A country or union with its own law.
pub static JURISDICTIONS: Kind = Kind {
    one: "jurisdiction",
    table: "jurisdictions",
    message: message!(Jurisdiction as jurisdiction: JurisdictionCreated, JurisdictionUpdated, JurisdictionDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("code", 2, "Code: ISO 3166-1 or EU.").required().unique(),
        Column::choice(
            "kind",
            &["country", "supranational"],
            "Country or supranational jurisdiction.",
        )
        .required(),
        Column::code("country", &COUNTRIES, "Country."),
        Column::choice_of("region", Region::CHOICES, "Region."),
        Column::choice(
            "legal_status",
            &["legal", "legal_with_restrictions", "partially_legal", "unclear", "banned"],
            "Legal status of stablecoins.",
        ),
        Column::integer(
            "regulatory_clarity",
            1,
            5,
            "Regulatory clarity from 1 to 5, as assessed by the source.",
        ),
        Column::choice(
            "regime_status",
            &["finalized", "in_progress", "draft", "developing"],
            "Stage of the regulatory regime.",
        ),
        Column::choice(
            "classification",
            &["e_money", "payment_instrument", "crypto_asset", "security", "virtual_asset"],
            "Legal classification of stablecoins.",
        ),
        Column::choice(
            "allows_fiat_backed",
            &["true", "false", "unclear"],
            "Whether fiat-backed stablecoins are allowed.",
        ),
        Column::choice(
            "allows_asset_backed",
            &["true", "false", "unclear"],
            "Whether asset-backed stablecoins are allowed.",
        ),
        Column::choice(
            "allows_algorithmic",
            &["true", "false", "unclear"],
            "Whether algorithmic stablecoins are allowed.",
        ),
        Column::list("tags", 60, "Tags of the regime."),
        Column::text("last_reviewed", 20, "Date of the last review by the source."),
        Column::count(
            "rule_count",
            "count(*) FROM jurisdiction_rules WHERE jurisdiction_id = x.id",
            "Number of recorded rules.",
        ),
        Column::count(
            "regulator_count",
            "count(*) FROM regulators WHERE jurisdiction_id = x.id",
            "Number of recorded regulators.",
        ),
    ],
    rules: Rules {
        are_choices: true,
        endpoints: &[Endpoint::Jurisdictions],
        attributes: &[(Dimension::Region, Attribute::Region("coalesce(country.region, t.region)"))],
        ..Rules::USUAL
    },
};
