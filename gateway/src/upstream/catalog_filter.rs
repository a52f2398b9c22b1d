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
    if let Some(filter) = request.asset_filter.take() {
        let chosen = find(upstream, &ASSETS, &filter).await?;
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
        let mut parts = Vec::new();
        parts_of_catalog(filter, &mut parts);
        if parts.len() > MAX_PARTS {
            let message = format!("A filter can have at most {MAX_PARTS} parts on catalog fields");
            return Err(Problem::invalid("filter_invalid", message));
        }
        for part in parts {
            *part = find(upstream, &list, part).await?;
        }
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
