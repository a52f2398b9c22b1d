//! Numbers over time of the records of a list, for wires that have them beside its rows.

use std::collections::HashMap;

use kit::error::Problem;
use proto::query::v1::Filter;
use proto::timeseries::v1::{
    ListRankedSlugsRequest, ListRankedSlugsResponse, RankedNumber, RankedSlug, SeriesGroupBy,
    SubjectKind,
};

use crate::call::context::SharedContext;
use crate::upstream::{Upstream, catalog_filter, ranked_rows};

/// Aggregates whose groups have the slugs of the records as keys.
pub struct ListNumbersQuery {
    pub kind: SubjectKind,
    pub by: SeriesGroupBy,
    pub filter: Option<Filter>,
}

/// One number of each record, by slug.
pub struct ListNumbers {
    /// The slug of the measure, whichever of its names the number has.
    pub measure_slug: String,
    all: HashMap<String, RankedSlug>,
    /// Without what sample data contributes.
    real: HashMap<String, RankedSlug>,
}

impl ListNumbers {
    /// The number of a record with its qualifiers, and its value; none without a value.
    pub fn get(&self, slug: &str) -> Option<(&RankedSlug, f64)> {
        let number = self.all.get(slug)?;
        Some((number, number.value?))
    }

    /// Whether sample data contribute to the number of a record: without them it differs.
    pub fn has_sample(&self, slug: &str) -> bool {
        value(&self.all, slug) != value(&self.real, slug)
    }
}

fn value(numbers: &HashMap<String, RankedSlug>, slug: &str) -> Option<f64> {
    numbers.get(slug).and_then(|number| number.value)
}

/// Loads a number of the records with these slugs; without slugs, the slug of its measure alone.
pub async fn load(
    context: SharedContext,
    query: &ListNumbersQuery,
    number: &RankedNumber,
    slugs: &[String],
) -> Result<ListNumbers, Problem> {
    let answer = numbers(&context.upstream, query, number, slugs, query.filter.clone()).await?;
    let ListRankedSlugsResponse { results, measure_slug } = answer;
    let real = if slugs.is_empty() {
        Vec::new()
    } else {
        let without_samples = Some(ranked_rows::without_samples(query.filter.clone()));
        numbers(&context.upstream, query, number, slugs, without_samples).await?.results
    };
    Ok(ListNumbers { measure_slug, all: by_slug(results), real: by_slug(real) })
}

async fn numbers(
    upstream: &Upstream,
    query: &ListNumbersQuery,
    number: &RankedNumber,
    slugs: &[String],
    filter: Option<Filter>,
) -> Result<ListRankedSlugsResponse, Problem> {
    let (mut number, mut filter) = (number.clone(), filter);
    let mut conditions: Vec<&mut Filter> = number.only.iter_mut().chain(&mut filter).collect();
    let kind = Some(query.kind.into());
    // The scope is about series, as in aggregates.
    let resolved = Box::pin(catalog_filter::resolve_filters(upstream, kind, &mut conditions, None));
    kit::grpc::scoped_to(None, resolved).await?;
    let request = ListRankedSlugsRequest {
        slugs: slugs.to_vec(),
        number: Some(number),
        subject_kind: query.kind.into(),
        group_by: query.by.into(),
        filter,
        // The name of the measure is needed without slugs, too.
        limit: u32::try_from(slugs.len()).unwrap_or(u32::MAX).max(1),
        ..ListRankedSlugsRequest::default()
    };
    Ok(upstream.timeseries.clone().list_ranked_slugs(request).await?.into_inner())
}

fn by_slug(rows: Vec<RankedSlug>) -> HashMap<String, RankedSlug> {
    rows.into_iter().map(|row| (row.slug.clone(), row)).collect()
}
