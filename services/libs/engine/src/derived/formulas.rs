//! Derived series: combines the selected values of two inputs by a formula.

use super::reinvestment::Reinvestment;
use super::value_selection::{CarriedColumn, InputValue, ValueSelection};
use crate::calendar::day::Day;
use crate::columns::column::{Column, Entry};
use crate::columns::withheld_reasons::{ABOVE_MAXIMUM, Reason};
use crate::thresholds::DAILY_YIELD_DAYS;

const GROWN: f64 = 10_000.0;
const YEAR: f64 = 365.0;
/// The most days between the two valuations of a daily yield: of a month, every day would repeat the average.
const MOST_DAYS_APART: i32 = DAILY_YIELD_DAYS;

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
    /// The growth per day between both, if they are at most a week apart.
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

    /// Whether the result has no more decimals than the values of both inputs. An average has more.
    fn keeps_decimals(self, selections: [ValueSelection; 2]) -> bool {
        let is_average =
            |selection: &ValueSelection| matches!(selection, ValueSelection::Average(_));
        matches!(self, Self::Difference | Self::Sum) && !selections.iter().any(is_average)
    }

    /// Whether it is unknown for each first value, because the second one is a base of zero.
    fn is_unknown_over(self, second: Option<InputValue>) -> bool {
        self == Self::Premium && second.is_some_and(|base| base.value <= 0.0)
    }

    /// Whether it is a yield: one of zero would say that a fund pays nothing.
    fn is_yield(self) -> bool {
        matches!(self, Self::DailyReturn | Self::SimpleYield | Self::EffectiveYield)
    }
}

/// The values of a derived series.
#[derive(Clone, Debug, Default)]
pub struct DerivedValues {
    /// The values of a range of days.
    pub column: Column,
    /// The number of days for which a value is carried: as long as both inputs are.
    pub carry: i32,
    /// The last day with a value, whatever the range.
    pub last: Option<Day>,
}

impl Formula {
    /// The result for two valuations with the distributions between them.
    fn apply_reinvested(
        self,
        first: InputValue,
        second: InputValue,
        paid: &Reinvestment<'_>,
        bears_yield: bool,
    ) -> Option<f64> {
        let stands_still = first.value.to_bits() == second.value.to_bits() && second.to < first.to;
        // An annualized value needs the number of days that a distribution is for.
        let is_unknown = if self.is_yield() {
            !paid.holds_interval(second.to, first.to)
        } else {
            self.is_growth() && bears_yield && !paid.holds_any(second.to, first.to)
        };
        if stands_still && is_unknown {
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
            Self::DailyReturn => grown()
                .filter(|_| days <= f64::from(MOST_DAYS_APART))
                .map(|ratio| (ratio - 1.0) / days),
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
    paid: &Reinvestment<'_>,
    at: Day,
) -> Option<&'static Reason> {
    let [first, second] = [selections[0].at(inputs[0], at)?, selections[1].at(inputs[1], at)?];
    paid.reason(second.to, first.to)
}

/// The reason for which a share of both values of a day is unknown: a part that exceeds its whole is wrong, or the whole is.
fn reason_of_share(
    formula: Formula,
    selections: [ValueSelection; 2],
    inputs: [CarriedColumn<'_>; 2],
    at: Day,
) -> Option<&'static Reason> {
    if !matches!(formula, Formula::Share | Formula::Remainder) {
        return None;
    }
    let [first, second] = [selections[0].at(inputs[0], at)?, selections[1].at(inputs[1], at)?];
    Formula::Ratio.apply(first, second).filter(|share| *share > 1.0).map(|_| &ABOVE_MAXIMUM)
}

/// Whether a difference of two sums has a day of which one is known alone: as the difference of that day has no value,
/// theirs has none.
fn is_one_sided(
    formula: Formula,
    selections: [ValueSelection; 2],
    inputs: [CarriedColumn<'_>; 2],
    at: Day,
) -> bool {
    let (Formula::Difference, [ValueSelection::Sum(days), ValueSelection::Sum(_)]) =
        (formula, selections)
    else {
        return false;
    };
    let is_known =
        |input: &CarriedColumn<'_>, day: Day| matches!(input.column.at(day), Entry::Known(_));
    (at - days + 1..=at).any(|day| is_known(&inputs[0], day) != is_known(&inputs[1], day))
}

/// Whether a day without a value is a gap, over which the last value is carried. `second` is the second value of the day.
fn is_gap(
    formula: Formula,
    selections: [ValueSelection; 2],
    inputs: [CarriedColumn<'_>; 2],
    second: Option<InputValue>,
    at: Day,
) -> bool {
    let entries = inputs.map(|input| input.column.at(at));
    match selections {
        // The premium of an earlier day does not stand on a day on which there is nothing to compare with.
        [ValueSelection::OfDay, ValueSelection::OfDay | ValueSelection::LastBefore]
            if formula.is_unknown_over(second) =>
        {
            false
        }
        // One of mints and burns alone would count for both in sums over time.
        [ValueSelection::OfDay, ValueSelection::OfDay] if formula == Formula::Difference => {
            entries == [Entry::Gap; 2]
        }
        [ValueSelection::OfDay, ValueSelection::OfDay] => !entries.contains(&Entry::Barred),
        // A day on which the market was open is not a closed one that lacks a value.
        [ValueSelection::OfDay, ValueSelection::LastBefore] => {
            entries[1] != Entry::Gap
                || (entries[0] != Entry::Barred && selections[1].barred(inputs[1], at).is_none())
        }
        _ => false,
    }
}

/// Whether no input has an entry of a day: what the formula reads are then values of earlier days.
fn is_carried(inputs: [CarriedColumn<'_>; 2], at: Day) -> bool {
    inputs.iter().all(|input| input.column.at(at) == Entry::Gap)
}

/// Computes a range of days.
///
/// A day on which both values that the formula reads are carried is a gap, over which the last value is carried: it was
/// not measured again. Values begin when both inputs have begun (for differences of flows, when one has), and end with the
/// newest value of either; for sums, with the last day that both have.
///
/// Growth reinvests distributions. An unchanged value has a yield only if the period contains a distribution and the time
/// between the last one and the one before is at most 1.25 times the period; any growth of what bears a yield is unknown
/// without a distribution.
pub fn derive(
    formula: Formula,
    selections: [ValueSelection; 2],
    inputs: [CarriedColumn<'_>; 2],
    distributions: Option<&Column>,
    bears_yield: bool,
    (from, to): (Day, Day),
) -> DerivedValues {
    let [Some((first, last)), Some((other_first, other_last))] =
        inputs.map(|CarriedColumn { column, .. }| column.first().zip(column.last()))
    else {
        return DerivedValues::default();
    };
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
        return DerivedValues::default();
    }
    let stands = (last + inputs[0].carry).min(other_last + inputs[1].carry);
    let last_carry = (stands - end).max(0);
    let has_gaps = selections.iter().all(|selection| selection.is_level());
    let carry = match selections {
        // While a market is open, the premium of its last closed day stands, however long ago it closed last.
        [ValueSelection::OfDay, ValueSelection::LastBefore] => inputs[0].carry,
        _ if has_gaps => inputs[0].carry.min(inputs[1].carry),
        _ => last_carry,
    };
    let mut column = Column::default();
    let paid = match distributions.filter(|_| formula.is_growth()) {
        Some(distributions) => Reinvestment::new(distributions, inputs[0].column),
        None => Reinvestment::nothing(),
    };
    let decimals = formula
        .keeps_decimals(selections)
        .then(|| inputs[0].column.decimals().max(inputs[1].column.decimals()));
    let rounded = |value: f64| decimals.map_or(value, |decimals| decimals.round(value));
    // The entry of a day; `None` for a gap.
    let entry = |at: Day| {
        let values = [selections[0].at(inputs[0], at), selections[1].at(inputs[1], at)];
        let value = match values {
            _ if is_one_sided(formula, selections, inputs, at) => None,
            [Some(first), Some(second)] => {
                formula.apply_reinvested(first, second, &paid, bears_yield).map(rounded)
            }
            _ => None,
        };
        let is_entry = value.is_some() || !is_gap(formula, selections, inputs, values[1], at);
        is_entry.then_some(value)
    };
    // The value that holds when the range begins lies before it, as does the one that the first change begins at.
    let mut before =
        (begin..=from.min(end)).rev().filter(|at| !(has_gaps && is_carried(inputs, *at)));
    let known = before.clone().find(|at| matches!(entry(*at), Some(Some(_))));
    let from = known.or_else(|| before.find(|at| entry(*at).is_some())).unwrap_or(from);
    let mut standing: Option<(Day, f64)> = None;
    for at in begin.max(from)..=end.min(to) {
        match entry(at) {
            Some(Some(value)) => {
                // Without a new valuation the value may still change, as growth does when a year begins.
                let is_same = standing.is_some_and(|(day, standing)| {
                    at - day <= carry && standing.to_bits() == value.to_bits()
                });
                if !(has_gaps && is_same && is_carried(inputs, at)) {
                    column.set(at, Some(value));
                    standing = Some((at, value));
                }
            }
            Some(None) => {
                standing = None;
                let reason = reason(selections, inputs, at)
                    .or_else(|| reason_of_paid(selections, inputs, &paid, at))
                    .or_else(|| reason_of_share(formula, selections, inputs, at));
                column.withhold(at, reason);
            }
            None => {}
        }
    }
    // An input that ended earlier than the other shortens the carry of the last value.
    let over = end + last_carry + 1;
    if last_carry < carry && over <= to {
        column.set(over, None);
    }
    column.shrink();
    DerivedValues { column, carry, last: Some(end) }
}
