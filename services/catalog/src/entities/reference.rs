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
        Column::text(
            "chain_identifier",
            60,
            "The identifier that the product knows the network by.",
        )
        .required()
        .unique(),
        Column::text("namespace", 20, "The CAIP-2 namespace."),
        Column::text("chain_reference", 64, "The reference within the namespace."),
        Column::text("caip2", 90, "The CAIP-2 identifier."),
        Column::text("caip2_alternative", 90, "A second CAIP-2 identifier of the same network."),
        Column::boolean("is_evm", "Whether it runs the Ethereum virtual machine.").required(),
        Column::integer("evm_chain_id", 1, 9_007_199_254_740_991, "The chain id of EIP-155."),
        Column::text("native_symbol", 20, "The symbol of its own coin."),
        Column::text("explorer_name", 80, "What the block explorer calls itself."),
        Column::url("explorer_url", "The base address of the block explorer."),
        Column::color("badge_color", "The colour of its badge."),
        Column::text("badge_color_source", 300, "Where the colour was taken from."),
        Column::url("website", "Its own site."),
        Column::reference("parent", "networks", "The network it settles on or belongs to."),
        Column::slug_of(
            "alias_of",
            "networks",
            "The network that this identifier is another name of; screens and totals leave aliases out.",
        ),
        Column::count(
            "asset_count",
            "t.asset_count",
            "Real assets with a token on it: what is fictional is not counted.",
        ),
        Column::count(
            "token_count",
            "t.token_count",
            "Real tokens on it: what is fictional is not counted.",
        ),
        Column::text("defillama_key", 60, "Its key at DefiLlama."),
        Column::text("note", 500, "What readers should know."),
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
        Column::text("key", 60, "The name that programs use.").required().unique(),
        Column::text("description", 1000, "What belongs to it.").required(),
        Column::text("screen", 60, "The page that shows it."),
        Column::boolean("is_screen_inferred", "Whether the page is our reading and not a given.")
            .required(),
        Column::count("asset_count", "t.asset_count", "Assets of the class."),
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
        Column::text("description", 1000, "What it is for.").required(),
        Column::boolean("is_current", "Whether screens use it.").required(),
        Column::date("valid_from", "From when it holds."),
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
        Column::reference("taxonomy", "taxonomies", "The version.").required(),
        Column::reference("asset_class", "asset_classes", "The class.").required(),
        Column::text("group_slug", 60, "The group that shows the class.").required(),
        Column::text("group_name", 80, "What the group is called.").required(),
        Column::integer("position", 0, 10_000, "The order of groups.").required(),
        Column::boolean("is_in_totals", "Whether headline totals count it.").required(),
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
        Column::text("key", 80, "The name that programs use.").required().unique(),
        Column::text("description", 1000, "What it says.").required(),
        Column::choice(
            "unit",
            &["usd", "token", "count", "ratio", "days", "index", "per_euro"],
            "Its unit.",
        )
        .required(),
        Column::choice(
            "kind",
            &["stock", "flow", "distinct"],
            "Whether it is a level, a sum over time, or a count of distinct things.",
        )
        .required(),
        Column::choice(
            "aggregation",
            &["sum", "last", "weighted_average", "not_additive", "none"],
            "How values of several things make one.",
        )
        .required(),
        Column::text("definition_source", 300, "Where the definition comes from.").required(),
    ],
};

/// A sector of the economy.
pub static SECTORS: Entity = Entity {
    one: "sector",
    table: "sectors",
    slug: Slug::Plain,
    sort: ("id", false),
    joins: "",
    columns: &[Column::text("key", 80, "The name that programs use.").required().unique()],
};

/// A country or territory.
pub static COUNTRIES: Entity = Entity {
    one: "country",
    table: "countries",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("code", 2, "ISO 3166-1 alpha-2.").required().unique(),
        Column::text("alpha3", 3, "ISO 3166-1 alpha-3.").required(),
        Column::text("numeric_code", 3, "ISO 3166-1 numeric, also the key of map geometries.")
            .required(),
        Column::text("official_name", 120, "The full name.").required(),
        Column::text("capital", 80, "The capital."),
        Column::list("currencies", 3, "Currencies by ISO 4217."),
        Column::choice_of("region", texts::<Region>, "The region it belongs to."),
        Column::text("un_region", 40, "The region by M49."),
        Column::text("un_subregion", 60, "The subregion by M49."),
        Column::boolean("is_eu_member", "Whether it is in the European Union.").required(),
        Column::boolean("is_eea_member", "Whether it is in the European Economic Area.").required(),
        Column::count("asset_count", "t.asset_count", "Assets under its law."),
        Column::count("issuer_count", "t.issuer_count", "Issuers that sit there."),
    ],
};
