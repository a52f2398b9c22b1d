//! The classification of asset classes at a time: the group of each class, and whether headline totals include it.

use kit::query_limits::LARGEST_PAGE;
use proto::catalog::v1::{
    ClassPlace, GetClassificationRequest, GetClassificationResponse, ListRowsRequest,
};
use proto::query::v1::{Filter, Operator, Paging, Query, QueryValue};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::context::Context;
use crate::error::CatalogError;
use crate::read;

/// A class with its place in the version in use, which is derived from the entries after each change.
#[derive(Deserialize)]
struct PresentClass {
    id: i64,
    slug: String,
    class_group: Option<String>,
    is_in_totals: bool,
}

#[derive(Deserialize)]
struct Version {
    slug: String,
    is_current: bool,
    valid_from: Option<String>,
}

#[derive(Deserialize)]
struct Entry {
    asset_class_slug: String,
    group_slug: String,
    is_in_totals: bool,
}

#[derive(Deserialize)]
struct Rows<T> {
    results: Vec<T>,
}

/// The present classification, or the one that was in use at an earlier time.
pub async fn get(
    ctx: &Context,
    request: &GetClassificationRequest,
) -> Result<GetClassificationResponse, CatalogError> {
    let classes = match request.as_of.as_deref() {
        None => current(ctx).await?,
        Some(instant) => earlier(ctx, instant).await?,
    };
    Ok(GetClassificationResponse { classes })
}

async fn current(ctx: &Context) -> Result<Vec<ClassPlace>, CatalogError> {
    let classes: Vec<PresentClass> = rows(ctx, "asset_classes", None).await?;
    let place = |class: PresentClass| ClassPlace {
        asset_class_slug: class.slug,
        group_slug: class.class_group,
        is_in_totals: class.is_in_totals,
        asset_class_id: Some(class.id),
    };
    Ok(classes.into_iter().map(place).collect())
}

async fn earlier(ctx: &Context, instant: &str) -> Result<Vec<ClassPlace>, CatalogError> {
    let versions: Vec<Version> = rows(ctx, "taxonomies", None).await?;
    let day = instant.get(..10).unwrap_or(instant);
    let Some(version) = version_at(&versions, day) else { return Ok(Vec::new()) };
    let of_version = Filter {
        operator: Operator::Equals.into(),
        field: Some("taxonomy_slug".to_owned()),
        value: Some(QueryValue::text(&version.slug)),
        filters: Vec::new(),
    };
    let entries: Vec<Entry> = rows(ctx, "taxonomy_entries", Some(of_version)).await?;
    let place = |entry: Entry| ClassPlace {
        asset_class_slug: entry.asset_class_slug,
        group_slug: Some(entry.group_slug),
        is_in_totals: entry.is_in_totals,
        asset_class_id: None,
    };
    Ok(entries.into_iter().map(place).collect())
}

/// The version in use on a day: a current one that was valid then, else the last one before. The first of all counts for
/// the days before any was valid.
fn version_at<'a>(versions: &'a [Version], day: &str) -> Option<&'a Version> {
    let began = |version: &&Version| version.valid_from.as_deref().is_none_or(|from| from <= day);
    let newest = |version: &&Version| version.valid_from.clone();
    let valid = || versions.iter().filter(began);
    valid()
        .filter(|version| version.is_current)
        .max_by_key(newest)
        .or_else(|| valid().max_by_key(newest))
        .or_else(|| versions.iter().min_by_key(newest))
}

/// The records of a list that the reader may have; a classification fits into one page.
async fn rows<T: DeserializeOwned>(
    ctx: &Context,
    resource: &str,
    filter: Option<Filter>,
) -> Result<Vec<T>, CatalogError> {
    let pagination = Some(Paging { per_page: Some(LARGEST_PAGE), ..Paging::default() });
    let query = Some(Query { filter, pagination, ..Query::default() });
    let request = ListRowsRequest { resource: resource.to_owned(), query };
    let page = read::rows(ctx, &request).await?;
    let rows: Rows<T> = serde_json::from_slice(&page.json)
        .map_err(|error| CatalogError::Defect(Box::new(error)))?;
    Ok(rows.results)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(slug: &str, is_current: bool, from: Option<&str>) -> Version {
        Version { slug: slug.to_owned(), is_current, valid_from: from.map(str::to_owned) }
    }

    #[test]
    fn the_version_of_a_day_is_the_one_in_use_then() {
        let versions = [
            version("first", false, None),
            version("second", false, Some("2026-03-01")),
            version("third", true, Some("2026-06-01")),
        ];
        let at = |day| version_at(&versions, day).map(|version| version.slug.as_str());
        assert_eq!(at("2026-02-28"), Some("first"));
        assert_eq!(at("2026-03-01"), Some("second"));
        assert_eq!(at("2026-06-01"), Some("third"));
        assert_eq!(version_at(&versions[1..], "2025-01-01").unwrap().slug, "second");
        assert!(version_at(&[], "2026-01-01").is_none());
    }
}
