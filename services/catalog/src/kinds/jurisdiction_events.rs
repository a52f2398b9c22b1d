//! Changes of law, dated or expected, with the legal basis of each.

use proto::access::v1::Endpoint;

use super::ATTRIBUTES_OF_JURISDICTION;
use super::jurisdictions::JURISDICTIONS;
use crate::schema::{Column, Kind, Rules, Slug, message};

/// A change of law, dated or expected.
pub static JURISDICTION_EVENTS: Kind = Kind {
    one: "jurisdiction_event",
    table: "jurisdiction_events",
    message: message!(JurisdictionEvent as jurisdiction_event: JurisdictionEventCreated, JurisdictionEventUpdated, JurisdictionEventDeleted),
    slug: Slug::Plain,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::code("jurisdiction", &JURISDICTIONS, "Jurisdiction.").required(),
        Column::choice("status", &["in_force", "scheduled", "contingent"], "Status of the event.")
            .required(),
        Column::date("effective_on", "Effective date."),
        Column::choice("precision", &["day", "none", "outer_cap"], "Precision of the date.")
            .required(),
        Column::text("trigger_kind", 60, "Type of trigger.").required(),
        Column::text("trigger", 1000, "Trigger of the event."),
        Column::text("basis", 1000, "Legal basis.").required(),
        Column::text("date_basis", 1500, "Basis of the date.").required(),
        Column::list("rule_slugs", 60, "Rules affected by the event."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Jurisdictions],
        attributes: ATTRIBUTES_OF_JURISDICTION,
        ..Rules::RESTRICTABLE
    },
};
