//! Press, papers, reports and talks that cite the data, with the passage that does.

use crate::schema::{Column, Kind, Rules, Slug, message};

/// A publication that cites the data.
pub static CITATIONS: Kind = Kind {
    one: "citation",
    table: "citations",
    message: message!(Citation as citation: CitationCreated, CitationUpdated, CitationDeleted),
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
    rules: Rules::RESTRICTABLE,
};
