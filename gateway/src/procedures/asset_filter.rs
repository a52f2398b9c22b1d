//! A choice of assets by any field of the catalog, as the service of numbers understands it.

use kit::error::Problem;
use proto::query::v1::{Filter, Operator, Paging, Query, QueryValue};
use proto::timeseries::v1::GetAggregateRequest;

use crate::upstream::Upstream;

/// Assets that one filter may find: more would make the question to the service too large.
const MOST_ASSETS: u64 = 2_000;
/// So many that an answer of the catalog stays small.
const PAGE: u32 = 250;

/// The question with the assets that its filter finds in place of the filter.
pub async fn resolve(
    upstream: &Upstream,
    mut request: GetAggregateRequest,
) -> Result<GetAggregateRequest, Problem> {
    let Some(filter) = request.asset_filter.take() else { return Ok(request) };
    let slugs = find(upstream, filter).await?;
    let chosen = Filter {
        operator: Operator::In.into(),
        field: Some("asset".to_owned()),
        value: Some(QueryValue::list(slugs.iter().map(QueryValue::text))),
        filters: Vec::new(),
    };
    request.filter = Some(match request.filter.take() {
        None => chosen,
        Some(other) => Filter {
            operator: Operator::And.into(),
            filters: vec![other, chosen],
            ..Filter::default()
        },
    });
    Ok(request)
}

async fn find(upstream: &Upstream, filter: Filter) -> Result<Vec<String>, Problem> {
    let mut catalog = upstream.catalog.clone();
    let mut slugs: Vec<String> = Vec::new();
    let mut cursor = None;
    loop {
        let pagination = Some(Paging { per_page: Some(PAGE), cursor, ..Paging::default() });
        let query = Query { filter: Some(filter.clone()), pagination, ..Query::default() };
        let listed = catalog.list_assets(query).await?.into_inner();
        let place = listed.pagination.unwrap_or_default();
        if place.result_count > MOST_ASSETS {
            let message = format!(
                "The filter finds {} assets; it may find {MOST_ASSETS}",
                place.result_count
            );
            return Err(Problem::invalid("asset_filter_wide", message));
        }
        slugs.extend(listed.results.into_iter().map(|asset| asset.slug));
        cursor = place.next_cursor;
        if cursor.is_none() {
            return Ok(slugs);
        }
    }
}
