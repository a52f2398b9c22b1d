//! Tokenization platforms and lending protocols.

use crate::schema::{Column, Kind, Slug};

/// Who puts assets on networks; the credit view calls the same record a protocol.
pub static PLATFORMS: Kind = Kind {
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
