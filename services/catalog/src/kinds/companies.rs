//! The directory of companies: a view of issuers, managers, platforms, providers and regulators.

use crate::schema::{Choices, Column, Kind, Slug};

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
pub static COMPANIES: Kind = Kind {
    one: "company",
    table: "companies",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::words_from("roles", Choices::Words(ROLES), "t.roles", "Roles of the company."),
        Column::code("country", "countries", "Country of the registered office."),
        Column::url("website", "Website."),
        Column::text("lei", 20, "Legal Kind Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::slug_from(
            "issuer_slug",
            "issuers",
            "t.issuer_slug",
            "Record of the company as an issuer.",
        ),
        Column::slug_from(
            "manager_slug",
            "managers",
            "t.manager_slug",
            "Record of the company as a manager.",
        ),
        Column::slug_from(
            "platform_slug",
            "platforms",
            "t.platform_slug",
            "Record of the company as a platform or protocol.",
        ),
        Column::slug_from(
            "service_provider_slug",
            "service_providers",
            "t.service_provider_slug",
            "Record of the company as a service provider.",
        ),
        Column::slug_from(
            "regulator_slug",
            "regulators",
            "t.regulator_slug",
            "Record of the company as a regulator.",
        ),
        Column::count(
            "asset_count",
            "t.asset_count",
            "Number of assets that the company issues, manages or tokenizes.",
        ),
    ],
};
