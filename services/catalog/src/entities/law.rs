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
        Column::text("code", 2, "Its code, ISO 3166-1 or EU.").required().unique(),
        Column::choice("kind", &["country", "supranational"], "What it is.").required(),
        Column::code("country", "countries", "The country."),
        Column::choice_of("region", texts::<Region>, "The region."),
        Column::choice(
            "legal_status",
            &["legal", "legal_with_restrictions", "partially_legal", "unclear", "banned"],
            "How the law stands to stablecoins.",
        ),
        Column::integer(
            "regulatory_clarity",
            1,
            5,
            "How clear the law is, from 1 to 5; the opinion of its source.",
        ),
        Column::choice(
            "regime_status",
            &["finalized", "in_progress", "draft", "developing"],
            "How far the regime has come.",
        ),
        Column::choice(
            "classification",
            &["e_money", "payment_instrument", "crypto_asset", "security", "virtual_asset"],
            "What the law takes stablecoins for.",
        ),
        Column::choice(
            "allows_fiat_backed",
            &["true", "false", "unclear"],
            "Whether fiat-backed ones are allowed.",
        ),
        Column::choice(
            "allows_asset_backed",
            &["true", "false", "unclear"],
            "Whether asset-backed ones are allowed.",
        ),
        Column::choice(
            "allows_algorithmic",
            &["true", "false", "unclear"],
            "Whether algorithmic ones are allowed.",
        ),
        Column::list("tags", 60, "Short marks of the regime."),
        Column::text("last_reviewed", 20, "When its source last looked."),
        Column::count("rule_count", "t.rule_count", "Rules that are known."),
        Column::count("regulator_count", "t.regulator_count", "Regulators that are known."),
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
        Column::code("jurisdiction", "jurisdictions", "Where.").required(),
        Column::text("acronym", 20, "Its short name."),
        Column::url("website", "Its own site."),
        Column::boolean("is_primary", "Whether it is the main one."),
        Column::text("scope", 120, "What it supervises.").required(),
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
        Column::code("jurisdiction", "jurisdictions", "Where it holds.").required(),
        Column::text("authority", 200, "Who set it.").required(),
        Column::choice(
            "instrument_type",
            &[
                "fiat_referenced_stablecoin",
                "payment_stablecoin",
                "e_money_token",
                "tokenized_security",
                "other",
            ],
            "What it is about.",
        )
        .required(),
        Column::text("dimension", 60, "Which question it answers.").required(),
        Column::text("requirement_summary", 2000, "What it asks.").required(),
        Column::choice(
            "status",
            &["in_force", "transitional", "proposed", "consultation"],
            "Whether it holds.",
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
            "How binding it is.",
        )
        .required(),
        Column::date("effective_on", "From when."),
        Column::text("claim_class", 40, "What kind of claim its source makes.").required(),
        Column::text("evidence_tier", 40, "What the claim rests on."),
        Column::choice("confidence", &["high", "medium", "low"], "How sure its source is.")
            .required(),
        Column::date("last_reviewed_on", "When its source last looked."),
        Column::text("primary_source", 500, "The text it comes from.").required(),
        Column::text("pinpoint", 500, "The place in the text."),
        Column::url("url", "Where the text can be read."),
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
        Column::code("jurisdiction", "jurisdictions", "Where.").required(),
        Column::choice("status", &["in_force", "scheduled", "contingent"], "Whether it has come.")
            .required(),
        Column::date("effective_on", "When."),
        Column::choice("precision", &["day", "none", "outer_cap"], "How exact that day is.")
            .required(),
        Column::text("trigger_kind", 60, "What kind of thing sets it off.").required(),
        Column::text("trigger", 1000, "What sets it off."),
        Column::text("basis", 1000, "What it rests on.").required(),
        Column::text("date_basis", 1500, "What the day rests on.").required(),
        Column::list("rule_slugs", 60, "Rules it touches."),
    ],
};
