//! Regulators.

use crate::schema::{Column, Kind, Slug};

/// Who supervises.
pub static REGULATORS: Kind = Kind {
    one: "regulator",
    table: "regulators",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::code("jurisdiction", "jurisdictions", "Jurisdiction.").required(),
        Column::text("acronym", 20, "Acronym."),
        Column::url("website", "Website."),
        Column::boolean("is_primary", "Whether it is the primary regulator."),
        Column::text("scope", 120, "Area of supervision.").required(),
    ],
};
