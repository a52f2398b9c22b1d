//! The values of one series, one position for each day from its first to its last.

use std::sync::OnceLock;

use super::withheld_reasons::{REASONS, Reason};
use crate::calendar::day::Day;
use crate::numbers::decimals::Decimals;
use crate::numbers::exact_sum::ExactSum;

// Distinct NaNs: no value, a value that was revoked, and, offset by the position of the reason, a withheld value. Unknown
// values so need no extra memory.
const GAP: f64 = f64::NAN;
const BARRED: u64 = 0x7ff8_0000_0000_0001;

/// The NaN of a value that was revoked, or is withheld for a reason.
fn barred(reason: Option<&'static Reason>) -> f64 {
    let place = reason.and_then(|reason| REASONS.iter().position(|known| known == reason));
    f64::from_bits(BARRED + place.map_or(0, |place| place as u64 + 1))
}

fn reason(value: f64) -> Option<&'static Reason> {
    let place = value.to_bits().checked_sub(BARRED + 1)?;
    if value.is_nan() { REASONS.get(usize::try_from(place).ok()?) } else { None }
}

/// The value of a day, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    Known(f64),
    /// A value that is withheld or was revoked. Values before it are not carried past it.
    Barred,
    /// No value.
    Gap,
}

/// The sum of some days.
#[derive(Clone, Copy, Debug)]
pub struct PartialSum {
    pub sum: ExactSum,
    /// Whether no day is withheld or was revoked.
    pub is_whole: bool,
}

/// The values of one series. Null is not zero, and a gap is not a null.
#[derive(Clone, Debug, Default)]
pub struct Column {
    first: Day,
    values: Vec<f64>,
    /// How many positions have no value.
    unknown: usize,
    /// How many of these have a withheld value.
    withheld: usize,
    /// Whether values before the first one are left out.
    pub(super) is_cut: bool,
    /// The most decimals of a value, once a sum needed them.
    decimals: OnceLock<Decimals>,
}

impl Column {
    /// Builds a column; the later of two points of a day holds, and `None` revokes a value.
    pub fn from_points(points: impl IntoIterator<Item = (Day, Option<f64>)>) -> Self {
        let mut column = Self::default();
        for (day, value) in points {
            column.set(day, value);
        }
        column
    }

    /// Sets the value of a day; `None` revokes it.
    pub fn set(&mut self, day: Day, value: Option<f64>) {
        self.put(day, value.unwrap_or_else(|| barred(None)));
    }

    /// Withholds the value of a day for a reason, or revokes it without one.
    pub fn withhold(&mut self, day: Day, reason: Option<&'static Reason>) {
        self.put(day, barred(reason));
    }

    fn put(&mut self, day: Day, value: f64) {
        if self.values.is_empty() {
            self.first = day;
        } else if day < self.first {
            let missing = (self.first - day) as usize;
            self.values.splice(0..0, std::iter::repeat_n(GAP, missing));
            self.unknown += missing;
            self.first = day;
        }
        let place = (day - self.first) as usize;
        if place >= self.values.len() {
            self.unknown += place + 1 - self.values.len();
            self.values.resize(place + 1, GAP);
        }
        self.unknown += usize::from(value.is_nan());
        self.unknown -= usize::from(self.values[place].is_nan());
        self.withheld += usize::from(reason(value).is_some());
        self.withheld -= usize::from(reason(self.values[place]).is_some());
        self.values[place] = value;
        self.decimals = OnceLock::new();
    }

    /// Whether values before the first one are left out, so that it does not begin there.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The most decimals of a value.
    pub fn decimals(&self) -> Decimals {
        *self.decimals.get_or_init(|| Decimals::most_of(&self.values))
    }

    /// The values, if every day from the first to the last has one.
    pub fn unbroken(&self) -> Option<&[f64]> {
        (self.unknown == 0 && !self.is_empty()).then_some(&self.values)
    }

    /// Frees unused memory.
    pub fn shrink(&mut self) {
        // Shrinking in place may keep the old allocation; only a copy takes as much as it needs.
        if self.values.capacity() > self.values.len() {
            self.values = self.values.as_slice().to_vec();
        }
    }

    /// The first day with a known or withheld value.
    pub fn first(&self) -> Option<Day> {
        (!self.values.is_empty()).then_some(self.first)
    }

    /// The last day with a known or withheld value.
    pub fn last(&self) -> Option<Day> {
        self.first().map(|first| first + self.values.len() as Day - 1)
    }

    /// The value of a day, or why there is none.
    #[inline]
    pub fn at(&self, day: Day) -> Entry {
        let place = i64::from(day) - i64::from(self.first);
        match usize::try_from(place).ok().and_then(|place| self.values.get(place)) {
            Some(value) if !value.is_nan() => Entry::Known(*value),
            Some(value) if value.to_bits() >= BARRED => Entry::Barred,
            _ => Entry::Gap,
        }
    }

    /// Why the value of a day is withheld.
    pub fn reason(&self, day: Day) -> Option<&'static Reason> {
        let place = usize::try_from(i64::from(day) - i64::from(self.first)).ok()?;
        reason(*self.values.get(place)?)
    }

    /// Whether the value of some day is withheld.
    pub fn is_withheld(&self) -> bool {
        self.withheld > 0
    }

    /// The days whose values are withheld, in their order.
    pub fn withheld(&self) -> impl Iterator<Item = Day> + '_ {
        // Most columns have no withheld value.
        let values = if self.is_withheld() { &self.values } else { &[][..] };
        let places = values.iter().enumerate().filter(|(_, value)| reason(**value).is_some());
        places.map(|(place, _)| self.first + place as Day)
    }

    /// Whether each day has a value, from the first to the last.
    pub fn known(&self) -> impl Iterator<Item = bool> + '_ {
        self.values.iter().map(|value| !value.is_nan())
    }

    /// The newest day with a value that is in a range or carried into it.
    pub fn newest(&self, (from, to): (Day, Day), carry: i32) -> Option<Day> {
        let (first, last) = (self.first()?, self.last()?);
        let mut days = (from.saturating_sub(carry).max(first)..=to.min(last)).rev();
        if self.unknown == 0 {
            return days.next();
        }
        days.find(|day| matches!(self.at(*day), Entry::Known(_)))
    }

    /// The value that holds on a day, at most `carry` days old, with its day.
    pub fn level(&self, day: Day, carry: i32) -> Option<(Day, f64)> {
        match self.last_entry(day, carry)? {
            (at, Entry::Known(value)) => Some((at, value)),
            (_, Entry::Barred | Entry::Gap) => None,
        }
    }

    /// The first known value.
    pub fn first_known(&self) -> Option<(Day, f64)> {
        let place = self.values.iter().position(|value| !value.is_nan())?;
        Some((self.first + place as Day, self.values[place]))
    }

    /// The last known value until a day, whatever came after it.
    pub fn known_until(&self, day: Day) -> Option<(Day, f64)> {
        let (first, last) = (self.first()?, self.last()?);
        (first..=day.min(last)).rev().find_map(|at| match self.at(at) {
            Entry::Known(value) => Some((at, value)),
            Entry::Barred | Entry::Gap => None,
        })
    }

    /// The last entry at a day, at most `carry` days old: a value, or that a value is withheld or revoked.
    pub fn last_entry(&self, day: Day, carry: i32) -> Option<(Day, Entry)> {
        let (first, last) = (self.first()?, self.last()?);
        let oldest = day.saturating_sub(carry).max(first);
        let days = (oldest..=day.min(last)).rev();
        days.map(|at| (at, self.at(at))).find(|(_, entry)| *entry != Entry::Gap)
    }

    /// The last day of a range whose value is withheld or revoked.
    pub fn barred(&self, from: Day, to: Day) -> Option<Day> {
        let (first, last) = (self.first()?, self.last()?);
        (from.max(first)..=to.min(last)).rev().find(|day| self.at(*day) == Entry::Barred)
    }

    /// The sum of the values from one day to another; `None` without a value, or if one is withheld, as the sum would be
    /// wrong without it.
    pub fn sum(&self, from: Day, to: Day) -> Option<ExactSum> {
        let PartialSum { sum, is_whole } = self.known_sum(from, to)?;
        is_whole.then_some(sum)
    }

    /// The sum of the known values from one day to another; `None` without a value.
    pub fn known_sum(&self, from: Day, to: Day) -> Option<PartialSum> {
        let (first, last) = (self.first()?, self.last()?);
        let mut sum: Option<ExactSum> = None;
        let mut is_whole = true;
        for day in from.max(first)..=to.min(last) {
            match self.at(day) {
                Entry::Known(value) => sum.get_or_insert_default().add(value),
                Entry::Barred => is_whole = false,
                Entry::Gap => {}
            }
        }
        sum.map(|sum| PartialSum { sum, is_whole })
    }

    /// How many days it spans.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<f64>() + size_of::<Self>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_a_null_and_a_zero_are_three_things() {
        let column = Column::from_points([(10, Some(0.0)), (12, None), (13, Some(2.0))]);
        let found: Vec<Entry> = (9..=14).map(|day| column.at(day)).collect();
        assert_eq!(
            found,
            [
                Entry::Gap,
                Entry::Known(0.0),
                Entry::Gap,
                Entry::Barred,
                Entry::Known(2.0),
                Entry::Gap
            ]
        );
        assert_eq!((column.first(), column.last()), (Some(10), Some(13)));
    }

    #[test]
    fn a_withheld_value_keeps_its_reason() {
        let mut column = Column::from_points([(10, Some(-1.0)), (11, None)]);
        for (place, reason) in REASONS.iter().enumerate() {
            column.withhold(12 + place as Day, Some(reason));
        }
        for (place, reason) in REASONS.iter().enumerate() {
            let day = 12 + place as Day;
            assert_eq!((column.at(day), column.reason(day)), (Entry::Barred, Some(reason)));
        }
        let without = [9, 10, 11, 12 + REASONS.len() as Day].map(|day| column.reason(day));
        assert_eq!(without, [None; 4], "no value, a value, one that was taken back, and none");
        let days: Vec<Day> = column.withheld().collect();
        assert_eq!(days, (12..12 + REASONS.len() as Day).collect::<Vec<Day>>());
        column.set(12, Some(5.0));
        assert_eq!((column.at(12), column.reason(12)), (Entry::Known(5.0), None));
    }

    #[test]
    fn a_value_is_carried_so_far_and_never_over_a_withheld_one() {
        let column = Column::from_points([(10, Some(1.0)), (20, None), (30, Some(3.0))]);
        assert_eq!(column.level(10, 0), Some((10, 1.0)));
        assert_eq!(column.level(13, 3), Some((10, 1.0)));
        assert_eq!(column.level(14, 3), None, "too old");
        assert_eq!(column.level(21, 400), None, "withheld");
        assert_eq!(column.level(35, 7), Some((30, 3.0)), "after the last");
        assert_eq!(column.level(9, 7), None, "before the first");
    }

    #[test]
    fn a_sum_without_a_withheld_part_would_be_wrong() {
        let column = Column::from_points([(1, Some(1.0)), (3, Some(2.0)), (5, None)]);
        let sum = |from, to| column.sum(from, to).map(ExactSum::value);
        assert_eq!(sum(1, 4), Some(3.0));
        assert_eq!(sum(1, 5), None);
        assert_eq!(sum(2, 2), None, "nothing is not zero");
        assert_eq!(sum(6, 90), None);
        let known = |from, to| {
            let PartialSum { sum, is_whole } = column.known_sum(from, to)?;
            Some((sum.value(), is_whole))
        };
        assert_eq!(known(1, 4), Some((3.0, true)));
        assert_eq!(known(1, 5), Some((3.0, false)));
        assert_eq!(known(5, 5), None, "a withheld day alone has no sum");
    }

    #[test]
    fn only_a_value_for_every_day_is_unbroken() {
        let mut column = Column::from_points([(5, Some(5.0)), (3, Some(3.0))]);
        assert_eq!(column.unbroken(), None, "a gap");
        column.set(4, None);
        assert_eq!(column.unbroken(), None, "a withheld value");
        column.set(4, Some(4.0));
        assert_eq!(column.unbroken(), Some(&[3.0, 4.0, 5.0][..]));
        column.set(5, None);
        assert_eq!(column.unbroken(), None);
        assert_eq!(Column::default().unbroken(), None);
    }

    #[test]
    fn days_may_come_in_any_order() {
        let column =
            Column::from_points([(5, Some(5.0)), (2, Some(2.0)), (5, Some(6.0)), (2, None)]);
        assert_eq!(column.at(2), Entry::Barred);
        assert_eq!(column.at(5), Entry::Known(6.0));
        assert_eq!(column.len(), 4);
    }
}
