//! News articles: headline, link and a short excerpt, with the records that they mention.

use super::asset_classes::ASSET_CLASSES;
use super::assets::ASSETS;
use super::feeds::FEEDS;
use super::issuers::ISSUERS;
use super::networks::NETWORKS;
use super::platforms::PLATFORMS;
use crate::schema::{Column, Kind, Rules, Slug, message};

/// A news article: headline, link and a short excerpt.
pub static ARTICLES: Kind = Kind {
    one: "article",
    table: "articles",
    message: message!(Article as article: ArticleCreated, ArticleUpdated, ArticleDeleted),
    slug: Slug::Plain,
    sort: ("published_at", true),
    joins: "",
    columns: &[
        Column::url("url", "Address of the publication.").required(),
        Column::text("publisher", 120, "Publisher.").required(),
        Column::reference("feed", &FEEDS, "Feed that contained the article."),
        Column::instant("published_at", "Time of publication.").required(),
        Column::text("excerpt", 500, "Excerpt."),
        Column::list("topics", 60, "Topics covered."),
        Column::slugs("asset_slugs", &ASSETS, "Assets mentioned."),
        Column::slugs("issuer_slugs", &ISSUERS, "Issuers mentioned."),
        Column::slugs("platform_slugs", &PLATFORMS, "Platforms mentioned."),
        Column::slugs("network_slugs", &NETWORKS, "Networks mentioned."),
        Column::slugs("asset_class_slugs", &ASSET_CLASSES, "Asset classes mentioned."),
    ],
    rules: Rules::RESTRICTABLE,
};
