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
        Column::url("url", "Website of the source."),
        Column::text("licence_note", 300, "Conditions of the licence."),
        Column::text("attribution", 500, "Required attribution."),
        Column::text("coverage", 1000, "Data used and how it was processed.").required(),
        Column::text("gaps", 1000, "Known gaps."),
        Column::list("files", 80, "Files derived from the source."),
        Column::integer("row_count", 0, 100_000_000, "Number of rows used."),
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

/// A piece of news: title, link and a short excerpt.
pub static ARTICLES: Entity = Entity {
    one: "article",
    table: "articles",
    slug: Slug::Plain,
    sort: ("published_at", true),
    joins: "",
    columns: &[
        Column::url("url", "Address of the publication.").required(),
        Column::text("publisher", 120, "Publisher.").required(),
        Column::reference("feed", "feeds", "Feed that contained the article."),
        Column::instant("published_at", "Time of publication.").required(),
        Column::text("excerpt", 500, "Excerpt."),
        Column::list("topics", 60, "Topics covered."),
        Column::slugs("asset_slugs", "assets", "Assets mentioned."),
        Column::slugs("issuer_slugs", "issuers", "Issuers mentioned."),
        Column::slugs("platform_slugs", "platforms", "Platforms mentioned."),
        Column::slugs("network_slugs", "networks", "Networks mentioned."),
        Column::slugs("asset_class_slugs", "asset_classes", "Asset classes mentioned."),
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
        Column::text("publisher", 120, "Publisher.").required(),
        Column::choice("kind", &["press", "paper", "report", "talk"], "Type of publication.")
            .required(),
        Column::url("url", "Address of the publication."),
        Column::list("authors", 80, "Authors."),
        Column::date("published_on", "Date of publication.").required(),
        Column::text("excerpt", 500, "Passage that contains the citation."),
    ],
};
