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
        Column::text("legal_name", 200, "The name in the register."),
        Column::code("country", "countries", "Where it is incorporated."),
        Column::url("website", "Its own site."),
        Column::text("website_source", 120, "How the site was found."),
        Column::text("legal_form", 120, "Its legal form."),
        Column::text("lei", 20, "Legal entity identifier."),
        Column::text("cik", 10, "SEC registrant number."),
        Column::text("regulator", 200, "Who supervises it."),
        Column::text("licence_held", 200, "The licence it holds."),
        Column::count("asset_count", "t.asset_count", "Assets it issues."),
        Column::text("note", 500, "What readers should know."),
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
        Column::text("legal_name", 200, "The name in the register."),
        Column::code("country", "countries", "Where it sits."),
        Column::url("website", "Its own site."),
        Column::text("lei", 20, "Legal entity identifier."),
        Column::text("cik", 10, "SEC registrant number."),
        Column::count("asset_count", "t.asset_count", "Assets it manages."),
        Column::text("note", 500, "What readers should know."),
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
        Column::boolean("is_platform", "Whether it is listed as a platform.").required(),
        Column::boolean("is_protocol", "Whether it is listed as a protocol.").required(),
        Column::reference("parent", "platforms", "The platform that it belongs to."),
        Column::text("category", 60, "What it does."),
        Column::reference("asset_class", "asset_classes", "The class it mostly deals in."),
        Column::slugs("network_slugs", "networks", "Networks it works on, as its source tells."),
        Column::slugs_from(
            "token_network_slugs",
            "networks",
            "t.token_network_slugs",
            "Networks that its assets have tokens on; derived from the tokens.",
        ),
        Column::url("website", "Its own site."),
        Column::text("description", 1000, "What it is."),
        Column::choice("status", &["active", "winding_down", "closed"], "Whether it goes on."),
        Column::date("first_tracked_on", "When its adapter was first tracked; not its launch."),
        Column::date("started_on", "When its data begin."),
        Column::text("adapter", 120, "Its adapter in the DefiLlama repository."),
        Column::text("id_source", 120, "Where its number comes from."),
        Column::count("asset_count", "t.asset_count", "Assets on it."),
        Column::count("pool_count", "t.pool_count", "Pools on it."),
        Column::count("loan_count", "t.loan_count", "Loans made through it."),
        Column::text("note", 500, "What readers should know."),
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
        Column::text("legal_name", 200, "The name in the register."),
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
            "What it does.",
        )
        .required(),
        Column::code("country", "countries", "Where it sits."),
        Column::url("website", "Its own site."),
        Column::text("lei", 20, "Legal entity identifier."),
        Column::text("cik", 10, "SEC registrant number."),
        Column::text("note", 500, "What readers should know."),
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
        Column::reference("asset", "assets", "The asset.").required(),
        Column::reference("service_provider", "service_providers", "The provider.").required(),
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
            "What it does for the asset.",
        )
        .required(),
        Column::date("since", "Since when."),
    ],
};
