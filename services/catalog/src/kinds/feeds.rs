//! News feeds.

use crate::schema::{Column, Kind, Slug};

/// A feed of news.
pub static FEEDS: Kind = Kind {
    one: "feed",
    table: "feeds",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::url("url", "Address of the feed.").required(),
        Column::choice(
            "kind",
            &["regulator", "press", "aggregator", "research", "vendor"],
            "Type of publisher.",
        )
        .required(),
        Column::text("topic", 60, "Topics covered.").required(),
        Column::code("jurisdiction", "jurisdictions", "Jurisdiction covered."),
        Column::text("language", 5, "Language.").required(),
    ],
};
