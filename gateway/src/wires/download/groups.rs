//! A row for each value of the groups of an aggregate.

use proto::codec::Text;
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, SeriesGroup, SeriesGroupBy, SeriesInterval,
};
use serde_json::Value;
use sheet::Cell;

use super::group_names::{self, Names};
use super::origins::Origins;
use super::table::Table;
use super::{column_headers, pages, qualifiers, series};
use crate::call::failure::Failure;
use crate::call::pipeline::{Admitted, Pipeline};
use crate::upstream::catalog_filter;

/// Every value of the groups of a query, or of all members together if it has no groups.
pub async fn table(
    pipeline: &Pipeline,
    aggregate: &Admitted,
    query: &str,
) -> Result<Table, Failure> {
    let query = Value::Object(pages::query_parameter(query)?);
    let upstream = aggregate.upstream();
    let answer = async |request: GetAggregateRequest| {
        let context = query_cells(&request);
        let request = Box::pin(catalog_filter::resolve(upstream, request)).await?;
        let mut service = upstream.timeseries.clone();
        let answer = service.get_aggregate(request.clone()).await?.into_inner();
        let origins = service.get_aggregate_origins(request.clone()).await?.into_inner();
        Ok((request, context, answer, Origins::new(origins)))
    };
    let answered = aggregate.call_with(&query.into(), answer).await?;
    let (request, context, mut answer, origins) = answered;
    let by = request.group_by.map(SeriesGroupBy::try_from).and_then(Result::ok);
    let by = by.filter(|by| *by != SeriesGroupBy::Unspecified).unwrap_or(SeriesGroupBy::None);
    if by == SeriesGroupBy::None {
        answer.groups = answer.total.take().into_iter().collect();
    }
    let groups = std::mem::take(&mut answer.groups);
    let names = Box::pin(group_names::load(pipeline, aggregate, &request, &groups)).await?;
    let count = answer.dates.len() * groups.len();
    let source = origins.sources();
    let provenance = [origins.of_all(false), origins.of_all(true)];
    let as_of = Cell::Integer(answer.known_at);
    let rows = (0..count).map(move |place| {
        let (group, at) = (&groups[place / answer.dates.len()], place % answer.dates.len());
        let mut cells = row(&answer, &context, (by, &names), group, at);
        cells.extend([as_of.clone(), source.clone()]);
        cells.extend_from_slice(&provenance[usize::from(group.has_sample)]);
        cells
    });
    Ok(Table::from_answer(column_headers::groups(), count as u64, rows))
}

/// The cells that say what the query was: the mode, whether members are a constant cohort, and the filter.
fn query_cells(request: &GetAggregateRequest) -> [Cell; 3] {
    let filters = [&request.filter, &request.asset_filter]
        .map(|filter| filter.as_ref().and_then(|filter| serde_json::to_string(filter).ok()));
    let filter = filters.into_iter().flatten().reduce(|one, other| format!("{one} and {other}"));
    [
        Cell::text(Some(series::mode(request.mode))),
        Cell::Truth(request.is_cohort.unwrap_or_default()),
        Cell::text(filter),
    ]
}

fn row(
    answer: &GetAggregateResponse,
    context: &[Cell; 3],
    (by, names): (SeriesGroupBy, &Names),
    group: &SeriesGroup,
    at: usize,
) -> Vec<Cell> {
    let figure = |values: &[f64]| Cell::number(values.get(at).copied().unwrap_or(f64::NAN));
    let interval = SeriesInterval::try_from(answer.interval).unwrap_or_default().text();
    let (date, value) = (&answer.dates[at], group.values.get(at).copied());
    let last_day = series::last_day(&answer.dates, at, &answer.to);
    let mut cells = vec![
        Cell::text(Some(date)),
        last_day.clone(),
        Cell::text(Some(&answer.measure_slug)),
        Cell::text(Some(&answer.unit)),
        Cell::text(Some(interval)),
        context[0].clone(),
        context[1].clone(),
        context[2].clone(),
        Cell::text(Some(by.text())),
        Cell::text(group.key.as_ref()),
        Cell::text(group.key.as_ref().and_then(|key| names.get(key))),
        Cell::Truth(group.is_other),
        Cell::Integer(group.member_count.into()),
        figure(&group.values),
        figure(&group.coverage),
        Cell::text(group.last_date.as_ref()),
        Cell::Integer(group.carry_days.into()),
    ];
    cells.extend(qualifiers::cells(&group.qualifiers, value, date, last_day));
    cells
}
