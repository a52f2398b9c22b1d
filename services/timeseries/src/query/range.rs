//! The interval, mode, range and instant of a query.

use engine::measures::Measure;
use engine::{Axis, Day, Mode, day, end_of};
use kit::clock::{self, DAY_MILLISECONDS};
use proto::timeseries::v1::{MeasureKind, SeriesInterval, SeriesMode};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::limits::MOST_INTERVALS;
use crate::error::TimeseriesError;

/// The interval of a query; days by default.
pub fn interval(value: Option<i32>) -> Result<SeriesInterval, TimeseriesError> {
    let Some(value) = value else { return Ok(SeriesInterval::Day) };
    match SeriesInterval::try_from(value) {
        Ok(interval) if interval != SeriesInterval::Unspecified => Ok(interval),
        _ => Err(TimeseriesError::refused("interval_unknown", "There is no such interval")),
    }
}

/// The mode of a query; refuses one that the measure does not have.
pub fn mode(
    value: Option<i32>,
    interval: SeriesInterval,
    measure: &Measure,
) -> Result<Mode, TimeseriesError> {
    let mode = match value.map(SeriesMode::try_from) {
        None | Some(Ok(SeriesMode::Level)) => Mode::Level,
        Some(Ok(SeriesMode::Flow)) => Mode::Flow,
        Some(Ok(SeriesMode::Cumulative)) => Mode::Cumulative,
        Some(_) => return Err(TimeseriesError::refused("mode_unknown", "There is no such mode")),
    };
    let name = &measure.name;
    match (measure.kind(), mode) {
        (MeasureKind::Distinct, _) if interval > measure.native_interval() => {
            let message = format!(
                "{name} counts distinct items, which cannot be summed over longer intervals"
            );
            Err(TimeseriesError::refused("distinct_not_summed", message))
        }
        (MeasureKind::Distinct, Mode::Flow | Mode::Cumulative) => {
            let message = format!("{name} counts distinct items: only the mode level is available");
            Err(TimeseriesError::refused("distinct_not_summed", message))
        }
        (MeasureKind::Flow, _)
            if measure.native_interval() == SeriesInterval::Week
                && interval > SeriesInterval::Week =>
        {
            let message =
                format!("{name} is a weekly number: longer intervals begin and end within weeks");
            Err(TimeseriesError::refused("weeks_not_split", message))
        }
        (MeasureKind::Stock, Mode::Cumulative) => {
            let message = format!("{name} is a level: it does not add up over time");
            Err(TimeseriesError::refused("stock_not_summed", message))
        }
        _ => Ok(mode),
    }
}

pub fn day(field: &'static str, text: Option<&str>) -> Result<Option<Day>, TimeseriesError> {
    let Some(text) = text else { return Ok(None) };
    match day::parse(text) {
        Some(day) if day >= day::EARLIEST => Ok(Some(day)),
        _ => {
            let earliest = day::text(day::EARLIEST);
            let message = format!("{field} must be a day as YYYY-MM-DD, not before {earliest}");
            Err(TimeseriesError::refused("date_invalid", message))
        }
    }
}

/// The intervals between two days.
pub fn axis(
    interval: SeriesInterval,
    from: Day,
    to: Day,
    now: OffsetDateTime,
) -> Result<Axis, TimeseriesError> {
    if from > to {
        return Err(TimeseriesError::refused("range_empty", "from must not be after to"));
    }
    let today = day::at(now);
    if from > today {
        let message = "from must not be in the future";
        return Err(TimeseriesError::refused("range_ahead", message));
    }
    // A range that ends in the future ends today.
    let to = to.min(today);
    Axis::new(interval, from, to, MOST_INTERVALS).ok_or_else(|| {
        TimeseriesError::refused("range_too_long", format!("At most {MOST_INTERVALS} intervals"))
    })
}

/// Whether the last interval is not over: the range ends within it, or today does.
pub fn is_partial(interval: SeriesInterval, axis: &Axis, now: OffsetDateTime) -> bool {
    let last = axis.ends.last();
    last.is_some_and(|end| *end >= day::at(now) || end_of(interval, *end) != *end)
}

/// The instant as of which an answer is, in milliseconds: that of the query, at most that of the snapshot.
pub fn known_at(as_of: Option<OffsetDateTime>, current_at: i64) -> i64 {
    as_of.map_or(current_at, |at| clock::milliseconds(at).min(current_at))
}

/// The earlier instant of a query; `None` for the present.
pub fn as_of(
    text: Option<&str>,
    now: OffsetDateTime,
) -> Result<Option<OffsetDateTime>, TimeseriesError> {
    let Some(text) = text else { return Ok(None) };
    let at = match day::parse(text) {
        Some(day) => {
            let end = (i64::from(day) + 1) * DAY_MILLISECONDS - 1;
            clock::from_milliseconds(end)
        }
        None => OffsetDateTime::parse(text, &Rfc3339).map_err(|_| {
            let message = "as_of must be a day as YYYY-MM-DD or an instant as 2026-01-31T12:00:00Z";
            TimeseriesError::refused("as_of_invalid", message)
        })?,
    };
    Ok((at < now).then_some(at))
}
