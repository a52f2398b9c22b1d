//! Countries and territories by their ISO 3166-1 codes, with their numbers of assets and issuers.

use proto::catalog::v1::Region;
use proto::codec::Text as _;

use crate::schema::{Column, Kind, Rules, Slug, message};

/// A country or territory.
pub static COUNTRIES: Kind = Kind {
    one: "country",
    table: "countries",
    message: message!(Country as country: CountryCreated, CountryUpdated, CountryDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("code", 2, "ISO 3166-1 alpha-2 code.").required().unique(),
        Column::text("alpha3", 3, "ISO 3166-1 alpha-3 code.").required(),
        Column::text("numeric_code", 3, "ISO 3166-1 numeric code.").required(),
        Column::text("official_name", 120, "Official name.").required(),
        Column::text("capital", 80, "Capital."),
        Column::list("currencies", 3, "ISO 4217 currency codes."),
        Column::choice_of("region", Region::CHOICES, "Region."),
        Column::text("un_region", 40, "UN M49 region."),
        Column::text("un_subregion", 60, "UN M49 subregion."),
        Column::boolean("is_eu_member", "Whether the country is a member of the European Union.")
            .required(),
        Column::boolean(
            "is_eea_member",
            "Whether the country is a member of the European Economic Area.",
        )
        .required(),
        Column::count(
            "asset_count",
            "count(*) FROM assets WHERE country_id = x.id",
            "Number of assets issued in the jurisdiction.",
        ),
        Column::count(
            "issuer_count",
            "count(*) FROM issuers WHERE country_id = x.id",
            "Number of issuers incorporated in the country.",
        ),
    ],
    rules: Rules { are_choices: true, ..Rules::USUAL },
};
