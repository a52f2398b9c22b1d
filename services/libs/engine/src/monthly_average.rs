//! Averages of months: each is dated on the last day of its month, known once the month is over, and shown in the week in
//! which it ends.

use proto::timeseries::v1::SeriesInterval;

use crate::axis::Axis;
use crate::column::Column;
use crate::day::Day;
use crate::intervals::end_of;
use crate::qualifiers::{QualifiedRun, Qualifier, runs};

/// The most days for which an average is shown: it is that of its month, not of the next.
pub(crate) const AVERAGE_CARRY: i32 = 6;

/// The day of the average of the month that holds a day; `None` if the month ends on this last day or later.
pub fn average_day(day: Day, last_day: Day) -> Option<Day> {
    let end = end_of(SeriesInterval::Month, day);
    (end < last_day).then_some(end)
}

/// The qualifiers of levels that are averages of months.
pub fn average_qualifiers(column: &Column, carry: i32, axis: &Axis) -> Vec<QualifiedRun> {
    let ranges = axis.starts.iter().copied().zip(axis.ends.iter().copied());
    runs(ranges.map(|(start, end)| {
        let (day, _) = column.level(end, carry)?;
        let of_day = Qualifier::of_day(day, (start, end));
        Some(Qualifier { value_date: Some(day), is_average: true, ..of_day })
    }))
}
