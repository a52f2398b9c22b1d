//! Articles as entries.

use serde::Deserialize;
use serde_json::Value;

use super::atom::{Entry, host};

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

/// An entry for each article, which leads to the publication itself.
pub fn entries(rows: Vec<Value>, origin: &str) -> Result<Vec<Entry>, serde_json::Error> {
    let entry = |row: Value| {
        let article: Article = serde_json::from_value(row)?;
        Ok(Entry {
            id: format!("tag:{},2026:article/{}", host(origin), article.slug),
            title: article.name,
            link: article.url,
            updated: article.published_at,
            author: article.publisher,
            summary: article.excerpt.unwrap_or_default(),
            rights: format!("{} ({})", article.licence, article.source),
            is_sample: article.is_sample,
        })
    };
    rows.into_iter().map(entry).collect()
}
