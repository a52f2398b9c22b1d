//! Requirements of jurisdictions by type of instrument, with their legal status.

use proto::access::v1::Endpoint;

use super::ATTRIBUTES_OF_JURISDICTION;
use super::jurisdictions::JURISDICTIONS;
use crate::schema::{Column, Kind, Rules, Slug, message};

/// A requirement of a jurisdiction for a type of instrument.
pub static JURISDICTION_RULES: Kind = Kind {
    one: "jurisdiction_rule",
    table: "jurisdiction_rules",
    message: message!(JurisdictionRule as jurisdiction_rule: JurisdictionRuleCreated, JurisdictionRuleUpdated, JurisdictionRuleDeleted),
    slug: Slug::Plain,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::code("jurisdiction", &JURISDICTIONS, "Jurisdiction in which the rule applies.")
            .required(),
        Column::text("authority", 200, "Authority that issued the rule.").required(),
        Column::choice(
            "instrument_type",
            &[
                "fiat_referenced_stablecoin",
                "payment_stablecoin",
                "e_money_token",
                "tokenized_security",
                "other",
            ],
            "Subject of the rule.",
        )
        .required(),
        Column::text("dimension", 60, "Regulatory dimension.").required(),
        Column::text("requirement_summary", 2000, "Summary of the requirement.").required(),
        Column::choice(
            "status",
            &["in_force", "transitional", "proposed", "consultation"],
            "Legal status of the rule.",
        )
        .required(),
        Column::choice(
            "binding_status",
            &[
                "in_force_enacted",
                "made_not_commenced",
                "pending_proposal",
                "prohibition",
                "finalized_policy_pending",
                "no_regime",
            ],
            "Binding status of the rule.",
        )
        .required(),
        Column::date("effective_on", "Effective date."),
        Column::text("claim_class", 40, "Type of claim made by the source.").required(),
        Column::text("evidence_tier", 40, "Evidence for the claim."),
        Column::choice(
            "confidence",
            &["high", "medium", "low"],
            "Confidence stated by the source.",
        )
        .required(),
        Column::date("last_reviewed_on", "Date of the last review by the source."),
        Column::text("primary_source", 500, "Primary source.").required(),
        Column::text("pinpoint", 500, "Reference within the primary source."),
        Column::url("url", "Address of the primary source."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Jurisdictions],
        attributes: ATTRIBUTES_OF_JURISDICTION,
        ..Rules::USUAL
    },
};
