//! The directory of companies: a view of issuers, managers, platforms, providers and regulators.

use super::countries::COUNTRIES;
use super::issuers::ISSUERS;
use super::managers::MANAGERS;
use super::platforms::PLATFORMS;
use super::regulators::REGULATORS;
use super::service_providers::SERVICE_PROVIDERS;
use crate::schema::{Choices, Column, Kind, Rules, Slug, Writer, message};

/// The roles of a company: the kinds of its records, and the roles of service providers.
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

/// A company or authority, combined from all records of its name.
pub static COMPANIES: Kind = Kind {
    one: "company",
    table: "companies",
    message: message!(Company),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::words_from("roles", Choices::Words(ROLES), "t.roles", "Roles of the company."),
        Column::code("country", &COUNTRIES, "Country of the registered office."),
        Column::url("website", "Website."),
        Column::text("lei", 20, "Legal Entity Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::slug_from(
            "issuer_slug",
            &ISSUERS,
            "t.issuer_slug",
            "Record of the company as an issuer.",
        ),
        Column::slug_from(
            "manager_slug",
            &MANAGERS,
            "t.manager_slug",
            "Record of the company as a manager.",
        ),
        Column::slug_from(
            "platform_slug",
            &PLATFORMS,
            "t.platform_slug",
            "Record of the company as a platform or protocol.",
        ),
        Column::slug_from(
            "service_provider_slug",
            &SERVICE_PROVIDERS,
            "t.service_provider_slug",
            "Record of the company as a service provider.",
        ),
        Column::slug_from(
            "regulator_slug",
            &REGULATORS,
            "t.regulator_slug",
            "Record of the company as a regulator.",
        ),
        Column::count_from(
            "asset_count",
            "t.asset_count",
            "Number of assets that the company issues, manages or tokenizes.",
        ),
    ],
    rules: Rules { writer: Writer::View, ..Rules::USUAL },
};
