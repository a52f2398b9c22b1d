//! Supervisory authorities, with their jurisdiction and area of supervision.

use proto::access::v1::Endpoint;

use super::ATTRIBUTES_OF_JURISDICTION;
use super::jurisdictions::JURISDICTIONS;
use crate::schema::{Column, Kind, Rules, Slug, message};

/// A supervisory authority.
pub static REGULATORS: Kind = Kind {
    one: "regulator",
    table: "regulators",
    message: message!(Regulator as regulator: RegulatorCreated, RegulatorUpdated, RegulatorDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::code("jurisdiction", &JURISDICTIONS, "Jurisdiction.").required(),
        Column::text("acronym", 20, "Acronym."),
        Column::url("website", "Website."),
        Column::boolean("is_primary", "Whether it is the primary regulator."),
        Column::text("scope", 120, "Area of supervision.").required(),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Jurisdictions],
        attributes: ATTRIBUTES_OF_JURISDICTION,
        ..Rules::USUAL
    },
};
