//! Filters by any field of the catalog, turned into filters that timeseries understands.

use kit::error::Problem;
use kit::timeseries_limits::MOST_FILTERED_SLUGS;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{GetAggregateRequest, SubjectKind};

use super::{Upstream, class_groups, dimensions, filtered_slugs};

/// The most parts of one filter that are looked up.
const MAX_PARTS: usize = 8;

/// The list of the subjects, and the field by which timeseries filters them.
struct SubjectList {
    resource: &'static str,
    field: &'static str,
}

const ASSETS: SubjectList = SubjectList { resource: "assets", field: "asset" };

/// Replaces the conditions on fields of the catalog by the slugs of the records that match them.
pub async fn resolve(
    upstream: &Upstream,
    mut request: GetAggregateRequest,
) -> Result<GetAggregateRequest, Problem> {
    if let Some(filter) = &mut request.filter {
        let as_of = request.as_of.as_deref();
        resolve_filters(upstream, request.subject_kind, &mut [filter], as_of).await?;
    }
    if let Some(mut chosen) = request.asset_filter.take() {
        if class_of_days(request.subject_kind, &mut chosen) {
            resolve_parts(upstream, &ASSETS, &mut chosen).await?;
        } else {
            chosen = find(upstream, &ASSETS, &chosen).await?;
        }
        request.filter = Some(match request.filter.take() {
            None => chosen,
            Some(other) => Filter {
                operator: Operator::And.into(),
                filters: vec![other, chosen],
                ..Filter::default()
            },
        });
    }
    Ok(request)
}

/// Replaces the conditions on fields of the catalog in filters of subjects of a kind.
pub async fn resolve_filters(
    upstream: &Upstream,
    kind: Option<i32>,
    filters: &mut [&mut Filter],
    as_of: Option<&str>,
) -> Result<(), Problem> {
    class_groups::resolve(upstream, filters, as_of).await?;
    let Some(list) = subject_list(kind) else { return Ok(()) };
    for filter in filters {
        class_of_days(kind, filter);
        resolve_parts(upstream, &list, filter).await?;
    }
    Ok(())
}

/// Has conditions on the class of an asset compare the class that it has on each day, as those on `asset_class` do, and not
/// that of its record; whether there are any.
fn class_of_days(kind: Option<i32>, filter: &mut Filter) -> bool {
    let kind = SubjectKind::try_from(kind.unwrap_or_default()).unwrap_or_default();
    if !matches!(kind, SubjectKind::Unspecified | SubjectKind::Asset | SubjectKind::Token) {
        return false;
    }
    let is_simple =
        matches!(filter.operator(), Operator::Equals | Operator::NotEquals | Operator::In);
    let is_known = filter.value.as_ref().is_some_and(|value| value.kind.is_some());
    if is_simple && is_known && filter.field.as_deref() == Some("asset_class_slug") {
        filter.field = Some("asset_class".to_owned());
        return true;
    }
    let inner = filter.filters.iter_mut().map(|inner| class_of_days(Some(kind.into()), inner));
    inner.fold(false, |any, one| any | one)
}

async fn resolve_parts(
    upstream: &Upstream,
    list: &SubjectList,
    filter: &mut Filter,
) -> Result<(), Problem> {
    let mut parts = Vec::new();
    parts_of_catalog(filter, &mut parts);
    if parts.len() > MAX_PARTS {
        let message = format!("A filter can have at most {MAX_PARTS} parts on catalog fields");
        return Err(Problem::invalid("filter_invalid", message));
    }
    for part in parts {
        *part = find(upstream, list, part).await?;
    }
    Ok(())
}

/// The list of the subjects of a kind. Benchmarks are not in the catalog.
fn subject_list(kind: Option<i32>) -> Option<SubjectList> {
    match SubjectKind::try_from(kind.unwrap_or_default()).ok()? {
        SubjectKind::Unspecified | SubjectKind::Asset => Some(ASSETS),
        kind => {
            Some(SubjectList { resource: dimensions::resource_of_subjects(kind)?, field: "slug" })
        }
    }
}

/// The largest parts that concern fields of the catalog alone.
fn parts_of_catalog<'a>(filter: &'a mut Filter, parts: &mut Vec<&'a mut Filter>) {
    if is_of_catalog(filter) {
        parts.push(filter);
    } else {
        filter.filters.iter_mut().for_each(|inner| parts_of_catalog(inner, parts));
    }
}

fn is_of_catalog(filter: &Filter) -> bool {
    let operator = Operator::try_from(filter.operator).unwrap_or_default();
    match operator {
        Operator::And | Operator::Or => {
            !filter.filters.is_empty() && filter.filters.iter().all(is_of_catalog)
        }
        _ => {
            let is_of_series = filter.field.as_deref().is_some_and(dimensions::is_series_field);
            let is_simple =
                matches!(operator, Operator::Equals | Operator::NotEquals | Operator::In);
            !(is_of_series && is_simple)
        }
    }
}

async fn find(upstream: &Upstream, list: &SubjectList, filter: &Filter) -> Result<Filter, Problem> {
    let SubjectList { resource, field } = list;
    let slugs = filtered_slugs::slugs(upstream, resource, filter, MOST_FILTERED_SLUGS).await?;
    let slugs = slugs.ok_or_else(|| {
        let message = format!("The filter matches more than {MOST_FILTERED_SLUGS} {resource}");
        Problem::invalid("filter_wide", message)
    })?;
    Ok(Filter {
        operator: Operator::In.into(),
        field: Some((*field).to_owned()),
        value: Some(QueryValue::list(slugs.iter().map(QueryValue::text))),
        filters: Vec::new(),
    })
}
