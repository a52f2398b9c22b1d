//! Asset classes, whose group follows from the classification in use.

use crate::schema::{Column, Kind, Rules, Slug, message};

/// The group of each class in the classification in use. Of several in use the one that is valid for the shortest time
/// counts, and a class that none of them names is in no group and in the totals.
const GROUPS: &str = "
    UPDATE asset_classes AS t
    SET class_group = d.group_slug, is_in_totals = d.is_in_totals, updated_at = $1
    FROM (
        SELECT c.id, e.group_slug, coalesce(e.is_in_totals, true) AS is_in_totals
        FROM asset_classes AS c
        LEFT JOIN (
            SELECT id FROM taxonomies WHERE is_current ORDER BY valid_from DESC NULLS LAST, slug LIMIT 1
        ) AS x ON true
        LEFT JOIN LATERAL (
            SELECT group_slug, is_in_totals FROM taxonomy_entries
            WHERE taxonomy_id = x.id AND asset_class_id = c.id ORDER BY position, slug LIMIT 1
        ) AS e ON true
    ) AS d
    WHERE d.id = t.id
        AND (t.class_group, t.is_in_totals) IS DISTINCT FROM (d.group_slug, d.is_in_totals)
    RETURNING t.id";

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
        Column::word_from(
            "class_group",
            "t.class_group",
            "Group of the class in the classification in use.",
        ),
        Column::boolean_from(
            "is_in_totals",
            "t.is_in_totals",
            "Whether headline totals include the class, in the classification in use.",
        )
        .required(),
    ],
    rules: Rules { are_choices: true, derive: Some(GROUPS), ..Rules::USUAL },
};
