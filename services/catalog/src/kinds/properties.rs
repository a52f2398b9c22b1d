//! The location of the real estate behind an asset: at most one for each asset.

use proto::access::v1::Endpoint;

use super::ATTRIBUTES_OF_ASSET;
use super::assets::ASSETS;
use super::countries::COUNTRIES;
use crate::schema::{Column, Kind, Rules, Slug, message};

/// The location of real estate.
pub static PROPERTIES: Kind = Kind {
    one: "property",
    table: "properties",
    message: message!(Property as property: PropertyCreated, PropertyUpdated, PropertyDeleted),
    slug: Slug::Plain,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::reference("asset", &ASSETS, "Asset.").required().unique(),
        Column::text("street", 120, "Street and number."),
        Column::text("city", 80, "City."),
        Column::text("state", 40, "State or province."),
        Column::code("country", &COUNTRIES, "Country."),
        Column::number("latitude", -90.0, 90.0, "Latitude in degrees."),
        Column::number("longitude", -180.0, 180.0, "Longitude in degrees."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Assets],
        attributes: ATTRIBUTES_OF_ASSET,
        ..Rules::RESTRICTABLE
    },
};
