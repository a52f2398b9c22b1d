//! Sectors of the economy.

use crate::schema::{Column, Kind, Slug};

/// A sector of the economy.
pub static SECTORS: Kind = Kind {
    one: "sector",
    table: "sectors",
    slug: Slug::Plain,
    sort: ("id", false),
    joins: "",
    columns: &[Column::text("key", 80, "Key for use in programs.").required().unique()],
};
