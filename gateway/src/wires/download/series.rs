//! A row for each value of series.

use proto::codec::Text;
use proto::timeseries::v1::{GetSeriesResponse, SeriesInterval, SeriesMode, SubjectKind};
use sheet::{Cell, yield_convention};
use time::Date;
use time::format_description::well_known::Iso8601;

use super::origins::Origins;
use super::table::Table;
use super::{column_headers, qualifiers};
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::cache::FileAnswer as _;
use crate::call::failure::Failure;
use crate::call::input::Input;
use crate::procedures::timeseries::{self, SeriesRows};

/// Every value of the series of a query, with its provenance.
pub async fn table(get: &AdmittedCaller, input: &Input<'_>) -> Result<Table, Failure> {
    let rows = get.call_with(input, timeseries::series_rows).await?;
    let bytes = rows.bytes();
    let SeriesRows { answer, mode, origins } = rows;
    let origins = Origins::new(origins);
    let count = answer.dates.len() * answer.lines.len();
    let rows = (0..count).map(move |place| row(&answer, mode, &origins, place));
    Ok(Table::from_answer(column_headers::series(), count as u64, bytes, rows))
}

/// The last day of an interval: the one before the next interval, or the end of the range.
pub(super) fn last_day(dates: &[String], at: usize, to: &str) -> Cell {
    let Some(next) = dates.get(at + 1) else { return Cell::text(Some(to)) };
    let next = Date::parse(next, &Iso8601::DATE).ok();
    Cell::text(next.and_then(Date::previous_day))
}

fn row(answer: &GetSeriesResponse, mode: SeriesMode, origins: &Origins, place: usize) -> Vec<Cell> {
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
        Cell::text(yield_convention(&line.measure_slug)),
        Cell::text(Some(interval)),
        Cell::text(Some(mode.text())),
        Cell::number(value),
        if value.is_nan() { origins.reason(line.series_id, date) } else { Cell::Nothing },
    ];
    let last_day = last_day(&answer.dates, at, &answer.to);
    cells.extend(qualifiers::cells(&line.qualifiers, Some(value), date, last_day));
    cells.push(Cell::text(Some(&line.source)));
    cells.extend(origins.of_value(line.series_id, date, next, line.is_sample));
    cells
}
