//! Sectors of the economy, offered as choices where a record refers to one.

use crate::schema::{Column, Kind, Rules, Slug, message};

/// A sector of the economy.
pub static SECTORS: Kind = Kind {
    one: "sector",
    table: "sectors",
    message: message!(Sector as sector: SectorCreated, SectorUpdated, SectorDeleted),
    slug: Slug::Plain,
    sort: ("id", false),
    joins: "",
    columns: &[Column::text("key", 80, "Key for use in programs.").required().unique()],
    rules: Rules { are_choices: true, ..Rules::USUAL },
};
