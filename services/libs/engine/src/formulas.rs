//! Derived series: selects the value of each input on a day, and combines both by a formula.

use crate::column::{Column, Entry};
use crate::day::{self, Day};
use crate::exact_sum::ExactSum;
use crate::reasons::Reason;
use crate::reinvested::Reinvested;

const GROWN: f64 = 10_000.0;
const YEAR: f64 = 365.0;
/// By how many days a valuation may miss the day some months before.
const OFF_MONTH: Day = 7;

/// Selects the value of an input that is used on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSelection {
    /// The newest value, carried or not.
    Newest,
    /// The value in effect a number of days before the newest one.
    Before(Day),
    /// The valuation nearest to the day a number of days before the newest one, off by a quarter of that number at most.
    Near(Day),
    /// The valuation nearest to the day a number of calendar months before the newest one, off by a week at most.
    Months(i32),
    /// The value at the end of the previous year.
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

/// The formula that combines two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The first one, unchanged.
    Identity,
    /// The first less the second.
    Difference,
    /// Both added up.
    Sum,
    /// The first as a share of the sum of both.
    ShareOfSum,
    /// The first if the second is from one number of days to another, otherwise 0.
    IfDays(Day, Day),
    /// The first as a share of the second; at most 1.
    Share,
    /// The share of the second that remains without the first.
    Remainder,
    /// The first divided by the second.
    Ratio,
    /// The ratio of both, less 1.
    Premium,
    /// The growth from the second valuation to the first.
    Return,
    /// The growth per day between both.
    DailyReturn,
    /// The growth per year, without compounding.
    SimpleYield,
    /// The growth per year, with compounding.
    EffectiveYield,
    /// The present value of 10,000.
    Growth,
}

impl Formula {
    /// Whether it is growth between two valuations, to which distributions belong.
    pub fn is_growth(self) -> bool {
        match self {
            Self::Return
            | Self::DailyReturn
            | Self::SimpleYield
            | Self::EffectiveYield
            | Self::Growth => true,
            Self::Identity
            | Self::Difference
            | Self::Sum
            | Self::ShareOfSum
            | Self::IfDays(..)
            | Self::Share
            | Self::Remainder
            | Self::Ratio
            | Self::Premium => false,
        }
    }

    /// Whether it is a yield: one of zero would say that a fund pays nothing.
    fn is_yield(self) -> bool {
        matches!(self, Self::DailyReturn | Self::SimpleYield | Self::EffectiveYield)
    }
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

/// The values of a derived series.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// The values of a range of days.
    pub column: Column,
    /// The number of days for which the last value is carried: as long as both inputs are.
    pub carry: i32,
    /// The last day with a value, whatever the range.
    pub last: Option<Day>,
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
            let around = |off: Day| [day - off, day + off];
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
                near(newest - days, days / 4)
            }
            Self::Months(months) => {
                let (newest, _) = column.level(at, carry)?;
                near(day::months_before(newest, months), OFF_MONTH)
            }
            Self::YearStart => column.level(day::year_start(at) - 1, carry).map(one),
            Self::First => (column.first()?..=at).find_map(known).map(one),
            Self::OfDay => known(at).map(one),
            Self::Sum(days) => {
                let from = at - days + 1;
                column.sum(from, at).map(|sum| InputValue { from, to: at, value: sum.value() })
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
        let standing = |day: Day| match column.last_entry(day, carry)? {
            (day, Entry::Barred) => Some(day),
            (_, Entry::Known(_) | Entry::Gap) => None,
        };
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
            Self::YearStart => standing(day::year_start(at) - 1),
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
            Self::Near(days) => days + days / 4 + carry,
            Self::Months(months) => 31 * months + OFF_MONTH + carry,
            Self::YearStart => 366 + carry,
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

    /// Whether it depends on the day itself, so that a day without values yet has none.
    fn is_of_days(self) -> bool {
        matches!(self, Self::OfDay | Self::Sum(_))
    }
}

impl Formula {
    /// The result for two valuations with the distributions between them.
    fn apply_reinvested(
        self,
        first: InputValue,
        second: InputValue,
        paid: &Reinvested<'_>,
    ) -> Option<f64> {
        let stands_still = first.value.to_bits() == second.value.to_bits();
        if self.is_yield() && stands_still && !paid.holds_interval(second.to, first.to) {
            return None;
        }
        let factor = paid.factor(second.to, first.to)?;
        self.apply(InputValue { value: first.value * factor, ..first }, second)
    }

    /// The result for two values; `None` if it would mean nothing.
    pub fn apply(self, first: InputValue, second: InputValue) -> Option<f64> {
        let days = f64::from(first.to - second.to);
        let over = |base: InputValue| (base.value > 0.0).then(|| first.value / base.value);
        // Growth needs two valuations.
        let grown = || over(second).filter(|_| days > 0.0);
        let value = match self {
            Self::Identity => Some(first.value),
            Self::Difference => Some(first.value - second.value),
            Self::Sum => Some(first.value + second.value),
            Self::ShareOfSum => {
                let sum = first.value + second.value;
                (sum > 0.0).then(|| first.value / sum)
            }
            Self::IfDays(least, most) => {
                // An average of days lies between whole numbers: more than 30 days are in the next range.
                let is_within =
                    second.value > f64::from(least - 1) && second.value <= f64::from(most);
                Some(if is_within { first.value } else { 0.0 })
            }
            Self::Share => over(second).filter(|share| *share <= 1.0),
            Self::Remainder => over(second).filter(|share| *share <= 1.0).map(|share| 1.0 - share),
            Self::Ratio => over(second),
            Self::Premium => over(second).map(|ratio| ratio - 1.0),
            Self::Return => grown().map(|ratio| ratio - 1.0),
            Self::DailyReturn => grown().map(|ratio| (ratio - 1.0) / days),
            Self::SimpleYield => grown().map(|ratio| (ratio - 1.0) * YEAR / days),
            Self::EffectiveYield => grown()
                .filter(|ratio| *ratio > 0.0)
                .map(|ratio| (YEAR / days * ratio.ln()).exp_m1()),
            Self::Growth => over(second).map(|ratio| GROWN * ratio),
        };
        value.filter(|value| value.is_finite())
    }
}

/// The reason for which an input has no value on a day.
fn reason(
    selections: [ValueSelection; 2],
    inputs: [CarriedColumn<'_>; 2],
    at: Day,
) -> Option<&'static Reason> {
    let mut pairs = selections.into_iter().zip(inputs);
    pairs.find_map(|(selection, input)| {
        // An average leaves withheld values out.
        if selection.at(input, at).is_some() {
            return None;
        }
        input.column.reason(selection.barred(input, at)?)
    })
}

/// The reason for which a distribution between both values of a day is unknown.
fn reason_of_paid(
    selections: [ValueSelection; 2],
    inputs: [CarriedColumn<'_>; 2],
    paid: &Reinvested<'_>,
    at: Day,
) -> Option<&'static Reason> {
    let [first, second] = [selections[0].at(inputs[0], at)?, selections[1].at(inputs[1], at)?];
    paid.reason(second.to, first.to)
}

/// Computes a range of days.
///
/// Values begin when both inputs have begun (for differences of flows, when one has), and end with the newest value of
/// either; for sums, with the last day that both have.
///
/// Growth reinvests distributions; without any, a yield of a value that stands still is unknown, and not zero.
pub fn derive(
    formula: Formula,
    selections: [ValueSelection; 2],
    inputs: [CarriedColumn<'_>; 2],
    distributions: Option<&Column>,
    (from, to): (Day, Day),
) -> Derived {
    let [Some((first, last)), Some((other_first, other_last))] =
        inputs.map(|CarriedColumn { column, .. }| column.first().zip(column.last()))
    else {
        return Derived::default();
    };
    // One of mints and burns alone would count for both in sums over time.
    let needs_both = formula == Formula::Difference && selections == [ValueSelection::OfDay; 2];
    let begin = if needs_both { first.min(other_first) } else { first.max(other_first) };
    let of_days = selections.map(ValueSelection::is_of_days);
    let end = match of_days {
        [true, true] => last.min(other_last),
        [true, false] => last,
        [false, true] => other_last,
        [false, false] => last.max(other_last),
    };
    if end < begin {
        return Derived::default();
    }
    let stands = (last + inputs[0].carry).min(other_last + inputs[1].carry);
    let mut column = Column::default();
    let paid = match distributions.filter(|_| formula.is_growth()) {
        Some(distributions) => Reinvested::new(distributions, inputs[0].column),
        None => Reinvested::nothing(),
    };
    // The entry of a day; `None` for a gap.
    let entry = |at: Day| {
        let value = match [selections[0].at(inputs[0], at), selections[1].at(inputs[1], at)] {
            [Some(first), Some(second)] => formula.apply_reinvested(first, second, &paid),
            _ => None,
        };
        let is_gap = || {
            let entries = inputs.map(|input| input.column.at(at));
            match selections {
                [ValueSelection::OfDay, ValueSelection::OfDay] => {
                    !entries.contains(&Entry::Barred) && (!needs_both || entries == [Entry::Gap; 2])
                }
                // A day on which the market was open is not a closed one that lacks a value.
                [ValueSelection::OfDay, ValueSelection::LastBefore] => {
                    entries[1] != Entry::Gap
                        || (entries[0] != Entry::Barred
                            && selections[1].barred(inputs[1], at).is_none())
                }
                _ => false,
            }
        };
        (value.is_some() || !is_gap()).then_some(value)
    };
    // The value that holds when the range begins lies before it, as does the one that the first change begins at.
    let mut before = (begin..=from.min(end)).rev();
    let known = before.clone().find(|at| matches!(entry(*at), Some(Some(_))));
    let from = known.or_else(|| before.find(|at| entry(*at).is_some())).unwrap_or(from);
    for at in begin.max(from)..=end.min(to) {
        match entry(at) {
            Some(Some(value)) => column.set(at, Some(value)),
            Some(None) => {
                let of_input = reason(selections, inputs, at);
                column.withhold(
                    at,
                    of_input.or_else(|| reason_of_paid(selections, inputs, &paid, at)),
                );
            }
            None => {}
        }
    }
    column.shrink();
    Derived { column, carry: (stands - end).max(0), last: Some(end) }
}
