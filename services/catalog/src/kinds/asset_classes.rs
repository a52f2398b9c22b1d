//! Asset classes.

use crate::schema::{Column, Kind, Rules, Slug, message};

/// An asset class, such as treasury products or real estate.
pub static ASSET_CLASSES: Kind = Kind {
    one: "asset_class",
    table: "asset_classes",
    message: message!(AssetClass as asset_class: AssetClassCreated, AssetClassUpdated, AssetClassDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("key", 60, "Key for use in programs.").required().unique(),
        Column::text("description", 1000, "Definition of the class.").required(),
        Column::text("screen", 60, "Page of the class."),
        Column::boolean("is_screen_inferred", "Whether the assignment to the page is inferred.")
            .required(),
        Column::count(
            "asset_count",
            "count(*) FROM assets WHERE asset_class_id = x.id",
            "Number of assets in the class.",
        ),
    ],
    rules: Rules { are_choices: true, ..Rules::USUAL },
};
