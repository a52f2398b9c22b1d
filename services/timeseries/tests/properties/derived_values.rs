//! Derived values compared with those of a reader who finds the inputs of each day one by one.

use engine::day::{self, Day};
use engine::{Axis, CarriedColumn, Column, Entry, Formula, Mode, ValueSelection, derive, resample};
use proptest::prelude::*;
use proto::timeseries::v1::{MeasureKind, SeriesInterval};

use super::{KnownValues, axes, column, known, level, whole_sum};
use crate::support::shown;

/// The value of a series that a formula uses, found day by day.
fn taken(
    selection: ValueSelection,
    known: &KnownValues,
    carry: i32,
    at: Day,
) -> Option<(Day, f64)> {
    let standing = |at: Day| {
        let day = (at - carry..=at).rev().find(|day| known.contains_key(day))?;
        Some((day, known[&day]?))
    };
    match selection {
        ValueSelection::LastBefore if known.contains_key(&at) => None,
        ValueSelection::Newest | ValueSelection::LastBefore => standing(at),
        ValueSelection::Before(days) => standing(standing(at)?.0 - days),
        ValueSelection::Near(days) => {
            let (newest, _) = standing(at)?;
            let off = |day: Day| (newest - days - day).abs();
            let near = known.iter().filter_map(|(day, value)| Some((*day, (*value)?)));
            near.filter(|(day, _)| off(*day) <= (days / 4).min(7))
                .min_by_key(|(day, _)| (off(*day), *day))
        }
        ValueSelection::Months(months) => {
            let (newest, _) = standing(at)?;
            // Months back one by one, always to the end of a month from one.
            let newest = day::date(newest);
            let is_end = newest.next_day()?.day() == 1;
            let mut first = newest.replace_day(1).unwrap();
            for _ in 0..months {
                first = first.previous_day()?.replace_day(1).unwrap();
            }
            let length = first.month().length(first.year());
            let wanted = if is_end { length } else { newest.day().min(length) };
            let wanted = day::from_date(first.replace_day(wanted).unwrap());
            let off = |day: Day| (wanted - day).abs();
            let near = known.iter().filter_map(|(day, value)| Some((*day, (*value)?)));
            near.filter(|(day, _)| off(*day) <= 7).min_by_key(|(day, _)| (off(*day), *day))
        }
        ValueSelection::YearStart => {
            let year = day::date(at).year();
            let end = (0..=366).map(|back| at - back).find(|day| day::date(*day).year() < year)?;
            let day = (end - carry.min(7)..=end).rev().find(|day| known.contains_key(day))?;
            Some((day, known[&day]?))
        }
        ValueSelection::First => {
            known.range(..=at).find_map(|(day, value)| Some((*day, (*value)?)))
        }
        ValueSelection::OfDay => Some((at, (*known.get(&at)?)?)),
        ValueSelection::Sum(days) => Some((at, whole_sum(known, at - days + 1, at)?)),
        ValueSelection::Average(days) => {
            let all: Vec<f64> =
                (at - days + 1..=at).filter_map(|day| level(known, day, carry)).collect();
            (!all.is_empty()).then(|| (at, all.iter().sum::<f64>() / all.len() as f64))
        }
    }
}

fn made(
    formula: Formula,
    (day, value): (Day, f64),
    (other_day, other): (Day, f64),
    bears_yield: bool,
) -> Option<f64> {
    let days = f64::from(day - other_day);
    let ratio = value / other;
    let stands_still = value.to_bits() == other.to_bits() && day > other_day;
    let is_yield =
        matches!(formula, Formula::DailyReturn | Formula::SimpleYield | Formula::EffectiveYield);
    match formula {
        Formula::Identity => return Some(value),
        Formula::Difference => return Some(value - other),
        Formula::Sum => return Some(value + other),
        Formula::ShareOfSum => {
            return (value + other > 0.0).then(|| value / (value + other));
        }
        Formula::IfDays(least, most) => {
            let whole = other.ceil();
            let is_within = whole >= f64::from(least) && whole <= f64::from(most);
            return Some(if is_within { value } else { 0.0 });
        }
        _ if other <= 0.0 => return None,
        Formula::Ratio => return Some(ratio),
        Formula::Share => return (ratio <= 1.0).then_some(ratio),
        Formula::Remainder => return (ratio <= 1.0).then_some(1.0 - ratio),
        Formula::Premium => return Some(ratio - 1.0),
        // Nothing was paid, and nothing grew.
        _ if (is_yield || bears_yield && formula.is_growth()) && stands_still => return None,
        Formula::Growth => return Some(10_000.0 * ratio),
        _ if days <= 0.0 => return None,
        _ => {}
    }
    match formula {
        Formula::Return => Some(ratio - 1.0),
        Formula::DailyReturn => (days <= 7.0).then_some((ratio - 1.0) / days),
        Formula::SimpleYield => Some((ratio - 1.0) / days * 365.0),
        _ => Some(ratio.powf(365.0 / days) - 1.0).filter(|value| ratio > 0.0 && value.is_finite()),
    }
}

/// The last day that is worked out, and the last on which the value stands.
fn end(selections: [ValueSelection; 2], inputs: [(&KnownValues, i32); 2]) -> Option<(Day, Day)> {
    let [last, other] = inputs.map(|(known, _)| known.keys().next_back().copied());
    let (last, other) = (last?, other?);
    let end = match selections
        .map(|selection| matches!(selection, ValueSelection::OfDay | ValueSelection::Sum(_)))
    {
        [true, true] => last.min(other),
        [true, false] => last,
        [false, true] => other,
        [false, false] => last.max(other),
    };
    Some((end, end.max((last + inputs[0].1).min(other + inputs[1].1))))
}

fn is_known(known: &KnownValues, day: Day) -> bool {
    known.get(&day).is_some_and(Option::is_some)
}

fn selections() -> impl Strategy<Value = ValueSelection> {
    prop_oneof![
        Just(ValueSelection::Newest),
        (1..40).prop_map(ValueSelection::Before),
        (1..40).prop_map(ValueSelection::Near),
        (1..4).prop_map(ValueSelection::Months),
        Just(ValueSelection::YearStart),
        Just(ValueSelection::First),
        Just(ValueSelection::LastBefore),
        (1..40).prop_map(ValueSelection::Sum),
        (1..40).prop_map(ValueSelection::Average),
    ]
}

fn formulas() -> impl Strategy<Value = Formula> {
    prop_oneof![
        Just(Formula::Identity),
        Just(Formula::Difference),
        Just(Formula::Sum),
        Just(Formula::ShareOfSum),
        (1..40, 0..40).prop_map(|(least, days)| Formula::IfDays(least, least + days)),
        Just(Formula::Share),
        Just(Formula::Remainder),
        Just(Formula::Ratio),
        Just(Formula::Premium),
        Just(Formula::Return),
        Just(Formula::DailyReturn),
        Just(Formula::SimpleYield),
        Just(Formula::EffectiveYield),
        Just(Formula::Growth),
    ]
}

proptest! {
    #[test]
    fn derived_values_equal_those_of_a_naive_reader(
        known in known(),
        other in known(),
        carries in (0..20_i32, 0..20_i32),
        formula in formulas(),
        bears_yield in any::<bool>(),
        selections in [selections(), selections()],
        (_, axis) in axes(),
        of_days in prop_oneof![
            Just(None),
            Just(Some([ValueSelection::OfDay; 2])),
            Just(Some([ValueSelection::OfDay, ValueSelection::LastBefore])),
        ],
    ) {
        let selections = of_days.unwrap_or(selections);
        let columns = [column(&known), column(&other)];
        let carries = [carries.0, carries.1];
        let inputs = [(&known, carries[0]), (&other, carries[1])];
        let held = [0, 1].map(|place| CarriedColumn { column: &columns[place], carry: carries[place] });
        let (from, to) = (axis.starts[0], *axis.ends.last().unwrap());
        let derived = derive(formula, selections, held, None, bears_yield, (from, to));
        let days = Axis::new(SeriesInterval::Day, from, to, 1_000).unwrap();
        let found = resample(&derived.column, MeasureKind::Stock, Mode::Level, derived.carry, &days);
        for (day, found) in (from..=to).zip(shown(&found)) {
            let expected = end(selections, inputs).filter(|(_, stands)| day <= *stands).and_then(|(end, _)| {
                let at = day.min(end);
                if let (Formula::Difference, [ValueSelection::Sum(days), ValueSelection::Sum(_)]) = (formula, selections)
                    && (at - days + 1..=at).any(|day| is_known(&known, day) != is_known(&other, day))
                {
                    return None;
                }
                let part = |place: usize| taken(selections[place], inputs[place].0, inputs[place].1, at);
                made(formula, part(0)?, part(1)?, bears_yield)
            });
            if of_days.is_some() && expected.is_none() {
                // A premium over nothing is unknown, and none stands in its place.
                let base = taken(selections[1], inputs[1].0, inputs[1].1, day);
                let is_zero = base.is_some_and(|(_, base)| base <= 0.0);
                let is_within = end(selections, inputs).is_some_and(|(end, _)| day <= end);
                let is_ended = formula == Formula::Premium && is_zero && is_within;
                prop_assert!(!is_ended || found.is_none(), "{}: {:?}", day, found);
                continue;
            }
            let is_alike = match (found, expected) {
                (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * other.abs().max(1.0),
                (one, other) => one == other,
            };
            prop_assert!(is_alike, "{}: {:?} instead of {:?}", day, found, expected);
        }
    }
}

proptest! {
    #[test]
    fn a_net_flow_of_cents_has_the_cents_of_its_parts(
        cents in proptest::collection::vec((0..99_999_999_999_i64, 0..99_999_999_999_i64), 1..40),
        over in prop_oneof![Just(1_i32), Just(7), Just(30)],
    ) {
        let column = |of: fn(&(i64, i64)) -> i64| {
            let values = cents.iter().map(|pair| Some(of(pair) as f64 / 100.0));
            Column::from_points((100..).zip(values))
        };
        let columns = [column(|pair| pair.0), column(|pair| pair.1)];
        let held = columns.each_ref().map(|column| CarriedColumn { column, carry: 0 });
        let selection = if over == 1 { ValueSelection::OfDay } else { ValueSelection::Sum(over) };
        let range = (100, 99 + cents.len() as i32);
        let derived = derive(Formula::Difference, [selection; 2], held, None, false, range);
        for place in 0..cents.len() {
            let first = (place + 1).saturating_sub(over as usize);
            let expected: i64 = cents[first..=place].iter().map(|(came, went)| came - went).sum();
            let found = derived.column.at(100 + place as i32);
            prop_assert_eq!(found, Entry::Known(expected as f64 / 100.0));
        }
    }
}

proptest! {
    #[test]
    fn a_net_flow_is_mints_less_burns_if_both_are_known(
        came in known(),
        went in known(),
        (_, axis) in axes(),
    ) {
        let columns = [column(&came), column(&went)];
        let held = columns.each_ref().map(|column| CarriedColumn { column, carry: 0 });
        let (from, to) = (axis.starts[0], *axis.ends.last().unwrap());
        let derived = derive(Formula::Difference, [ValueSelection::OfDay; 2], held, None, false, (from, to));
        let found = resample(&derived.column, MeasureKind::Flow, Mode::Level, 0, &axis);
        let last = [&came, &went].map(|known| known.keys().next_back().copied());
        let end = last[0].min(last[1]).unwrap_or(from - 1);
        for ((from, to), found) in axis.starts.iter().zip(&axis.ends).zip(shown(&found)) {
            let until = end.min(*to);
            let of_day = |day: Day| Some((*came.get(&day)?)? - (*went.get(&day)?)?);
            let expected = (*from..=until).filter_map(of_day).reduce(|sum, of_day| sum + of_day);
            prop_assert_eq!(found, expected);
        }
    }
}
