//! Jurisdictions, their rules and those who supervise.

use proto::catalog::v1::Region;

use crate::schema::{Column, Entity, Slug, texts};

/// A place with a law of its own.
pub static JURISDICTIONS: Entity = Entity {
    one: "jurisdiction",
    table: "jurisdictions",
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
        Column::code("country", "countries", "Country."),
        Column::choice_of("region", texts::<Region>, "Region."),
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
        Column::count("rule_count", "t.rule_count", "Number of recorded rules."),
        Column::count("regulator_count", "t.regulator_count", "Number of recorded regulators."),
    ],
};

/// Who supervises.
pub static REGULATORS: Entity = Entity {
    one: "regulator",
    table: "regulators",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::code("jurisdiction", "jurisdictions", "Jurisdiction.").required(),
        Column::text("acronym", 20, "Acronym."),
        Column::url("website", "Website."),
        Column::boolean("is_primary", "Whether it is the primary regulator."),
        Column::text("scope", 120, "Area of supervision.").required(),
    ],
};

/// What a jurisdiction asks of an instrument.
pub static JURISDICTION_RULES: Entity = Entity {
    one: "jurisdiction_rule",
    table: "jurisdiction_rules",
    slug: Slug::Plain,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::code("jurisdiction", "jurisdictions", "Jurisdiction in which the rule applies.")
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
};

/// A change of law, dated or awaited.
pub static JURISDICTION_EVENTS: Entity = Entity {
    one: "jurisdiction_event",
    table: "jurisdiction_events",
    slug: Slug::Plain,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::code("jurisdiction", "jurisdictions", "Jurisdiction.").required(),
        Column::choice("status", &["in_force", "scheduled", "contingent"], "Status of the event.")
            .required(),
        Column::date("effective_on", "Effective date."),
        Column::choice("precision", &["day", "none", "outer_cap"], "Precision of the date.")
            .required(),
        Column::text("trigger_kind", 60, "Type of trigger.").required(),
        Column::text("trigger", 1000, "Trigger of the event."),
        Column::text("basis", 1000, "Legal basis.").required(),
        Column::text("date_basis", 1500, "Basis of the date.").required(),
        Column::list("rule_slugs", 60, "Rules affected by the event."),
    ],
};
