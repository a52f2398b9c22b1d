//! A row for each value of series.

use proto::codec::Text;
use proto::timeseries::v1::{
    GetSeriesRequest, GetSeriesResponse, SeriesInterval, SeriesMode, SubjectKind,
};
use serde_json::Value;
use sheet::Cell;
use time::Date;
use time::format_description::well_known::Iso8601;

use super::origins::Origins;
use super::table::Table;
use super::{column_headers, pages, qualifiers};
use crate::call::failure::Failure;
use crate::call::pipeline::Admitted;

/// Every value of the series of a query, with its provenance.
pub async fn table(get: &Admitted, query: &str) -> Result<Table, Failure> {
    let query = Value::Object(pages::query_parameter(query)?);
    let mut service = get.upstream().timeseries.clone();
    let answer = async |request: GetSeriesRequest| {
        let answer = service.get_series(request.clone()).await?.into_inner();
        // For the range of the answer, which the query need not name.
        let from = answer.dates.first().cloned().or_else(|| request.from.clone());
        let mode = mode(request.mode);
        let request = GetSeriesRequest { from, ..request };
        let origins = service.get_series_origins(request).await?.into_inner();
        Ok((answer, mode, Origins::new(origins)))
    };
    let (answer, mode, origins) = get.call_with(&query.into(), answer).await?;
    let count = answer.dates.len() * answer.lines.len();
    let rows = (0..count).map(move |place| row(&answer, mode, &origins, place));
    Ok(Table::from_answer(column_headers::series(), count as u64, rows))
}

/// The mode of the values: the level at the end of an interval, the flow within it, or the sum so far.
pub(super) fn mode(mode: Option<i32>) -> &'static str {
    let mode = mode.and_then(|mode| SeriesMode::try_from(mode).ok()).unwrap_or_default();
    if mode == SeriesMode::Unspecified { SeriesMode::Level.text() } else { mode.text() }
}

/// The last day of an interval: the one before the next interval, or the end of the range.
pub(super) fn last_day(dates: &[String], at: usize, to: &str) -> Cell {
    let Some(next) = dates.get(at + 1) else { return Cell::text(Some(to)) };
    let next = Date::parse(next, &Iso8601::DATE).ok();
    Cell::text(next.and_then(Date::previous_day))
}

fn row(
    answer: &GetSeriesResponse,
    mode: &'static str,
    origins: &Origins,
    place: usize,
) -> Vec<Cell> {
    let (line, at) = (&answer.lines[place / answer.dates.len()], place % answer.dates.len());
    let date = &answer.dates[at];
    let next = answer.dates.get(at + 1).map(String::as_str);
    let value = line.values.get(at).copied().unwrap_or(f64::NAN);
    let kind = SubjectKind::try_from(line.subject_kind).unwrap_or_default().text();
    let interval = SeriesInterval::try_from(answer.interval).unwrap_or_default().text();
    let mut cells = vec![
        Cell::text(Some(date)),
        last_day(&answer.dates, at, &answer.to),
        Cell::text(Some(kind)),
        Cell::text(Some(&line.subject_slug)),
        Cell::text(Some(&line.subject_name)),
        Cell::text(line.network_slug.as_ref()),
        Cell::text(Some(&line.measure_slug)),
        Cell::text(Some(&line.measure_name)),
        Cell::text(Some(&line.unit)),
        Cell::text(Some(interval)),
        Cell::text(Some(mode)),
        Cell::number(value),
        if value.is_nan() { origins.reason(line.series_id, date) } else { Cell::Nothing },
    ];
    let last_day = last_day(&answer.dates, at, &answer.to);
    cells.extend(qualifiers::cells(&line.qualifiers, Some(value), date, last_day));
    cells.push(Cell::text(Some(&line.source)));
    cells.extend(origins.of_value(line.series_id, date, next, line.is_sample));
    cells
}
