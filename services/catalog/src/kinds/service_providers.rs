//! Service providers and the assets that they serve.

use crate::schema::{Column, Kind, Slug};

/// Who serves an asset: keeps, audits, administers it or its register.
pub static SERVICE_PROVIDERS: Kind = Kind {
    one: "service_provider",
    table: "service_providers",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::choices(
            "roles",
            &[
                "custodian",
                "auditor",
                "administrator",
                "transfer_agent",
                "broker_dealer",
                "valuation_agent",
                "trustee",
                "oracle",
                "legal_counsel",
            ],
            "Roles of the service provider.",
        )
        .required(),
        Column::code("country", "countries", "Country of the registered office."),
        Column::url("website", "Website."),
        Column::text("lei", 20, "Legal Kind Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::text("note", 500, "Notes for readers."),
    ],
};

/// That a provider serves an asset.
pub static ASSET_PROVIDERS: Kind = Kind {
    one: "asset_provider",
    table: "asset_providers",
    slug: Slug::Plain,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::reference("asset", "assets", "Asset.").required(),
        Column::reference("service_provider", "service_providers", "Service provider.").required(),
        Column::choice(
            "role",
            &[
                "custodian",
                "auditor",
                "administrator",
                "transfer_agent",
                "broker_dealer",
                "valuation_agent",
                "trustee",
                "oracle",
                "legal_counsel",
            ],
            "Role of the service provider for the asset.",
        )
        .required(),
        Column::date("since", "Start date."),
    ],
};
