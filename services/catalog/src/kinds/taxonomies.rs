//! Versions of the classification and the place of each asset class in them.

use super::asset_classes::ASSET_CLASSES;
use crate::schema::{Column, Kind, Rules, Slug, message};

/// A version of the classification of asset classes.
pub static TAXONOMIES: Kind = Kind {
    one: "taxonomy",
    table: "taxonomies",
    message: message!(Taxonomy as taxonomy: TaxonomyCreated, TaxonomyUpdated, TaxonomyDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("description", 1000, "Purpose of the classification.").required(),
        Column::boolean("is_current", "Whether the classification is in use.").required(),
        Column::date("valid_from", "Date from which it is valid."),
    ],
    rules: Rules { are_choices: true, ..Rules::USUAL },
};

/// The group of an asset class in a version of the classification.
pub static TAXONOMY_ENTRIES: Kind = Kind {
    one: "taxonomy_entry",
    table: "taxonomy_entries",
    message: message!(TaxonomyEntry as taxonomy_entry: TaxonomyEntryCreated, TaxonomyEntryUpdated, TaxonomyEntryDeleted),
    slug: Slug::Plain,
    sort: ("position", false),
    joins: "",
    columns: &[
        Column::reference("taxonomy", &TAXONOMIES, "Version of the classification.").required(),
        Column::reference("asset_class", &ASSET_CLASSES, "Asset class.").required(),
        Column::text("group_slug", 60, "Group that contains the class.").required(),
        Column::text("group_name", 80, "Name of the group.").required(),
        Column::integer("position", 0, 10_000, "Position of the group.").required(),
        Column::boolean("is_in_totals", "Whether headline totals include the class.").required(),
    ],
    rules: Rules::USUAL,
};
