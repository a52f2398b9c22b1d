//! The weeks, months, quarters and years of the calendar: where each begins and ends.

use proto::timeseries::v1::SeriesInterval;
use time::{Date, Month};

use super::day::{self, Day};

/// The last day of the interval that holds a day.
pub fn end_of(interval: SeriesInterval, day: Day) -> Day {
    next_start(interval, start_of(interval, day)) - 1
}

/// The first day of the interval that holds a day.
pub fn start_of(interval: SeriesInterval, of: Day) -> Day {
    let date = day::date(of);
    let first =
        |month: Month| Date::from_calendar_date(date.year(), month, 1).map_or(of, day::from_date);
    match interval {
        SeriesInterval::Unspecified | SeriesInterval::Day => of,
        SeriesInterval::Week => of - i32::from(date.weekday().number_days_from_monday()),
        SeriesInterval::Month => first(date.month()),
        SeriesInterval::Quarter => first(match date.month() {
            Month::January | Month::February | Month::March => Month::January,
            Month::April | Month::May | Month::June => Month::April,
            Month::July | Month::August | Month::September => Month::July,
            Month::October | Month::November | Month::December => Month::October,
        }),
        SeriesInterval::Year => first(Month::January),
    }
}

/// The first day of the interval after one.
pub(crate) fn next_start(interval: SeriesInterval, start: Day) -> Day {
    let within_next = match interval {
        SeriesInterval::Unspecified | SeriesInterval::Day => return start + 1,
        SeriesInterval::Week => return start + 7,
        // Any day within the next interval, whatever the length of this one.
        SeriesInterval::Month => start + 31,
        SeriesInterval::Quarter => start + 92,
        SeriesInterval::Year => start + 366,
    };
    start_of(interval, within_next)
}
