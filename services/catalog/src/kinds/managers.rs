//! Companies that manage the assets behind tokens, with the number of assets of each.

use proto::access::v1::{Dimension, Endpoint};

use super::countries::COUNTRIES;
use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// A company that manages the assets behind tokens.
pub static MANAGERS: Kind = Kind {
    one: "manager",
    table: "managers",
    message: message!(Manager as manager: ManagerCreated, ManagerUpdated, ManagerDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::code("country", &COUNTRIES, "Country of the registered office."),
        Column::url("website", "Website."),
        Column::text("lei", 20, "Legal Entity Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::count(
            "asset_count",
            "count(*) FROM assets WHERE manager_id = x.id",
            "Number of assets managed.",
        ),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Managers],
        attributes: &[(Dimension::Region, Attribute::Region("country.region"))],
        ..Rules::USUAL
    },
};
