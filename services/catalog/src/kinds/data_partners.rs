//! Sources of the data, with their licences, the data used and the known gaps.

use crate::schema::{Column, Kind, Rules, Slug, message};

/// A source of data.
pub static DATA_PARTNERS: Kind = Kind {
    one: "data_partner",
    table: "data_partners",
    message: message!(DataPartner as data_partner: DataPartnerCreated, DataPartnerUpdated, DataPartnerDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::url("url", "Website of the source."),
        Column::text("licence_note", 300, "Conditions of the licence."),
        Column::text("attribution", 500, "Required attribution."),
        Column::text("coverage", 1000, "Data used and how it was processed.").required(),
        Column::text("gaps", 1000, "Known gaps."),
        Column::list("files", 80, "Files derived from the source."),
        Column::integer("row_count", 0, 100_000_000, "Number of rows used."),
    ],
    rules: Rules::USUAL,
};
