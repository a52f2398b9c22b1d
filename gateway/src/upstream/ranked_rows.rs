//! Lists of the catalog sorted by numbers of timeseries, for the procedures of lists.

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use kit::error::Problem;
use kit::grpc::scoped_to;
use kit::query_limits::{LARGEST_PAGE, LAST_PAGE, MOST_FILTER_VALUES, USUAL_PAGE};
use kit::timeseries_limits::MOST_RANKED_SLUGS;
use proto::access::v1::Scope;
use proto::catalog::v1::ListRowsRequest;
use proto::query::v1::query_value::Kind;
use proto::query::v1::{
    Filter, Operator, Pagination, Paging, Query, QueryValue, Sort, SortDirection,
};
use proto::timeseries::v1::{ListRankedSlugsRequest, RankedSlug};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use super::rankings::Ranking;
use super::{Upstream, catalog_filter, filtered_slugs};

const MAX_CURSOR: usize = 4_096;

#[derive(Deserialize)]
struct Rows<'a> {
    #[serde(borrow)]
    results: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct SlugRow {
    slug: String,
}

#[derive(Serialize)]
struct Page<'a> {
    results: Vec<&'a RawValue>,
    pagination: Pagination,
}

/// The end of a page: the digest of its query, the bits of the last value, the last slug, and the rows before.
type Cursor = (String, Option<String>, String, u32);

/// The parts of the data that policies allow: records of the catalog, and numbers; none where they allow all.
#[derive(Clone, Default)]
pub struct RankedScopes {
    pub records: Option<Arc<Scope>>,
    pub numbers: Option<Arc<Scope>>,
}

/// A page of the records that match a query.
// The catalog returns the slugs of the records that match, timeseries sorts them, and the catalog writes the rows of
// the page: no number is stored twice, and no page loads more than its own rows.
pub async fn rows(
    upstream: &Upstream,
    resource: &str,
    ranking: &Ranking,
    query: Query,
    scopes: RankedScopes,
) -> Result<Bytes, Problem> {
    let RankedScopes { records, numbers } = scopes;
    if query.aggregate.is_some() {
        return Err(Problem::invalid("query_misplaced", "aggregate: not supported for lists"));
    }
    if query.as_of.is_some() {
        let message = "as_of: rows can only be sorted by the latest numbers";
        return Err(Problem::invalid("query_misplaced", message));
    }
    let sort = query.sort.unwrap_or_default();
    let is_descending = match sort.direction() {
        SortDirection::Unspecified => {
            return Err(Problem::invalid("query_incomplete", "sort.direction: missing"));
        }
        direction => direction == SortDirection::Desc,
    };
    let paging = query.pagination.unwrap_or_default();
    let per_page = bounded("perPage", paging.per_page, USUAL_PAGE, LARGEST_PAGE)?;
    let digest = digest(resource, query.filter.as_ref(), &sort);
    let (after, before, offset) = start(&paging, per_page, &digest)?;

    let filter = query.filter.unwrap_or_else(everything);
    let slugs = filtered_slugs::slugs(upstream, resource, &filter, MOST_RANKED_SLUGS);
    let slugs = scoped_to(records.clone(), slugs).await?.ok_or_else(|| {
        let message = format!("sort: the filter matches more than {MOST_RANKED_SLUGS} records");
        Problem::invalid("sort_too_wide", message)
    })?;
    let count = slugs.len() as u64;
    let mut ranking = ranking.request();
    let only = ranking.number.as_mut().and_then(|number| number.only.as_mut());
    let mut conditions: Vec<&mut Filter> = ranking.filter.iter_mut().chain(only).collect();
    let kind = Some(ranking.subject_kind);
    // Conditions on series: records beyond the scope select none that it shows.
    let resolved = Box::pin(catalog_filter::resolve_filters(upstream, kind, &mut conditions, None));
    scoped_to(None, resolved).await?;
    let request = ListRankedSlugsRequest {
        filter: if excludes_samples(&filter) {
            Some(without_samples(ranking.filter))
        } else {
            ranking.filter
        },
        slugs,
        is_descending,
        offset,
        after,
        // One more shows whether another page follows.
        limit: per_page + 1,
        // The order of numbers that are hidden would show them.
        is_all_required: numbers.is_some(),
        ..ranking
    };
    let mut timeseries = upstream.timeseries.clone();
    let ranked = scoped_to(numbers, timeseries.list_ranked_slugs(request)).await?;
    let mut ranked = ranked.into_inner().results;
    let more = ranked.len() > per_page as usize;
    ranked.truncate(per_page as usize);
    let next_cursor = ranked.last().filter(|_| more).map(|last| {
        let value = last.value.map(|value| format!("{:x}", value.to_bits()));
        encode(&(digest, value, last.slug.clone(), before + ranked.len() as u32))
    });
    let pagination = Pagination {
        page: before / per_page + 1,
        per_page,
        page_count: count.div_ceil(u64::from(per_page)),
        result_count: count,
        next_cursor,
    };
    scoped_to(records, page(upstream, resource, &ranked, pagination)).await
}

/// Whether every record that matches is real.
fn excludes_samples(filter: &Filter) -> bool {
    match filter.operator() {
        Operator::And => filter.filters.iter().any(excludes_samples),
        Operator::Equals => {
            let is_false = Some(&Kind::Flag(false));
            filter.field.as_deref() == Some("is_sample")
                && filter.value.as_ref().and_then(|value| value.kind.as_ref()) == is_false
        }
        _ => false,
    }
}

/// The numbers of real records without what sample data contributes to them.
pub fn without_samples(filter: Option<Filter>) -> Filter {
    let real = Filter {
        operator: Operator::Equals.into(),
        field: Some("is_sample".to_owned()),
        value: Some(QueryValue::text("false")),
        filters: Vec::new(),
    };
    let filters = filter.into_iter().chain([real]).collect();
    Filter { operator: Operator::And.into(), filters, ..Filter::default() }
}

fn everything() -> Filter {
    Filter { operator: Operator::And.into(), ..Filter::default() }
}

fn bounded(name: &str, number: Option<u32>, default: u32, most: u32) -> Result<u32, Problem> {
    let number = number.unwrap_or(default);
    if (1..=most).contains(&number) {
        return Ok(number);
    }
    let message = format!("pagination.{name}: must be from 1 to {most}");
    Err(Problem::invalid("number_out_of_bounds", message))
}

/// The row before the page, the rows before it, and how many of these are skipped by number.
fn start(
    paging: &Paging,
    per_page: u32,
    digest: &str,
) -> Result<(Option<RankedSlug>, u32, u32), Problem> {
    let Some(cursor) = &paging.cursor else {
        let before = (bounded("page", paging.page, 1, LAST_PAGE)? - 1).saturating_mul(per_page);
        return Ok((None, before, before));
    };
    if paging.page.is_some() {
        let message = "pagination.page: cannot be combined with a cursor";
        return Err(Problem::invalid("query_misplaced", message));
    }
    let (made_for, value, slug, before) = decode(cursor).ok_or_else(|| {
        let message = "pagination.cursor: not a valid cursor";
        Problem::invalid("cursor_invalid", message)
    })?;
    if made_for != digest {
        let message = "pagination.cursor: belongs to a different filter or sort";
        return Err(Problem::invalid("cursor_of_another_query", message));
    }
    let bits = value.and_then(|bits| u64::from_str_radix(&bits, 16).ok());
    let value = bits.map(f64::from_bits).filter(|value| value.is_finite());
    Ok((Some(RankedSlug { slug, value, ..RankedSlug::default() }), before, 0))
}

fn encode(cursor: &Cursor) -> String {
    let json = serde_json::to_vec(cursor).expect("texts and numbers have a JSON form");
    URL_SAFE_NO_PAD.encode(json)
}

fn decode(text: &str) -> Option<Cursor> {
    let json = URL_SAFE_NO_PAD.decode(text).ok().filter(|_| text.len() <= MAX_CURSOR)?;
    let cursor: Cursor = serde_json::from_slice(&json).ok()?;
    (i32::try_from(cursor.3).is_ok() && !cursor.2.contains('\0')).then_some(cursor)
}

/// The digest of a query; a cursor belongs to one query only.
fn digest(resource: &str, filter: Option<&Filter>, sort: &Sort) -> String {
    let mut hash = Sha256::new();
    hash.update(serde_json::to_vec(&(resource, filter, sort)).unwrap_or_default());
    hex::encode(&hash.finalize()[..8])
}

/// The rows of slugs, in their order. Records that were deleted meanwhile are left out.
async fn page(
    upstream: &Upstream,
    resource: &str,
    ranked: &[RankedSlug],
    pagination: Pagination,
) -> Result<Bytes, Problem> {
    let mut answers: Vec<Bytes> = Vec::new();
    for part in ranked.chunks(MOST_FILTER_VALUES) {
        let filter = Filter {
            operator: Operator::In.into(),
            field: Some("slug".to_owned()),
            value: Some(QueryValue::list(part.iter().map(|row| QueryValue::text(&row.slug)))),
            filters: Vec::new(),
        };
        let query = Query {
            filter: Some(filter),
            pagination: Some(Paging {
                per_page: Some(MOST_FILTER_VALUES as u32),
                ..Paging::default()
            }),
            ..Query::default()
        };
        let request = ListRowsRequest { resource: resource.to_owned(), query: Some(query) };
        answers.push(upstream.catalog.clone().list_rows(request).await?.into_inner().json);
    }
    let mut rows: HashMap<String, &RawValue> = HashMap::new();
    for answer in &answers {
        let page: Rows<'_> = serde_json::from_slice(answer).map_err(Problem::internal)?;
        for row in page.results {
            let SlugRow { slug } = serde_json::from_str(row.get()).map_err(Problem::internal)?;
            rows.insert(slug, row);
        }
    }
    let results = ranked.iter().filter_map(|row| rows.remove(&row.slug)).collect();
    let text = serde_json::to_vec(&Page { results, pagination }).map_err(Problem::internal)?;
    Ok(text.into())
}
