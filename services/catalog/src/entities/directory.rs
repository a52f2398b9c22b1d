//! The directory of companies: a view of issuers, managers, platforms, providers and regulators.

use crate::schema::{Column, Entity, Slug};

/// A company or authority in the directory, under its name, with everything it does.
pub static COMPANIES: Entity = Entity {
    one: "company",
    table: "companies",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "The name in the register."),
        Column::texts_of("roles", "t.roles", "What it does."),
        Column::code("country", "countries", "Where it sits."),
        Column::url("website", "Its own site."),
        Column::text("lei", 20, "Legal entity identifier."),
        Column::text("cik", 10, "SEC registrant number."),
        Column::text_of("issuer_slug", "t.issuer_slug", "Its record as an issuer."),
        Column::text_of("manager_slug", "t.manager_slug", "Its record as a manager."),
        Column::text_of(
            "platform_slug",
            "t.platform_slug",
            "Its record as a platform or protocol.",
        ),
        Column::text_of(
            "service_provider_slug",
            "t.service_provider_slug",
            "Its record as a service provider.",
        ),
        Column::text_of("regulator_slug", "t.regulator_slug", "Its record as a regulator."),
        Column::count("asset_count", "t.asset_count", "Assets it issues, manages or tokenizes."),
    ],
};
