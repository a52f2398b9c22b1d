//! Asset managers.

use crate::schema::{Column, Kind, Slug};

/// Who manages the assets behind a token.
pub static MANAGERS: Kind = Kind {
    one: "manager",
    table: "managers",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::code("country", "countries", "Country of the registered office."),
        Column::url("website", "Website."),
        Column::text("lei", 20, "Legal Kind Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::count("asset_count", "t.asset_count", "Number of assets managed."),
        Column::text("note", 500, "Notes for readers."),
    ],
};
