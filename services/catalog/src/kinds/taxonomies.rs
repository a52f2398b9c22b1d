//! Versions of the classification and the place of each asset class in them.

use crate::schema::{Column, Kind, Slug};

/// A version of how classes are grouped.
pub static TAXONOMIES: Kind = Kind {
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
pub static TAXONOMY_ENTRIES: Kind = Kind {
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
