//! The names of the groups of aggregates, looked up by their keys in the lists of the catalog.

use std::collections::HashMap;

use kit::error::Problem;
use proto::catalog::v1::ListRowsRequest;
use proto::query::v1::{Filter, Operator, Paging, Query, QueryValue};
use proto::timeseries::v1::{GetAggregateRequest, SeriesGroup, SeriesGroupBy, SubjectKind};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Upstream, dimensions};

/// Names by the keys of groups.
pub type GroupNames = HashMap<String, String>;

/// The fields of a record, each as its JSON text.
type Row<'a> = HashMap<String, &'a RawValue>;

#[derive(Deserialize)]
struct Rows<'a> {
    #[serde(borrow)]
    results: Vec<Row<'a>>,
}

/// The names of groups; a key that the catalog does not have has none.
pub async fn load(
    upstream: &Upstream,
    request: &GetAggregateRequest,
    groups: &[SeriesGroup],
) -> Result<GroupNames, Problem> {
    let keys: Vec<&String> = groups.iter().filter_map(|group| group.key.as_ref()).collect();
    let Some((resource, field)) = listed(request).filter(|_| !keys.is_empty()) else {
        return Ok(GroupNames::new());
    };
    let filter = Filter {
        operator: Operator::In.into(),
        field: Some(field.to_owned()),
        value: Some(QueryValue::list(keys.iter().map(|key| QueryValue::text(*key)))),
        filters: Vec::new(),
    };
    let query = Query {
        filter: Some(filter),
        // Groups are bounded to what one page has.
        pagination: Some(Paging { per_page: Some(keys.len() as u32), ..Paging::default() }),
        ..Query::default()
    };
    let request = ListRowsRequest { resource: resource.to_owned(), query: Some(query) };
    let answer = upstream.catalog.clone().list_rows(request).await?.into_inner();
    let rows: Rows<'_> = serde_json::from_slice(&answer.json).map_err(Problem::internal)?;
    let text = |row: &Row<'_>, of: &str| serde_json::from_str::<String>(row.get(of)?.get()).ok();
    let named = rows.results.iter().filter_map(|row| Some((text(row, field)?, text(row, "name")?)));
    Ok(named.collect())
}

/// The list that has the records of groups, and the field of these that is the key.
fn listed(request: &GetAggregateRequest) -> Option<(&'static str, &'static str)> {
    let by = SeriesGroupBy::try_from(request.group_by?).ok()?;
    let kind = SubjectKind::try_from(request.subject_kind.unwrap_or_default()).ok()?;
    let kind = if kind == SubjectKind::Unspecified { SubjectKind::Token } else { kind };
    dimensions::resource_of_groups(by, kind)
}
