//! What the rest of the catalog refers to.

use proto::catalog::v1::Region;

use crate::schema::{Column, Entity, Slug, texts};

/// A chain of blocks, or another ledger that tokens live on.
pub static NETWORKS: Entity = Entity {
    one: "network",
    table: "networks",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("chain_identifier", 60, "Product identifier of the network.")
            .required()
            .unique(),
        Column::text("namespace", 20, "CAIP-2 namespace."),
        Column::text("chain_reference", 64, "Reference within the CAIP-2 namespace."),
        Column::text("caip2", 90, "CAIP-2 identifier."),
        Column::text("caip2_alternative", 90, "Alternative CAIP-2 identifier of the same network."),
        Column::boolean("is_evm", "Whether the network is EVM-compatible.").required(),
        Column::integer("evm_chain_id", 1, 9_007_199_254_740_991, "EIP-155 chain id."),
        Column::text("native_symbol", 20, "Symbol of the native currency."),
        Column::text("explorer_name", 80, "Name of the block explorer."),
        Column::url("explorer_url", "Base address of the block explorer."),
        Column::color("badge_color", "Badge colour."),
        Column::text("badge_color_source", 300, "Source of the badge colour."),
        Column::url("website", "Website."),
        Column::reference("parent", "networks", "Settlement layer or parent network."),
        Column::slug_of(
            "alias_of",
            "networks",
            "Network of which this identifier is an alias; pages and totals exclude aliases.",
        ),
        Column::count(
            "asset_count",
            "t.asset_count",
            "Number of assets with a token on the network, excluding sample data.",
        ),
        Column::count(
            "token_count",
            "t.token_count",
            "Number of tokens on the network, excluding sample data.",
        ),
        Column::text("defillama_key", 60, "Key at DefiLlama."),
        Column::text("note", 500, "Notes for readers."),
    ],
};

/// A kind of asset.
pub static ASSET_CLASSES: Entity = Entity {
    one: "asset_class",
    table: "asset_classes",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("key", 60, "Key for use in programs.").required().unique(),
        Column::text("description", 1000, "Definition of the class.").required(),
        Column::text("screen", 60, "Page of the class."),
        Column::boolean("is_screen_inferred", "Whether the assignment to the page is inferred.")
            .required(),
        Column::count("asset_count", "t.asset_count", "Number of assets in the class."),
    ],
};

/// A version of how classes are grouped.
pub static TAXONOMIES: Entity = Entity {
    one: "taxonomy",
    table: "taxonomies",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("description", 1000, "Purpose of the classification.").required(),
        Column::boolean("is_current", "Whether the classification is in use.").required(),
        Column::date("valid_from", "Date from which it is valid."),
    ],
};

/// A class's place in a version of the taxonomy.
pub static TAXONOMY_ENTRIES: Entity = Entity {
    one: "taxonomy_entry",
    table: "taxonomy_entries",
    slug: Slug::Plain,
    sort: ("position", false),
    joins: "",
    columns: &[
        Column::reference("taxonomy", "taxonomies", "Version of the classification.").required(),
        Column::reference("asset_class", "asset_classes", "Asset class.").required(),
        Column::text("group_slug", 60, "Group that contains the class.").required(),
        Column::text("group_name", 80, "Name of the group.").required(),
        Column::integer("position", 0, 10_000, "Position of the group.").required(),
        Column::boolean("is_in_totals", "Whether headline totals include the class.").required(),
    ],
};

/// Something that is measured.
pub static MEASURES: Entity = Entity {
    one: "measure",
    table: "measures",
    slug: Slug::Underscore,
    sort: ("id", false),
    joins: "",
    columns: &[
        Column::text("key", 80, "Key for use in programs.").required().unique(),
        Column::text("description", 1000, "Definition of the measure.").required(),
        Column::choice(
            "unit",
            &["usd", "token", "count", "ratio", "days", "index", "per_euro"],
            "Unit.",
        )
        .required(),
        Column::choice(
            "kind",
            &["stock", "flow", "distinct"],
            "Stock (level), flow (sum over a period) or distinct count.",
        )
        .required(),
        Column::choice(
            "aggregation",
            &["sum", "last", "weighted_average", "not_additive", "none"],
            "Method of aggregation across assets.",
        )
        .required(),
        Column::text("definition_source", 300, "Source of the definition.").required(),
    ],
};

/// A sector of the economy.
pub static SECTORS: Entity = Entity {
    one: "sector",
    table: "sectors",
    slug: Slug::Plain,
    sort: ("id", false),
    joins: "",
    columns: &[Column::text("key", 80, "Key for use in programs.").required().unique()],
};

/// A country or territory.
pub static COUNTRIES: Entity = Entity {
    one: "country",
    table: "countries",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("code", 2, "ISO 3166-1 alpha-2 code.").required().unique(),
        Column::text("alpha3", 3, "ISO 3166-1 alpha-3 code.").required(),
        Column::text("numeric_code", 3, "ISO 3166-1 numeric code.").required(),
        Column::text("official_name", 120, "Official name.").required(),
        Column::text("capital", 80, "Capital."),
        Column::list("currencies", 3, "ISO 4217 currency codes."),
        Column::choice_of("region", texts::<Region>, "Region."),
        Column::text("un_region", 40, "UN M49 region."),
        Column::text("un_subregion", 60, "UN M49 subregion."),
        Column::boolean("is_eu_member", "Whether the country is a member of the European Union.")
            .required(),
        Column::boolean(
            "is_eea_member",
            "Whether the country is a member of the European Economic Area.",
        )
        .required(),
        Column::count(
            "asset_count",
            "t.asset_count",
            "Number of assets issued in the jurisdiction.",
        ),
        Column::count(
            "issuer_count",
            "t.issuer_count",
            "Number of issuers incorporated in the country.",
        ),
    ],
};
