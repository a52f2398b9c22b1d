//! The directory of companies: a view of issuers, managers, platforms, providers and regulators.

use crate::schema::{Choices, Column, Entity, Slug};

/// What a company can be: what its records are, and what providers do.
const ROLES: &[&str] = &[
    "issuer",
    "manager",
    "platform",
    "protocol",
    "regulator",
    "custodian",
    "auditor",
    "administrator",
    "transfer_agent",
    "broker_dealer",
    "valuation_agent",
    "trustee",
    "oracle",
    "legal_counsel",
];

/// A company or authority in the directory, under its name, with everything it does.
pub static COMPANIES: Entity = Entity {
    one: "company",
    table: "companies",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "The name in the register."),
        Column::words_from("roles", Choices::Words(ROLES), "t.roles", "What it does."),
        Column::code("country", "countries", "Where it sits."),
        Column::url("website", "Its own site."),
        Column::text("lei", 20, "Legal entity identifier."),
        Column::text("cik", 10, "SEC registrant number."),
        Column::slug_from("issuer_slug", "issuers", "t.issuer_slug", "Its record as an issuer."),
        Column::slug_from("manager_slug", "managers", "t.manager_slug", "Its record as a manager."),
        Column::slug_from(
            "platform_slug",
            "platforms",
            "t.platform_slug",
            "Its record as a platform or protocol.",
        ),
        Column::slug_from(
            "service_provider_slug",
            "service_providers",
            "t.service_provider_slug",
            "Its record as a service provider.",
        ),
        Column::slug_from(
            "regulator_slug",
            "regulators",
            "t.regulator_slug",
            "Its record as a regulator.",
        ),
        Column::count("asset_count", "t.asset_count", "Assets it issues, manages or tokenizes."),
    ],
};
