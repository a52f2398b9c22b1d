//! Days in UTC, counted from 1970.

use time::{Date, Month, OffsetDateTime};

/// The number of a day; 1970-01-01 is 0.
pub type Day = i32;

const EPOCH: i32 = 2_440_588;

/// The number of a date.
pub fn of(date: Date) -> Day {
    date.to_julian_day() - EPOCH
}

/// The date of a number; beyond the calendar its end.
pub fn date(day: Day) -> Date {
    Date::from_julian_day(day.saturating_add(EPOCH)).unwrap_or(Date::MAX)
}

/// The day of an instant.
pub fn at(instant: OffsetDateTime) -> Day {
    of(instant.date())
}

/// The day that YYYY-MM-DD names.
pub fn parse(text: &str) -> Option<Day> {
    let mut parts = text.splitn(3, '-').map(str::parse::<u16>);
    let mut part = || parts.next()?.ok();
    let (year, month, day) = (part()?, part()?, part()?);
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year.into(), month, u8::try_from(day).ok()?).ok().map(of)
}
