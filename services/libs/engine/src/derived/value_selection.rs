//! The value of a series that a formula uses on a day: the newest, the one of a month before, the sum of a week.

use crate::calendar::day::{self, Day};
use crate::columns::changes::{MOST_OFF, most_off};
use crate::columns::column::{Column, Entry};
use crate::numbers::exact_sum::ExactSum;

/// Selects the value of an input that is used on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSelection {
    /// The newest value, carried or not.
    Newest,
    /// The value in effect a number of days before the newest one.
    Before(Day),
    /// The valuation nearest to the day a number of days before the newest one, off by a quarter of that
    /// number and by a week at most.
    Near(Day),
    /// The valuation nearest to the day a number of calendar months before the newest one, off by a week at most.
    Months(i32),
    /// The value at the end of the previous year, of a week before it at most.
    YearStart,
    /// The first value of the series.
    First,
    /// The value of the day itself.
    OfDay,
    /// The newest value before the day, on days that have none: the last close while a market is closed.
    LastBefore,
    /// The sum over a number of days that end with the day itself.
    Sum(Day),
    /// The average over a number of days that end with the day itself, without days that have no value.
    Average(Day),
}

/// The values of a series, and the number of days for which each is carried.
#[derive(Clone, Copy, Debug)]
pub struct CarriedColumn<'a> {
    pub column: &'a Column,
    pub carry: i32,
}

/// A value of an input, with the days that it covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputValue {
    /// The first day of the value.
    pub from: Day,
    /// The last day of the value.
    pub to: Day,
    pub value: f64,
}

impl ValueSelection {
    /// The selected value on a day.
    pub fn at(self, input: CarriedColumn<'_>, at: Day) -> Option<InputValue> {
        let CarriedColumn { column, carry } = input;
        let one = |(day, value): (Day, f64)| InputValue { from: day, to: day, value };
        let known = |day: Day| match column.at(day) {
            Entry::Known(value) => Some((day, value)),
            Entry::Barred | Entry::Gap => None,
        };
        // The value of the day that is nearest to one, the earlier of two that are as near.
        let near = |day: Day, most: Day| {
            let around = |missed: Day| [day - missed, day + missed];
            (0..=most).flat_map(around).find_map(known).map(one)
        };
        match self {
            Self::LastBefore if column.at(at) != Entry::Gap => None,
            Self::Newest | Self::LastBefore => column.level(at, carry).map(one),
            Self::Before(days) => {
                let (newest, _) = column.level(at, carry)?;
                column.level(newest - days, carry).map(one)
            }
            Self::Near(days) => {
                let (newest, _) = column.level(at, carry)?;
                near(newest - days, most_off(days))
            }
            Self::Months(months) => {
                let (newest, _) = column.level(at, carry)?;
                near(day::months_before(newest, months), MOST_OFF)
            }
            Self::YearStart => column.level(day::year_start(at) - 1, carry.min(MOST_OFF)).map(one),
            Self::First => (column.first()?..=at).find_map(known).map(one),
            Self::OfDay => known(at).map(one),
            Self::Sum(days) => {
                let from = at - days + 1;
                let value = |sum: ExactSum| column.decimals().round(sum.value());
                column.sum(from, at).map(|sum| InputValue { from, to: at, value: value(sum) })
            }
            Self::Average(days) => {
                let from = at - days + 1;
                let levels = (from..=at).filter_map(|day| column.level(day, carry));
                let (mut sum, mut count) = (ExactSum::default(), 0.0);
                for (_, value) in levels {
                    sum.add(value);
                    count += 1.0;
                }
                (count > 0.0).then(|| InputValue { from, to: at, value: sum.value() / count })
            }
        }
    }

    /// The day whose withheld value is the reason that `at` finds none.
    pub fn barred(self, input: CarriedColumn<'_>, at: Day) -> Option<Day> {
        let CarriedColumn { column, carry } = input;
        let standing_within = |day: Day, carry: i32| match column.last_entry(day, carry)? {
            (day, Entry::Barred) => Some(day),
            (_, Entry::Known(_) | Entry::Gap) => None,
        };
        let standing = |day: Day| standing_within(day, carry);
        match self {
            Self::LastBefore if column.at(at) != Entry::Gap => None,
            Self::Newest | Self::LastBefore => standing(at),
            // If the newest value is withheld, it is the reason, not the one before it.
            Self::Before(days) | Self::Near(days) => {
                let (newest, _) = column.level(at, carry)?;
                standing(newest - days)
            }
            Self::Months(months) => {
                let (newest, _) = column.level(at, carry)?;
                standing(day::months_before(newest, months))
            }
            Self::YearStart => standing_within(day::year_start(at) - 1, carry.min(MOST_OFF)),
            Self::First => column.barred(column.first()?, at),
            Self::OfDay => column.barred(at, at),
            Self::Sum(days) => column.barred(at - days + 1, at),
            Self::Average(days) => column.barred(at - days + 1 - carry, at),
        }
    }

    /// The number of days before a day that it may look back.
    pub fn reach(self, carry: i32) -> Day {
        match self {
            // A value of one day is carried as long as both inputs are.
            Self::Newest | Self::OfDay | Self::LastBefore => carry,
            Self::Before(days) => days + 2 * carry,
            Self::Near(days) => days + most_off(days) + carry,
            Self::Months(months) => 31 * months + MOST_OFF + carry,
            Self::YearStart => 366 + 2 * carry,
            Self::First => Day::MAX,
            Self::Sum(days) => days,
            Self::Average(days) => days + carry,
        }
    }

    /// The number of days that it reads for each value.
    pub fn steps(self) -> usize {
        match self {
            Self::Sum(days) | Self::Average(days) => days as usize,
            _ => 1,
        }
    }

    /// Whether it reads the value of one day, which holds on later days until another one follows.
    pub(crate) fn is_level(self) -> bool {
        match self {
            Self::Newest
            | Self::Before(_)
            | Self::Near(_)
            | Self::Months(_)
            | Self::YearStart
            | Self::First
            | Self::LastBefore => true,
            Self::OfDay | Self::Sum(_) | Self::Average(_) => false,
        }
    }

    /// Whether it depends on the day itself, so that a day without values yet has none.
    pub(crate) fn is_of_days(self) -> bool {
        matches!(self, Self::OfDay | Self::Sum(_))
    }
}
