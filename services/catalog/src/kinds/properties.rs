//! Addresses of real estate.

use crate::schema::{Column, Kind, Slug};

/// Where a piece of real estate stands.
pub static PROPERTIES: Kind = Kind {
    one: "property",
    table: "properties",
    slug: Slug::Plain,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::reference("asset", "assets", "Asset.").required().unique(),
        Column::text("street", 120, "Street and number."),
        Column::text("city", 80, "City."),
        Column::text("state", 40, "State or province."),
        Column::code("country", "countries", "Country."),
        Column::number("latitude", -90.0, 90.0, "Latitude in degrees."),
        Column::number("longitude", -180.0, 180.0, "Longitude in degrees."),
    ],
};
