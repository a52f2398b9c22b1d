//! Who issues, manages, tokenizes and serves assets.

use crate::schema::{Column, Entity, Slug};

/// Who owes what a token stands for.
pub static ISSUERS: Entity = Entity {
    one: "issuer",
    table: "issuers",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::code("country", "countries", "Country of incorporation."),
        Column::url("website", "Website."),
        Column::text("website_source", 120, "Source of the website address."),
        Column::text("legal_form", 120, "Legal form."),
        Column::text("lei", 20, "Legal Entity Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::text("regulator", 200, "Regulator."),
        Column::text("licence_held", 200, "Regulatory licence."),
        Column::count("asset_count", "t.asset_count", "Number of assets issued."),
        Column::text("note", 500, "Notes for readers."),
    ],
};

/// Who manages the assets behind a token.
pub static MANAGERS: Entity = Entity {
    one: "manager",
    table: "managers",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::code("country", "countries", "Country of the registered office."),
        Column::url("website", "Website."),
        Column::text("lei", 20, "Legal Entity Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::count("asset_count", "t.asset_count", "Number of assets managed."),
        Column::text("note", 500, "Notes for readers."),
    ],
};

/// Who puts assets on networks; the credit view calls the same record a protocol.
pub static PLATFORMS: Entity = Entity {
    one: "platform",
    table: "platforms",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::boolean("is_platform", "Whether the company is listed as a platform.").required(),
        Column::boolean("is_protocol", "Whether the company is listed as a protocol.").required(),
        Column::reference("parent", "platforms", "Parent platform."),
        Column::text("category", 60, "Category of the platform."),
        Column::reference("asset_class", "asset_classes", "Main asset class."),
        Column::slugs(
            "network_slugs",
            "networks",
            "Networks supported, as reported by the source.",
        ),
        Column::slugs_from(
            "token_network_slugs",
            "networks",
            "t.token_network_slugs",
            "Networks on which its assets have tokens; derived from the tokens.",
        ),
        Column::url("website", "Website."),
        Column::text("description", 1000, "Description."),
        Column::choice("status", &["active", "winding_down", "closed"], "Operating status."),
        Column::date(
            "first_tracked_on",
            "Date on which the adapter was first tracked; not the launch date.",
        ),
        Column::date("started_on", "First date with data."),
        Column::text("adapter", 120, "Adapter in the DefiLlama repository."),
        Column::text("id_source", 120, "Source of the identifier."),
        Column::count("asset_count", "t.asset_count", "Number of assets."),
        Column::count("pool_count", "t.pool_count", "Number of pools."),
        Column::count("loan_count", "t.loan_count", "Number of loans originated."),
        Column::text("note", 500, "Notes for readers."),
    ],
};

/// Who serves an asset: keeps, audits, administers it or its register.
pub static SERVICE_PROVIDERS: Entity = Entity {
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
        Column::text("lei", 20, "Legal Entity Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::text("note", 500, "Notes for readers."),
    ],
};

/// That a provider serves an asset.
pub static ASSET_PROVIDERS: Entity = Entity {
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
