//! A choice by any field of the catalog, as the service of numbers understands it.

use kit::error::Problem;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{GetAggregateRequest, SubjectKind};

use super::{Upstream, slugs};

/// Records that one part may find: more would make the question to the service too large.
const MOST_FOUND: usize = 20_000;
/// Parts of one filter that are looked up.
const MOST_PARTS: usize = 8;

/// What the service knows of its series itself.
const OF_SERIES: [&str; 11] = [
    "slug",
    "asset",
    "network",
    "platform",
    "issuer",
    "manager",
    "asset_class",
    "country",
    "tokenization_type",
    "series_source",
    "is_sample",
];

/// Where records are listed, and by which of its own fields the service chooses them.
struct Listed {
    resource: &'static str,
    field: &'static str,
}

const ASSETS: Listed = Listed { resource: "assets", field: "asset" };

/// The question with the records that the catalog finds in place of what it was asked by fields of the catalog.
pub async fn resolve(
    upstream: &Upstream,
    mut request: GetAggregateRequest,
) -> Result<GetAggregateRequest, Problem> {
    if let (Some(filter), Some(listed)) = (&mut request.filter, listed(request.subject_kind)) {
        let mut parts = Vec::new();
        parts_of_catalog(filter, &mut parts);
        if parts.len() > MOST_PARTS {
            let message = format!("At most {MOST_PARTS} parts of a filter are of the catalog");
            return Err(Problem::invalid("filter_invalid", message));
        }
        for part in parts {
            *part = find(upstream, &listed, part).await?;
        }
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

/// Benchmarks are not in the catalog.
fn listed(kind: Option<i32>) -> Option<Listed> {
    let listed = |resource| Some(Listed { resource, field: "slug" });
    match SubjectKind::try_from(kind.unwrap_or_default()) {
        Ok(SubjectKind::Unspecified | SubjectKind::Asset) => Some(ASSETS),
        Ok(SubjectKind::Token) => listed("tokens"),
        Ok(SubjectKind::Network) => listed("networks"),
        Ok(SubjectKind::Platform) => listed("platforms"),
        Ok(SubjectKind::Pool) => listed("pools"),
        Ok(SubjectKind::Loan) => listed("loans"),
        Ok(SubjectKind::Benchmark) | Err(_) => None,
    }
}

/// The largest parts that the catalog alone can answer.
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
            let is_told = filter.field.as_deref().is_some_and(|field| OF_SERIES.contains(&field));
            let is_simple =
                matches!(operator, Operator::Equals | Operator::NotEquals | Operator::In);
            !(is_told && is_simple)
        }
    }
}

async fn find(upstream: &Upstream, listed: &Listed, filter: &Filter) -> Result<Filter, Problem> {
    let Listed { resource, field } = listed;
    let slugs = slugs::slugs(upstream, resource, filter, MOST_FOUND).await?;
    let slugs = slugs.ok_or_else(|| {
        let message = format!("The filter matches more than {MOST_FOUND} {resource}");
        Problem::invalid("filter_wide", message)
    })?;
    Ok(Filter {
        operator: Operator::In.into(),
        field: Some((*field).to_owned()),
        value: Some(QueryValue::list(slugs.iter().map(QueryValue::text))),
        filters: Vec::new(),
    })
}
