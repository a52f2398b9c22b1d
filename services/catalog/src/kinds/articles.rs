//! News articles.

use crate::schema::{Column, Kind, Slug};

/// A piece of news: title, link and a short excerpt.
pub static ARTICLES: Kind = Kind {
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
