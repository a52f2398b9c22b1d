//! The days and intervals of values over time that a policy allows.

use proto::access::v1::{self, Granularity};
use time::Date;
use time::macros::format_description;

/// A day, counted from 1970-01-01 as in the engine.
pub type Day = i32;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
/// The Julian day of 1970-01-01.
const EPOCH: i32 = 2_440_588;

/// The day of a date, `YYYY-MM-DD`.
pub fn parse_day(text: &str) -> Option<Day> {
    let format = format_description!("[year]-[month]-[day]");
    let date = Date::parse(text, format).ok().filter(|_| text.len() == 10)?;
    Some(date.to_julian_day() - EPOCH)
}

/// The date of a day, `YYYY-MM-DD`.
pub fn day_text(day: Day) -> String {
    // Only parsed days are written, which all have a date.
    let date = day.checked_add(EPOCH).and_then(|day| Date::from_julian_day(day).ok());
    date.map(|date| date.to_string()).unwrap_or_default()
}

/// The day of a moment in UTC; the moment is in milliseconds since 1970.
pub fn day_of(moment: i64) -> Day {
    i32::try_from(moment.div_euclid(DAY)).unwrap_or(if moment < 0 { Day::MIN } else { Day::MAX })
}

/// The bounds of a policy, relative to the time of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeBounds {
    from: Option<Day>,
    to: Option<Day>,
    max_days_back: Option<i32>,
    /// 0 does not restrict.
    min_lag_minutes: i32,
    /// Values of finer intervals are not available.
    finest: Granularity,
}

/// The bounds at a certain time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first day.
    pub first: Option<Day>,
    /// The last day, however old its values must be.
    pub to: Option<Day>,
    /// The last moment whose records are available, and the last end of a day whose values are.
    pub latest: Option<i64>,
    /// The finest interval.
    pub finest: Granularity,
}

impl TimeBounds {
    /// No bounds.
    pub const NONE: Self = Self {
        from: None,
        to: None,
        max_days_back: None,
        min_lag_minutes: 0,
        finest: Granularity::Day,
    };

    /// The bounds of a valid document.
    pub fn new(bounds: Option<&v1::TimeBounds>) -> Self {
        let Some(bounds) = bounds else { return Self::NONE };
        Self {
            from: bounds.from.as_deref().and_then(parse_day),
            to: bounds.to.as_deref().and_then(parse_day),
            max_days_back: bounds.max_days_back,
            min_lag_minutes: bounds.min_lag_minutes.unwrap_or(0),
            finest: bounds.granularity_min().max(Granularity::Day),
        }
    }

    /// Both bounds; `None` if they leave no day.
    pub fn and(&self, other: &Self) -> Option<Self> {
        let found = Self {
            from: self.from.max(other.from),
            to: least(self.to, other.to),
            max_days_back: least(self.max_days_back, other.max_days_back),
            min_lag_minutes: self.min_lag_minutes.max(other.min_lag_minutes),
            finest: self.finest.max(other.finest),
        };
        let is_empty = found.from.zip(found.to).is_some_and(|(from, to)| from > to);
        (!is_empty).then_some(found)
    }

    /// Whether it allows at all times what the other allows.
    pub fn contains(&self, other: &Self) -> bool {
        self.from <= other.from
            && least(self.to, other.to) == other.to
            && least(self.max_days_back, other.max_days_back) == other.max_days_back
            && self.min_lag_minutes <= other.min_lag_minutes
            && self.finest <= other.finest
    }

    /// The bounds at a time, in milliseconds since 1970.
    pub fn at(&self, now: i64) -> Window {
        let earliest = self.max_days_back.map(|days| day_of(now).saturating_sub(days));
        let lag = i64::from(self.min_lag_minutes);
        let latest = (lag > 0).then(|| now.saturating_sub(lag * MINUTE));
        Window { first: self.from.max(earliest), to: self.to, latest, finest: self.finest }
    }

    /// Every bound as a number, for fingerprints.
    pub fn numbers(&self) -> [Option<i32>; 5] {
        let finest = Some(self.finest as i32);
        [self.from, self.to, self.max_days_back, Some(self.min_lag_minutes), finest]
    }
}

impl Window {
    /// The last day whose values are old enough.
    pub fn last(&self) -> Option<Day> {
        least(self.to, self.latest.map(|latest| day_of(latest).saturating_sub(1)))
    }

    /// Whether a value is available that is calculated from these days and belongs to an interval of this length.
    pub fn admits(&self, days: (Day, Day), interval: Granularity) -> bool {
        let (first, last) = days;
        interval >= self.finest
            && self.first.is_none_or(|bound| bound <= first)
            && self.last().is_none_or(|bound| last <= bound)
    }

    /// Whether a record of a moment is available, such as a transaction.
    pub fn admits_moment(&self, moment: i64) -> bool {
        let day = day_of(moment);
        self.first.is_none_or(|bound| bound <= day)
            && self.to.is_none_or(|bound| day <= bound)
            && self.latest.is_none_or(|latest| moment <= latest)
    }

    /// The days that are among these, too; `None` if there are none.
    pub fn clamp(&self, days: (Day, Day)) -> Option<(Day, Day)> {
        let first = self.first.map_or(days.0, |bound| bound.max(days.0));
        let last = self.last().map_or(days.1, |bound| bound.min(days.1));
        (first <= last).then_some((first, last))
    }
}

/// The lesser of two bounds, of which each may be absent.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(of: &v1::TimeBounds) -> TimeBounds {
        TimeBounds::new(Some(of))
    }

    #[test]
    fn days_are_read_strictly() {
        assert_eq!(parse_day("1970-01-02"), Some(1));
        assert_eq!(parse_day("2024-02-29"), Some(19_782));
        assert!(
            ["2023-02-29", "2024-2-9", "+2024-02-29", "02024-02-29", ""]
                .iter()
                .all(|text| parse_day(text).is_none())
        );
    }

    #[test]
    fn a_day_is_available_when_it_ended_long_enough_ago() {
        let noon = 100 * DAY + DAY / 2;
        let last = |lag| {
            bounds(&v1::TimeBounds { min_lag_minutes: Some(lag), ..Default::default() })
                .at(noon)
                .last()
        };
        assert_eq!(last(0), None);
        assert_eq!(last(1), Some(99));
        assert_eq!(last(12 * 60), Some(99));
        assert_eq!(last(12 * 60 + 1), Some(98));
    }

    #[test]
    fn history_is_counted_from_the_day_of_the_request() {
        let window = bounds(&v1::TimeBounds { max_days_back: Some(30), ..Default::default() });
        let window = window.at(100 * DAY + 1);
        assert!(window.admits((70, 100), Granularity::Day));
        assert!(!window.admits((69, 100), Granularity::Day));
        assert!(window.admits_moment(70 * DAY) && !window.admits_moment(70 * DAY - 1));
        assert_eq!(window.clamp((0, 90)), Some((70, 90)));
        assert_eq!(window.clamp((0, 69)), None);
    }

    #[test]
    fn finer_intervals_are_not_available() {
        let month = Granularity::Month as i32;
        let bounds = bounds(&v1::TimeBounds { granularity_min: Some(month), ..Default::default() });
        assert!(!bounds.at(0).admits((0, 6), Granularity::Week));
        assert!(bounds.at(0).admits((0, 6), Granularity::Quarter));
    }

    #[test]
    fn bounds_contain_tighter_ones() {
        let date = |text: &str| Some(text.to_owned());
        let pairs = [
            (
                v1::TimeBounds { from: date("2024-01-01"), ..Default::default() },
                v1::TimeBounds { from: date("2024-01-02"), ..Default::default() },
            ),
            (
                v1::TimeBounds { to: date("2024-01-02"), ..Default::default() },
                v1::TimeBounds { to: date("2024-01-01"), ..Default::default() },
            ),
            (
                v1::TimeBounds { max_days_back: Some(30), ..Default::default() },
                v1::TimeBounds { max_days_back: Some(29), ..Default::default() },
            ),
            (
                v1::TimeBounds { min_lag_minutes: Some(1), ..Default::default() },
                v1::TimeBounds { min_lag_minutes: Some(2), ..Default::default() },
            ),
            (
                v1::TimeBounds { granularity_min: Some(2), ..Default::default() },
                v1::TimeBounds { granularity_min: Some(3), ..Default::default() },
            ),
        ];
        for (wide, tight) in pairs.each_ref().map(|(wide, tight)| (bounds(wide), bounds(tight))) {
            assert!(wide.contains(&tight) && !tight.contains(&wide), "{wide:?} {tight:?}");
            assert!(TimeBounds::NONE.contains(&wide) && !wide.contains(&TimeBounds::NONE));
            assert_eq!(wide.and(&tight), Some(tight));
        }
    }

    #[test]
    fn bounds_without_a_common_day_leave_nothing() {
        let date = |text: &str| Some(text.to_owned());
        let ended = bounds(&v1::TimeBounds { to: date("2024-01-01"), ..Default::default() });
        let started = bounds(&v1::TimeBounds { from: date("2024-01-02"), ..Default::default() });
        assert_eq!(started.and(&ended), None);
    }
}
