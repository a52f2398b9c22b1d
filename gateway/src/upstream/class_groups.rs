//! Conditions on the classification of asset classes, turned into conditions on the classes themselves: the catalog owns
//! the classification, and timeseries knows the class of a subject only.

use std::sync::{Arc, Mutex, PoisonError};

use kit::error::{ErrorCode, Problem};
use kit::shared_limits::LARGEST_PAGE;
use proto::catalog::v1::ListRowsRequest;
use proto::query::v1::query_value::Kind;
use proto::query::v1::{Filter, Operator, Paging, Query, QueryValue};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Upstream;

/// The group of a class, such as `treasuries`.
const GROUP: &str = "class_group";
/// Whether headline totals include a class.
const IN_TOTALS: &str = "is_in_totals";
/// The field by which timeseries filters classes.
const CLASS: &str = "asset_class";

/// The place of a class in a version of the classification.
#[derive(Clone, Debug, Deserialize)]
pub struct ClassEntry {
    asset_class_slug: String,
    group_slug: Option<String>,
    is_in_totals: bool,
}

/// A class with its place in the version in use.
#[derive(Deserialize)]
struct ClassRow {
    slug: String,
    class_group: Option<String>,
    is_in_totals: bool,
}

impl From<ClassRow> for ClassEntry {
    fn from(row: ClassRow) -> Self {
        Self {
            asset_class_slug: row.slug,
            group_slug: row.class_group,
            is_in_totals: row.is_in_totals,
        }
    }
}

/// The present classification as it was read last; clones share it.
#[derive(Clone, Default)]
pub struct LastClasses(Arc<Mutex<Option<Vec<ClassEntry>>>>);

impl LastClasses {
    fn note(&self, entries: &[ClassEntry]) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(entries.to_vec());
    }

    fn get(&self) -> Option<Vec<ClassEntry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[derive(Deserialize)]
struct Version {
    slug: String,
    is_current: bool,
    valid_from: Option<String>,
}

#[derive(Deserialize)]
struct Rows<T> {
    results: Vec<T>,
}

/// Replaces conditions on the classification by conditions on classes; as of an earlier time, by the version valid then.
pub async fn resolve(
    upstream: &Upstream,
    filters: &mut [&mut Filter],
    as_of: Option<&str>,
) -> Result<(), Problem> {
    if !filters.iter().any(|filter| concerns_classification(filter)) {
        return Ok(());
    }
    let entries = match as_of {
        None => current(upstream).await?,
        Some(instant) => earlier(upstream, instant).await?,
    };
    for filter in filters {
        replace(filter, &entries)?;
    }
    Ok(())
}

fn concerns_classification(filter: &Filter) -> bool {
    matches!(filter.field.as_deref(), Some(GROUP | IN_TOTALS))
        || filter.filters.iter().any(concerns_classification)
}

/// The present classification. While the catalog is away, the last one that was read: numbers need nothing else of it.
async fn current(upstream: &Upstream) -> Result<Vec<ClassEntry>, Problem> {
    match rows::<ClassRow>(upstream, "asset_classes", None).await {
        Ok(rows) => {
            let entries: Vec<ClassEntry> = rows.into_iter().map(ClassEntry::from).collect();
            upstream.last_classes.note(&entries);
            Ok(entries)
        }
        Err(problem) if problem.code == ErrorCode::Unavailable => {
            upstream.last_classes.get().ok_or(problem)
        }
        Err(problem) => Err(problem),
    }
}

async fn earlier(upstream: &Upstream, instant: &str) -> Result<Vec<ClassEntry>, Problem> {
    let versions = rows::<Version>(upstream, "taxonomies", None).await?;
    let day = instant.get(..10).unwrap_or(instant);
    let Some(version) = version_at(&versions, day) else { return Ok(Vec::new()) };
    let of_version = condition("taxonomy_slug", Operator::Equals, QueryValue::text(&version.slug));
    rows(upstream, "taxonomy_entries", Some(of_version)).await
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

async fn rows<T: DeserializeOwned>(
    upstream: &Upstream,
    resource: &str,
    filter: Option<Filter>,
) -> Result<Vec<T>, Problem> {
    let pagination = Some(Paging { per_page: Some(LARGEST_PAGE), ..Paging::default() });
    let query = Some(Query { filter, pagination, ..Query::default() });
    let request = ListRowsRequest { resource: resource.to_owned(), query };
    let answer = upstream.catalog.clone().list_rows(request).await?.into_inner();
    let page: Rows<T> = serde_json::from_slice(&answer.json).map_err(Problem::internal)?;
    Ok(page.results)
}

fn replace(filter: &mut Filter, entries: &[ClassEntry]) -> Result<(), Problem> {
    match filter.field.as_deref() {
        Some(GROUP) => *filter = of_groups(filter, entries)?,
        Some(IN_TOTALS) => *filter = of_totals(filter, entries)?,
        _ => {
            for inner in &mut filter.filters {
                replace(inner, entries)?;
            }
        }
    }
    Ok(())
}

/// The classes of some groups, or all others.
fn of_groups(filter: &Filter, entries: &[ClassEntry]) -> Result<Filter, Problem> {
    let groups = texts(filter.value.as_ref()).ok_or_else(|| refused(GROUP))?;
    let is_of_them = |entry: &&ClassEntry| {
        entry.group_slug.as_ref().is_some_and(|group| groups.contains(&group.as_str()))
    };
    let classes = entries.iter().filter(is_of_them);
    match filter.operator() {
        Operator::Equals | Operator::In => {
            let classes = classes.map(|entry| QueryValue::text(&entry.asset_class_slug));
            Ok(condition(CLASS, Operator::In, QueryValue::list(classes)))
        }
        Operator::NotEquals => Ok(without(classes)),
        _ => Err(refused(GROUP)),
    }
}

/// What headlines count: subjects without a class are counted, so the classes that are not are named.
fn of_totals(filter: &Filter, entries: &[ClassEntry]) -> Result<Filter, Problem> {
    let is_yes = match filter.value.as_ref().and_then(|value| value.kind.as_ref()) {
        Some(Kind::Flag(flag)) => *flag,
        _ => return Err(refused(IN_TOTALS)),
    };
    let left_out = entries.iter().filter(|entry| !entry.is_in_totals);
    match (filter.operator(), is_yes) {
        (Operator::Equals, true) | (Operator::NotEquals, false) => Ok(without(left_out)),
        (Operator::Equals, false) | (Operator::NotEquals, true) => {
            let classes = left_out.map(|entry| QueryValue::text(&entry.asset_class_slug));
            Ok(condition(CLASS, Operator::In, QueryValue::list(classes)))
        }
        _ => Err(refused(IN_TOTALS)),
    }
}

fn without<'a>(entries: impl Iterator<Item = &'a ClassEntry>) -> Filter {
    let each = entries.map(|entry| {
        condition(CLASS, Operator::NotEquals, QueryValue::text(&entry.asset_class_slug))
    });
    Filter { operator: Operator::And.into(), filters: each.collect(), ..Filter::default() }
}

fn texts(value: Option<&QueryValue>) -> Option<Vec<&str>> {
    match value?.kind.as_ref()? {
        Kind::Text(text) => Some(vec![text]),
        Kind::List(list) => list
            .items
            .iter()
            .map(|value| match &value.kind {
                Some(Kind::Text(text)) => Some(text.as_str()),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

fn condition(field: &str, operator: Operator, value: QueryValue) -> Filter {
    Filter {
        operator: operator.into(),
        field: Some(field.to_owned()),
        value: Some(value),
        filters: Vec::new(),
    }
}

fn refused(field: &str) -> Problem {
    let message = format!("filter: {field} must be compared by equals, notEquals or in");
    Problem::invalid("filter_invalid", message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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

    fn replaced(filter: serde_json::Value) -> serde_json::Value {
        let entry = |class: &str, group: &str, is_in_totals| ClassEntry {
            asset_class_slug: class.to_owned(),
            group_slug: Some(group.to_owned()),
            is_in_totals,
        };
        let entries = [
            entry("municipal-bonds", "bonds", true),
            entry("corporate-bonds", "bonds", true),
            entry("stablecoins", "stablecoins", false),
        ];
        let mut filter: Filter = serde_json::from_value(filter).unwrap();
        replace(&mut filter, &entries).unwrap();
        serde_json::to_value(filter).unwrap()
    }

    #[test]
    fn groups_become_their_classes_at_any_depth() {
        let group = json!({"operator": "equals", "field": "class_group", "value": "bonds"});
        let nested = json!({"operator": "and", "filters": [group]});
        let found = &replaced(nested)["filters"][0];
        assert_eq!((&found["field"], &found["operator"]), (&json!("asset_class"), &json!("in")));
        assert_eq!(found["value"], json!(["municipal-bonds", "corporate-bonds"]));
        let unknown = json!({"operator": "in", "field": "class_group", "value": ["none"]});
        assert_eq!(replaced(unknown)["value"], json!([]), "an unknown group has no class");
    }

    #[test]
    fn totals_leave_out_classes_by_name() {
        let totals = json!({"operator": "equals", "field": "is_in_totals", "value": true});
        let found = &replaced(totals)["filters"][0];
        assert_eq!(
            (&found["operator"], &found["value"]),
            (&json!("notEquals"), &json!("stablecoins"))
        );
    }
}
