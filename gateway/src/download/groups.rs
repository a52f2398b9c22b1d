//! A row for each value of the groups of an aggregate.

use proto::codec::Text;
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, SeriesGroup, SeriesGroupBy, SeriesInterval,
};
use serde_json::Value;
use sheet::{Cell, Column, Kind};
use time::format_description::well_known::{Iso8601, Rfc3339};
use time::{Date, Duration, OffsetDateTime};

use super::origins::{self, Origins};
use super::{Rows, Table, pages};
use crate::procedure::{self, Call, Procedure};
use crate::procedures::asset_filter;
use crate::trpc;
use crate::trpc::envelope::Failure;

/// Every value of the groups of a question, or of all members together where it asks for no groups.
pub async fn table(aggregate: &Procedure, call: &Call, asked: &str) -> Result<Table, Failure> {
    let question = Value::Object(pages::question(asked)?);
    let work = async {
        let request: GetAggregateRequest = procedure::read(Some(question))?;
        let request = Box::pin(asset_filter::resolve(&call.state.upstream, request)).await?;
        let mut service = call.state.upstream.timeseries.clone();
        let answer = service.get_aggregate(request.clone()).await?.into_inner();
        let origins = service.get_aggregate_origins(request.clone()).await?.into_inner();
        Ok((request, answer, Origins::of(origins)))
    };
    let (request, mut answer, origins) = trpc::timed(aggregate, work).await?;
    let by = request.group_by.map(SeriesGroupBy::try_from).and_then(Result::ok);
    let by = by.filter(|by| *by != SeriesGroupBy::Unspecified).unwrap_or(SeriesGroupBy::None);
    if by == SeriesGroupBy::None {
        answer.groups = answer.total.take().into_iter().collect();
    }
    let groups = std::mem::take(&mut answer.groups);
    let count = answer.dates.len() * groups.len();
    let (source, told) = (origins.sources(), [origins.of_all(false), origins.of_all(true)]);
    let as_of = Cell::Integer(as_of(&request, answer.current_at));
    let rows = (0..count).map(move |place| {
        let (group, at) = (&groups[place / answer.dates.len()], place % answer.dates.len());
        let mut cells = row(&answer, by, group, at);
        cells.extend([as_of.clone(), source.clone()]);
        cells.extend_from_slice(&told[usize::from(group.has_sample)]);
        cells
    });
    Ok(Table { columns: columns(), count: count as u64, rows: Rows::Answer(Box::new(rows)) })
}

fn columns() -> Vec<Column> {
    [
        ("date", Kind::Day),
        ("measure_slug", Kind::Text),
        ("unit", Kind::Text),
        ("interval", Kind::Text),
        ("group_by", Kind::Text),
        ("group", Kind::Text),
        ("is_other", Kind::Truth),
        ("member_count", Kind::Integer),
        ("value", Kind::Number),
        ("coverage", Kind::Number),
        ("as_of", Kind::Instant),
        ("source", Kind::Text),
    ]
    .into_iter()
    .chain(origins::OF_ALL)
    .map(|(name, kind)| Column::new(name, kind))
    .collect()
}

/// The instant whose state of knowledge the numbers are of, in milliseconds: as it was asked for, at most the present.
fn as_of(request: &GetAggregateRequest, current_at: i64) -> i64 {
    let end_of = |text: &str| {
        let day = Date::parse(text, &Iso8601::DATE).ok()?;
        day.next_day()?.midnight().assume_utc().checked_sub(Duration::MILLISECOND)
    };
    let asked = request.as_of.as_deref();
    let asked =
        asked.and_then(|text| OffsetDateTime::parse(text, &Rfc3339).ok().or_else(|| end_of(text)));
    asked.map_or(current_at, |at| kit::clock::milliseconds(at).min(current_at))
}

fn row(
    answer: &GetAggregateResponse,
    by: SeriesGroupBy,
    group: &SeriesGroup,
    at: usize,
) -> Vec<Cell> {
    let figure = |values: &[f64]| Cell::number(values.get(at).copied().unwrap_or(f64::NAN));
    let interval = SeriesInterval::try_from(answer.interval).unwrap_or_default().text();
    vec![
        Cell::text(answer.dates.get(at)),
        Cell::text(Some(&answer.measure_slug)),
        Cell::text(Some(&answer.unit)),
        Cell::text(Some(interval)),
        Cell::text(Some(by.text())),
        Cell::text(group.key.as_ref()),
        Cell::Truth(group.is_other),
        Cell::Integer(group.member_count.into()),
        figure(&group.values),
        figure(&group.coverage),
    ]
}
