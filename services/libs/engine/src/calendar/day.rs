//! Days in UTC, counted from 1970.

use time::{Date, Month, OffsetDateTime};

/// The number of a day; 1970-01-01 is 0.
pub type Day = i32;

const EPOCH: i32 = OffsetDateTime::UNIX_EPOCH.to_julian_day();

/// The first day that a value may be of.
pub const EARLIEST: Day = -25_567;

pub fn from_date(date: Date) -> Day {
    date.to_julian_day() - EPOCH
}

/// The date of a number; beyond the calendar its end.
pub fn date(day: Day) -> Date {
    Date::from_julian_day(day.saturating_add(EPOCH)).unwrap_or(Date::MAX)
}

/// The day of an instant.
pub fn at(instant: OffsetDateTime) -> Day {
    from_date(instant.date())
}

/// The first day of the year that holds a day.
pub fn year_start(day: Day) -> Day {
    day - Day::from(date(day).ordinal()) + 1
}

/// The same day of the month some months before: the last day of a month for the last one, and for one that the earlier
/// month lacks.
pub fn months_before(day: Day, months: i32) -> Day {
    let date = date(day);
    let count = date.year() * 12 + i32::from(u8::from(date.month())) - 1 - months;
    let (year, month) = (count.div_euclid(12), count.rem_euclid(12) as u8 + 1);
    let Ok(month) = Month::try_from(month) else { return day };
    let last = month.length(year);
    let is_last = date.day() == date.month().length(date.year());
    let wanted = if is_last { last } else { date.day().min(last) };
    Date::from_calendar_date(year, month, wanted).map_or(day, from_date)
}

/// The day that YYYY-MM-DD names.
pub fn parse(text: &str) -> Option<Day> {
    let &[y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = text.as_bytes() else { return None };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0_i32, |sum, digit| {
            digit.is_ascii_digit().then(|| sum * 10 + i32::from(digit - b'0'))
        })
    };
    let month = Month::try_from(number(&[m0, m1])? as u8).ok()?;
    let date =
        Date::from_calendar_date(number(&[y0, y1, y2, y3])?, month, number(&[d0, d1])? as u8);
    date.ok().map(from_date)
}

/// The day as YYYY-MM-DD.
pub fn text(day: Day) -> String {
    Texts::default().text(day)
}

/// The days as YYYY-MM-DD.
pub fn texts(days: &[Day]) -> Vec<String> {
    let mut texts = Texts::default();
    days.iter().map(|day| texts.text(*day)).collect()
}

/// Days as YYYY-MM-DD, one after the other: answers have thousands, and those of a month differ in two digits only.
#[derive(Debug, Default)]
pub struct Texts {
    month: Option<OneMonth>,
}

#[derive(Clone, Copy, Debug)]
struct OneMonth {
    first: Day,
    last: Day,
    text: [u8; 10],
}

impl Texts {
    pub fn text(&mut self, day: Day) -> String {
        std::str::from_utf8(&self.digits(day)).unwrap_or_default().to_owned()
    }

    /// The bytes of the text of a day.
    #[inline]
    pub fn digits(&mut self, day: Day) -> [u8; 10] {
        let known = self.month.filter(|month| (month.first..=month.last).contains(&day));
        let month = known.unwrap_or_else(|| OneMonth::containing(day));
        self.month = Some(month);
        let mut text = month.text;
        [text[8], text[9]] = pair((day - month.first + 1) as u8);
        text
    }
}

impl OneMonth {
    fn containing(day: Day) -> Self {
        let date = date(day);
        let (year, month) = (date.year().clamp(0, 9_999), date.month());
        let first = day - Day::from(date.day()) + 1;
        let last = first + Day::from(month.length(date.year())) - 1;
        let ([y0, y1], [y2, y3]) = (pair((year / 100) as u8), pair((year % 100) as u8));
        let [m0, m1] = pair(month.into());
        Self { first, last, text: [y0, y1, y2, y3, b'-', m0, m1, b'-', b'0', b'0'] }
    }
}

fn pair(number: u8) -> [u8; 2] {
    [b'0' + number / 10, b'0' + number % 10]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_it_is_read() {
        for (written, day) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2026-11-20", 20_777),
            ("1900-01-01", EARLIEST),
        ] {
            assert_eq!(parse(written), Some(day), "{written}");
            assert_eq!(text(day), written);
        }
    }

    #[test]
    fn days_one_after_the_other_are_written_as_the_calendar_writes_each() {
        let mut texts = Texts::default();
        let weeks = (0..4_000).rev().map(|week| week * 7);
        for day in (-800..25_000).chain(weeks).chain([EARLIEST, 0, from_date(Date::MAX)]) {
            assert_eq!(texts.text(day), date(day).to_string());
            assert_eq!(text(day), texts.text(day));
        }
    }

    #[test]
    fn months_are_counted_from_one_end_to_another() {
        for (from, months, expected) in [
            ("2026-03-31", 1, "2026-02-28"),
            ("2026-02-28", 1, "2026-01-31"),
            ("2026-02-28", 12, "2025-02-28"),
            ("2025-02-28", 12, "2024-02-29"),
            ("2026-03-30", 1, "2026-02-28"),
            ("2026-01-15", 1, "2025-12-15"),
            ("2026-01-15", 25, "2023-12-15"),
        ] {
            assert_eq!(
                parse(from).map(|day| text(months_before(day, months))).as_deref(),
                Some(expected)
            );
        }
    }

    #[test]
    fn invalid_days_are_refused() {
        for written in
            ["", "2026-02-30", "2026-13-01", "2026-1-1", "20260101", "+026-01-01", "2026-01-01 "]
        {
            assert_eq!(parse(written), None, "{written}");
        }
    }
}
