//! Measures, of which timeseries holds the values.

use crate::schema::{Column, Kind, Rules, Slug, message};

/// A measure, such as total value or number of holders.
pub static MEASURES: Kind = Kind {
    one: "measure",
    table: "measures",
    message: message!(Measure as measure: MeasureCreated, MeasureUpdated, MeasureDeleted),
    slug: Slug::Underscore,
    sort: ("id", false),
    joins: "",
    columns: &[
        Column::text("key", 80, "Key for use in programs.").required().unique(),
        Column::text("description", 1000, "Definition of the measure.").required(),
        Column::choice(
            "unit",
            &[
                "usd",
                "denomination",
                "token",
                "count",
                "ratio",
                "percentage_points",
                "days",
                "index",
                "per_euro",
            ],
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
    // Ids from 10,000 on are those of measures that the specification does not have.
    rules: Rules { first_assigned_id: 100_000, ..Rules::USUAL },
};
