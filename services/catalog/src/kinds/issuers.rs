//! Issuers: the legal entities behind tokens.

use proto::access::v1::{Dimension, Endpoint};

use super::countries::COUNTRIES;
use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// The legal entity that issues assets.
pub static ISSUERS: Kind = Kind {
    one: "issuer",
    table: "issuers",
    message: message!(Issuer as issuer: IssuerCreated, IssuerUpdated, IssuerDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::code("country", &COUNTRIES, "Country of incorporation."),
        Column::url("website", "Website."),
        Column::text("website_source", 120, "Source of the website address."),
        Column::text("legal_form", 120, "Legal form."),
        Column::text("lei", 20, "Legal Entity Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::text("regulator", 200, "Regulator."),
        Column::text("licence_held", 200, "Regulatory licence."),
        Column::count(
            "asset_count",
            "count(*) FROM assets WHERE issuer_id = x.id",
            "Number of assets issued.",
        ),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Issuers],
        attributes: &[
            (Dimension::Issuer, Attribute::Id("t.id")),
            (Dimension::Region, Attribute::Region("country.region")),
        ],
        ..Rules::USUAL
    },
};
