//! Averages of months: each is dated on the last day of its month, known once the month is over, and shown on that day and at
//! the end of the week that holds it.

use proto::timeseries::v1::SeriesInterval;

use super::changes::changes;
use super::column::Column;
use super::qualifiers::{QualifiedRun, Qualifier, runs};
use super::resample::Mode;
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::calendar::intervals::{end_of, start_of};

/// The days from the first to the last one of a week.
const WITHIN_WEEK: Day = 6;

/// The most days for which an average is shown at the end of an interval: it is that of its month, not of the next. A week
/// shows the average of a month that ends within it; longer intervals end with a month.
pub fn average_carry(axis: &Axis) -> i32 {
    let length = match (axis.starts.as_slice(), axis.ends.as_slice()) {
        ([first, second, ..], _) => second - first - 1,
        ([start], [end]) => end - start,
        _ => 0,
    };
    if length <= WITHIN_WEEK { length } else { 0 }
}

/// The most days for which an average is shown if it is asked for on a single day: the days of the week before it.
pub fn average_carry_on(day: Day) -> i32 {
    day - start_of(SeriesInterval::Week, day)
}

/// The day of the average of the month that holds a day; `None` if the month ends on this last day or later.
pub fn average_day(day: Day, last_day: Day) -> Option<Day> {
    let end = end_of(SeriesInterval::Month, day);
    (end < last_day).then_some(end)
}

/// The qualifiers of levels that are averages of months, or of their changes.
pub fn average_qualifiers(
    column: &Column,
    mode: Mode,
    carry: i32,
    axis: &Axis,
) -> Vec<QualifiedRun> {
    let ranges = axis.starts.iter().copied().zip(axis.ends.iter().copied());
    let average = |day, of| Some(Qualifier { value_date: Some(day), is_average: true, ..of });
    if mode == Mode::Flow {
        let changes = changes(column, carry, axis).zip(ranges);
        return runs(changes.map(|(change, range)| {
            let change = change?;
            average(change.now.0, Qualifier::of_change(&change, range))
        }));
    }
    runs(ranges.map(|range| {
        let (day, _) = column.level(range.1, carry)?;
        average(day, Qualifier::of_day(day, range))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::day;

    #[test]
    fn an_average_is_shown_on_its_day_and_in_its_week() {
        let carry = |interval: SeriesInterval, from: &str, to: &str| {
            let [from, to] = [from, to].map(|text| day::parse(text).unwrap());
            average_carry(&Axis::new(interval, from, to, 100).unwrap())
        };
        for (interval, from, to, expected) in [
            (SeriesInterval::Day, "2026-06-28", "2026-07-08", 0),
            (SeriesInterval::Day, "2026-07-01", "2026-07-01", 0),
            (SeriesInterval::Week, "2026-06-22", "2026-07-08", WITHIN_WEEK),
            // 2026-06-29 was a Monday.
            (SeriesInterval::Week, "2026-06-29", "2026-07-02", 3),
            (SeriesInterval::Month, "2026-05-01", "2026-07-05", 0),
            (SeriesInterval::Month, "2026-06-01", "2026-06-30", 0),
            (SeriesInterval::Quarter, "2026-04-01", "2026-08-03", 0),
        ] {
            assert_eq!(carry(interval, from, to), expected, "{from} to {to}");
        }
        let days = ["2026-06-30", "2026-07-05", "2026-07-06"];
        assert_eq!(days.map(|text| average_carry_on(day::parse(text).unwrap())), [1, 6, 0]);
    }

    #[test]
    fn a_change_of_averages_is_one_of_the_month_of_its_newest_average() {
        let [may, june, august] =
            ["2026-05-31", "2026-06-30", "2026-08-31"].map(|text| day::parse(text).unwrap());
        let column =
            Column::from_points([(may, Some(4.0)), (june, Some(5.0)), (august, Some(7.0))]);
        let axis = Axis::new(SeriesInterval::Month, june, august, 100).unwrap();
        let found = average_qualifiers(&column, Mode::Flow, average_carry(&axis), &axis);
        let of_month = |place, day, spans_gap| QualifiedRun {
            first: place,
            last: place,
            qualifier: Qualifier {
                value_date: Some(day),
                is_average: true,
                spans_gap,
                ..Qualifier::default()
            },
        };
        assert_eq!(found, [of_month(0, june, false), of_month(2, august, true)]);
    }
}
