//! Publications that cite the data.

use crate::schema::{Column, Kind, Slug};

/// Who used the data and where.
pub static CITATIONS: Kind = Kind {
    one: "citation",
    table: "citations",
    slug: Slug::Plain,
    sort: ("published_on", true),
    joins: "",
    columns: &[
        Column::text("publisher", 120, "Publisher.").required(),
        Column::choice("kind", &["press", "paper", "report", "talk"], "Type of publication.")
            .required(),
        Column::url("url", "Address of the publication."),
        Column::list("authors", 80, "Authors."),
        Column::date("published_on", "Date of publication.").required(),
        Column::text("excerpt", 500, "Passage that contains the citation."),
    ],
};
