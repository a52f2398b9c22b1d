//! Articles as the items of the news feed, each of which leads to the publication itself.

use serde::Deserialize;
use serde_json::Value;

use super::rss::{Item, host};

#[derive(Deserialize)]
struct Article {
    slug: String,
    name: String,
    url: String,
    publisher: String,
    published_at: String,
    excerpt: Option<String>,
    source: String,
    licence: String,
    is_sample: bool,
}

/// An item for each article, which leads to the publication itself.
pub fn items(rows: Vec<Value>, origin: &str) -> Result<Vec<Item>, serde_json::Error> {
    let item = |row: Value| {
        let article: Article = serde_json::from_value(row)?;
        Ok(Item {
            id: format!("tag:{},2026:article/{}", host(origin), article.slug),
            title: article.name,
            link: article.url,
            published: article.published_at,
            author: article.publisher,
            description: article.excerpt.unwrap_or_default(),
            rights: format!("{} ({})", article.licence, article.source),
            is_sample: article.is_sample,
        })
    };
    rows.into_iter().map(item).collect()
}
