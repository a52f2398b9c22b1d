//! News, citations and where the data come from.

use crate::schema::{Column, Entity, Slug};

/// Where data of the catalog come from.
pub static DATA_PARTNERS: Entity = Entity {
    one: "data_partner",
    table: "data_partners",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::url("url", "Where it is found."),
        Column::text("licence_note", 300, "What the licence asks."),
        Column::text("attribution", 500, "What must be shown beside the data."),
        Column::text("coverage", 1000, "What was taken and what was done with it.").required(),
        Column::text("gaps", 1000, "What is known to be missing."),
        Column::list("files", 80, "Files that come from it."),
        Column::integer("row_count", 0, 100_000_000, "Rows taken."),
    ],
};

/// A feed of news.
pub static FEEDS: Entity = Entity {
    one: "feed",
    table: "feeds",
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::url("url", "Where it is read.").required(),
        Column::choice(
            "kind",
            &["regulator", "press", "aggregator", "research", "vendor"],
            "Who publishes it.",
        )
        .required(),
        Column::text("topic", 60, "What it is about.").required(),
        Column::code("jurisdiction", "jurisdictions", "The place it is about."),
        Column::text("language", 5, "Its language.").required(),
    ],
};

/// A piece of news: title, link and a short excerpt.
pub static ARTICLES: Entity = Entity {
    one: "article",
    table: "articles",
    slug: Slug::Plain,
    sort: ("published_at", true),
    joins: "",
    columns: &[
        Column::url("url", "Where it can be read.").required(),
        Column::text("publisher", 120, "Who published it.").required(),
        Column::reference("feed", "feeds", "The feed it came from."),
        Column::instant("published_at", "When it was published.").required(),
        Column::text("excerpt", 500, "Its first words."),
        Column::list("topics", 60, "What it is about."),
        Column::slugs("asset_slugs", "assets", "Assets it speaks of."),
        Column::slugs("issuer_slugs", "issuers", "Issuers it speaks of."),
        Column::slugs("platform_slugs", "platforms", "Platforms it speaks of."),
        Column::slugs("network_slugs", "networks", "Networks it speaks of."),
        Column::slugs("asset_class_slugs", "asset_classes", "Classes it speaks of."),
    ],
};

/// Who used the data and where.
pub static CITATIONS: Entity = Entity {
    one: "citation",
    table: "citations",
    slug: Slug::Plain,
    sort: ("published_on", true),
    joins: "",
    columns: &[
        Column::text("publisher", 120, "Who published it.").required(),
        Column::choice("kind", &["press", "paper", "report", "talk"], "What it is.").required(),
        Column::url("url", "Where it can be read."),
        Column::list("authors", 80, "Who wrote it."),
        Column::date("published_on", "When.").required(),
        Column::text("excerpt", 500, "The words that cite."),
    ],
};
