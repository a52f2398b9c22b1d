//! Issuers: the legal kinds behind tokens.

use crate::schema::{Column, Kind, Slug};

/// Who owes what a token stands for.
pub static ISSUERS: Kind = Kind {
    one: "issuer",
    table: "issuers",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::code("country", "countries", "Country of incorporation."),
        Column::url("website", "Website."),
        Column::text("website_source", 120, "Source of the website address."),
        Column::text("legal_form", 120, "Legal form."),
        Column::text("lei", 20, "Legal Kind Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::text("regulator", 200, "Regulator."),
        Column::text("licence_held", 200, "Regulatory licence."),
        Column::count("asset_count", "t.asset_count", "Number of assets issued."),
        Column::text("note", 500, "Notes for readers."),
    ],
};
