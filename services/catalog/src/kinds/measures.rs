//! Measures, of which timeseries holds the values.

use crate::schema::{Column, Kind, Slug};

/// Something that is measured.
pub static MEASURES: Kind = Kind {
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
