//! News feeds, with the type of publisher, topic, language and jurisdiction of each.

use super::jurisdictions::JURISDICTIONS;
use crate::schema::{Column, Kind, Rules, Slug, message};

/// A news feed.
pub static FEEDS: Kind = Kind {
    one: "feed",
    table: "feeds",
    message: message!(Feed as feed: FeedCreated, FeedUpdated, FeedDeleted),
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
        Column::code("jurisdiction", &JURISDICTIONS, "Jurisdiction covered."),
        Column::text("language", 5, "Language.").required(),
    ],
    rules: Rules::USUAL,
};
