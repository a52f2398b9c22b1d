//! The changes of a stock, interval by interval, over gaps too.

use super::column::{Column, Entry};
use crate::calendar::axis::Axis;
use crate::calendar::day::Day;
use crate::thresholds::VALUATION_DAYS;

/// The days of the changes that stand beside a newest value; another one is that since the end of the previous year.
pub const CHANGE_PERIODS: [Day; 5] = [1, 7, 30, 90, 365];

/// By how many days the value that a change is from may miss its day: a change over another time has another name.
pub const MOST_OFF: Day = VALUATION_DAYS;

/// The same of a change over some days: a quarter of them at most.
pub fn most_off(days: Day) -> Day {
    (days / 4).min(MOST_OFF)
}

/// The value that a change over some days is from: the one in effect at their beginning, or the next one, as monthly values
/// lie some days earlier or later. What begins later had none.
pub fn value_before(column: &Column, beginning: Day, days: Day, carry: i32) -> Option<f64> {
    let in_effect = column.last_entry(beginning, carry.min(MOST_OFF)).map(|(_, entry)| entry);
    let had_begun = || column.first_known().is_some_and(|(first, _)| first <= beginning);
    let next = || {
        let later = beginning + 1..=beginning + most_off(days);
        later.map(|day| column.at(day)).find(|entry| *entry != Entry::Gap)
    };
    match in_effect.or_else(|| had_begun().then(next).flatten())? {
        Entry::Known(value) => Some(value),
        Entry::Barred | Entry::Gap => None,
    }
}

/// How a stock changed in an interval.
///
/// Changes join without a gap: each begins at the last value known before its interval. The change over a gap is that of
/// the interval in which a value returned, and the changes of days, weeks and months have the same sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The value at the end of the interval; if it has none, the last one within the interval.
    pub now: (Day, f64),
    /// The last value before the interval; `None` if there is none.
    pub before: Option<(Day, f64)>,
    /// The first value, if it lies within the interval and others follow it there.
    pub first: Option<(Day, f64)>,
    /// Whether the interval has a value at its end.
    pub is_whole: bool,
    /// Whether the day before the interval lacks a value: then the change covers earlier days too.
    pub spans_gap: bool,
}

impl Change {
    /// The change. The first value of something that adds up changes from zero; of anything else the interval in which it
    /// begins has the changes after its first value, as the days of the interval do.
    pub fn amount(&self, begins_at_zero: bool) -> Option<f64> {
        match self.before {
            Some((_, before)) => Some(self.now.1 - before),
            None if begins_at_zero => Some(self.now.1),
            None => self.first.map(|(_, first)| self.now.1 - first),
        }
    }
}

/// The change in each interval, in one pass over the days.
pub fn changes<'a>(
    column: &'a Column,
    carry: i32,
    axis: &'a Axis,
) -> impl Iterator<Item = Option<Change>> + 'a {
    let begin = axis.starts.first().copied().unwrap_or_default();
    let mut passed = PastDays { column, last: None, is_barred: false, next: begin };
    passed.last = column.known_until(begin.saturating_sub(1));
    let standing = column.last_entry(begin.saturating_sub(1), carry);
    passed.is_barred = matches!(standing, Some((_, Entry::Barred)));
    axis.starts.iter().zip(&axis.ends).map(move |(start, end)| {
        let before = passed.last;
        let stood = passed.has_value(start - 1, carry);
        passed.until(*end);
        let now = passed.last?;
        // Values before the first one are left out: it is no change from zero.
        if before.is_none() && column.is_cut() {
            return None;
        }
        let is_whole = passed.has_value(*end, carry);
        let spans_gap = before.is_some() && !stood;
        // Only the interval in which a column begins has no value before it.
        let first = match before {
            None => column.first_known().filter(|(day, _)| *day < now.0),
            Some(_) => None,
        };
        let change = Change { now, before, first, is_whole, spans_gap };
        (is_whole || now.0 >= *start).then_some(change)
    })
}

/// The amounts of changes; an unknown one is NaN.
pub fn amounts(changes: impl Iterator<Item = Option<Change>>, begins_at_zero: bool) -> Vec<f64> {
    let amounts = changes.map(|change| change?.amount(begins_at_zero));
    amounts.map(|amount| amount.unwrap_or(f64::NAN)).collect()
}

/// The days of a column up to one.
struct PastDays<'a> {
    column: &'a Column,
    /// The last known value.
    last: Option<(Day, f64)>,
    /// Whether a later one is withheld or was revoked.
    is_barred: bool,
    /// The day after them.
    next: Day,
}

impl PastDays<'_> {
    fn until(&mut self, end: Day) {
        while self.next <= end {
            match self.column.at(self.next) {
                Entry::Known(value) => {
                    (self.last, self.is_barred) = (Some((self.next, value)), false);
                }
                Entry::Barred => self.is_barred = true,
                Entry::Gap => {}
            }
            self.next += 1;
        }
    }

    /// Whether a day has a value, that of the day or one that is carried.
    fn has_value(&self, at: Day, carry: i32) -> bool {
        !self.is_barred && self.last.is_some_and(|(day, _)| at - day <= carry)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_map;
    use proptest::option;
    use proptest::prelude::*;
    use proto::timeseries::v1::SeriesInterval;

    use super::*;

    const FIRST: Day = 20_000;

    proptest! {
        #[test]
        fn days_weeks_and_months_have_one_sum_over_any_gaps(
            known in btree_map(FIRST - 60..FIRST + 120, option::weighted(0.7, -1_000..1_000_i32), 0..60),
            carry in 0..20_i32,
            length in 0..120_i32,
        ) {
            let points = known.iter().map(|(day, value)| (*day, value.map(f64::from)));
            let column = Column::from_points(points);
            let to = FIRST + length;
            let last_known = |until: Day| {
                known.range(..=until).rev().find_map(|(_, value)| *value).map_or(0, i64::from)
            };
            for interval in [
                SeriesInterval::Day,
                SeriesInterval::Week,
                SeriesInterval::Month,
                SeriesInterval::Quarter,
                SeriesInterval::Year,
            ] {
                let axis = Axis::new(interval, FIRST, to, 1_000).unwrap();
                let sum = |begins_at_zero: bool| {
                    let amounts = changes(&column, carry, &axis).flatten();
                    let amounts = amounts.filter_map(|change| change.amount(begins_at_zero));
                    amounts.sum::<f64>() as i64
                };
                let before = last_known(axis.starts[0] - 1);
                prop_assert_eq!(sum(true), last_known(to) - before, "{:?}", interval);
                // A series that does not begin at zero begins with its first value.
                let has_before = known.range(..axis.starts[0]).any(|(_, value)| value.is_some());
                let first = known.range(axis.starts[0]..=to).find_map(|(_, value)| *value);
                let begin = if has_before { before } else { first.map_or(0, i64::from) };
                prop_assert_eq!(sum(false), last_known(to) - begin, "{:?}", interval);
            }
        }
    }

    fn days(from: Day, to: Day) -> Axis {
        Axis::new(SeriesInterval::Day, from, to, 100).unwrap()
    }

    #[test]
    fn the_change_over_a_gap_is_that_of_the_day_on_which_the_value_returns() {
        let column = Column::from_points([
            (1, Some(10.0)),
            (2, Some(11.0)),
            (3, None),
            (4, None),
            (5, Some(7.0)),
            (6, Some(8.0)),
        ]);
        let axis = days(1, 6);
        let found: Vec<_> = changes(&column, 7, &axis)
            .map(|change| change.and_then(|change| Some((change.amount(true)?, change.spans_gap))))
            .collect();
        let one = Some((1.0, false));
        assert_eq!(found, [Some((10.0, false)), one, None, None, Some((-4.0, true)), one]);
    }

    #[test]
    fn a_change_is_from_a_value_that_misses_its_day_by_a_week_or_a_quarter_of_its_days_at_most() {
        let column = Column::from_points([(10, Some(1.0)), (40, Some(2.0)), (41, None)]);
        let before = |beginning, days| value_before(&column, beginning, days, 31);
        assert_eq!([before(10, 30), before(17, 30), before(18, 30)], [Some(1.0), Some(1.0), None]);
        assert_eq!([before(33, 30), before(32, 30)], [Some(2.0), None], "the next one");
        assert_eq!([before(39, 7), before(38, 7)], [Some(2.0), None], "a quarter of seven days");
        assert_eq!(before(41, 30), None, "withheld");
        assert_eq!(before(9, 30), None, "it begins later");
    }

    #[test]
    fn an_interval_that_ends_in_a_gap_changes_until_its_last_value() {
        let column = Column::from_points([(1, Some(10.0)), (4, Some(12.0)), (6, None)]);
        let axis = Axis { starts: vec![2, 8], ends: vec![7, 14] };
        let found: Vec<_> = changes(&column, 30, &axis).collect();
        let expected = Change {
            now: (4, 12.0),
            before: Some((1, 10.0)),
            first: None,
            is_whole: false,
            spans_gap: false,
        };
        assert_eq!(found, [Some(expected), None]);
    }
}
