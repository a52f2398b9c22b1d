//! Answers compared with those of a reader who knows no trick: over random values with nulls, gaps and restatements.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::support::{HEAD, World, asset, shown};
use engine::Column;
use engine::day::{self, Day};
use engine::{
    Axis, CarriedColumn, Combined, Combiner, Formula, Member, Mode, ValueSelection, derive,
    resample, start_of,
};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::timeseries::v1::{GetSeriesRequest, MeasureKind, SeriesInterval};

/// The known state of each day: a value, or the statement that there is none.
type Known = BTreeMap<Day, Option<f64>>;

const FIRST: Day = 20_000;
const DAYS: Day = 120;

fn known() -> impl Strategy<Value = Known> {
    // Whole numbers add up the same in any order.
    let value = option::weighted(0.9, (-1_000..1_000_i32).prop_map(f64::from));
    let broken = btree_map(FIRST..FIRST + DAYS, value, 0..60);
    let values = vec((-1_000..1_000_i32).prop_map(|value| Some(f64::from(value))), 1..60);
    let unbroken =
        (FIRST..FIRST + DAYS, values).prop_map(|(first, values)| (first..).zip(values).collect());
    prop_oneof![broken, unbroken]
}

fn intervals() -> impl Strategy<Value = SeriesInterval> {
    prop_oneof![
        Just(SeriesInterval::Day),
        Just(SeriesInterval::Week),
        Just(SeriesInterval::Month),
        Just(SeriesInterval::Quarter),
        Just(SeriesInterval::Year),
    ]
}

fn axes() -> impl Strategy<Value = (SeriesInterval, Axis)> {
    (intervals(), FIRST - 40..FIRST + DAYS + 40, 0..160_i32).prop_map(|(interval, from, length)| {
        (interval, Axis::new(interval, from, from + length, 1_000).unwrap())
    })
}

fn column(known: &Known) -> Column {
    Column::from_points(known.iter().map(|(day, value)| (*day, *value)))
}

/// The value that stands at a day: look back day by day.
fn level(known: &Known, at: Day, carry: i32) -> Option<f64> {
    (at - carry..=at).rev().find_map(|day| known.get(&day).copied()).flatten()
}

/// The known values of a range, with withheld days as none.
fn part(known: &Known, from: Day, to: Day) -> Vec<Option<f64>> {
    if to < from { Vec::new() } else { known.range(from..=to).map(|(_, value)| *value).collect() }
}

/// The sum of the known days of a range.
fn sum(known: &Known, from: Day, to: Day) -> Option<f64> {
    part(known, from, to).into_iter().flatten().reduce(|sum, value| sum + value)
}

/// The sum of a range, unless a part of it is withheld.
fn whole_sum(known: &Known, from: Day, to: Day) -> Option<f64> {
    sum(known, from, to).filter(|_| !part(known, from, to).contains(&None))
}

/// The last value of an interval, and the last one known before it.
fn change(known: &Known, carry: i32, from: Day, to: Day) -> Option<(f64, Option<f64>)> {
    let last = |from: Day, to: Day| known.range(from..=to).rev().find_map(|(_, value)| *value);
    let now = level(known, to, carry).or_else(|| last(from, to))?;
    Some((now, last(Day::MIN, from - 1)))
}

fn naive(
    known: &Known,
    kind: MeasureKind,
    mode: Mode,
    carry: i32,
    axis: &Axis,
) -> Vec<Option<f64>> {
    let ranges = || axis.starts.iter().zip(&axis.ends);
    match (kind, mode) {
        (MeasureKind::Flow, Mode::Cumulative) => {
            let sums: Vec<Option<f64>> =
                ranges().map(|(from, to)| sum(known, *from, *to)).collect();
            let before = |place: usize| sums[..=place].iter().flatten().sum::<f64>();
            (0..sums.len()).map(|place| sums[place].map(|_| before(place))).collect()
        }
        (MeasureKind::Flow, _) => ranges().map(|(from, to)| sum(known, *from, *to)).collect(),
        (MeasureKind::Distinct, _) => {
            ranges().map(|(from, to)| level(known, *to, to - from)).collect()
        }
        (_, Mode::Flow) => {
            let changes = ranges().map(|(from, to)| change(known, carry, *from, *to));
            changes.map(|change| change.and_then(|(now, before)| Some(now - before?))).collect()
        }
        _ => axis.ends.iter().map(|end| level(known, *end, carry)).collect(),
    }
}

proptest! {
    #[test]
    fn a_series_on_an_axis_equals_that_of_a_naive_reader(
        known in known(),
        (_, axis) in axes(),
        carry in 0..40_i32,
    ) {
        let column = column(&known);
        for (kind, mode) in [
            (MeasureKind::Stock, Mode::Level),
            (MeasureKind::Stock, Mode::Flow),
            (MeasureKind::Flow, Mode::Level),
            (MeasureKind::Flow, Mode::Cumulative),
            (MeasureKind::Distinct, Mode::Level),
        ] {
            let found = shown(&resample(&column, kind, mode, carry, &axis));
            prop_assert_eq!(found, naive(&known, kind, mode, carry, &axis), "{:?} {:?}", kind, mode);
        }
    }

    #[test]
    fn an_interval_agrees_with_its_days(known in known(), (interval, axis) in axes(), carry in 0..40_i32) {
        let column = column(&known);
        let (from, to) = (axis.starts[0], *axis.ends.last().unwrap());
        let days = Axis::new(SeriesInterval::Day, from, to, 1_000).unwrap();
        let of = |kind, axis: &Axis| shown(&resample(&column, kind, Mode::Level, carry, axis));
        let (levels, daily) = (of(MeasureKind::Stock, &axis), of(MeasureKind::Stock, &days));
        for (place, end) in axis.ends.iter().enumerate() {
            prop_assert_eq!(levels[place], daily[(end - from) as usize]);
            prop_assert_eq!(start_of(interval, *end), axis.starts[place]);
        }
    }

    #[test]
    fn combined_members_equal_the_sums_of_a_naive_reader(
        all in vec((known(), 0..20_i32, option::of(known())), 0..24),
        (_, axis) in axes(),
        is_weighted in any::<bool>(),
        first_block in 0..24_usize,
    ) {
        for (kind, mode, combiner) in [
            (MeasureKind::Stock, Mode::Level, Combiner::Sum),
            (MeasureKind::Stock, Mode::Flow, Combiner::Sum),
            (MeasureKind::Flow, Mode::Level, Combiner::Sum),
            (MeasureKind::Flow, Mode::Cumulative, Combiner::Sum),
            (MeasureKind::Stock, Mode::Level, Combiner::Average),
            (MeasureKind::Stock, Mode::Flow, Combiner::Average),
            (MeasureKind::Stock, Mode::Flow, Combiner::Alone),
            (MeasureKind::Distinct, Mode::Level, Combiner::Alone),
        ] {
            let is_weighted = is_weighted && combiner == Combiner::Average;
            let columns: Vec<(Column, i32, Option<Column>)> = all
                .iter()
                .map(|(known, carry, weight)| (column(known), *carry, weight.as_ref().map(column)))
                .collect();
            let empty = || Combined::new(kind, mode, combiner, is_weighted, &axis);
            let (mut combined, mut rest) = (empty(), empty());
            let mut members = columns.iter().map(|(column, carry, weight)| {
                let weight = weight.as_ref().map(|weight| (weight, *carry));
                Member { column, carry: *carry, weight, is_monthly_average: false }
            });
            combined.add(members.by_ref().take(first_block), &axis);
            rest.add(members, &axis);
            combined.merge(&rest);
            let (values, coverage) = together(&all, kind, mode, combiner, is_weighted, &axis);
            prop_assert_eq!(shown(&combined.values()), values, "{:?} {:?} {:?}", kind, mode, combiner);
            prop_assert_eq!(shown(&combined.coverage()), coverage);
        }
    }
}

/// The value of a series that a formula uses, found day by day.
fn taken(selection: ValueSelection, known: &Known, carry: i32, at: Day) -> Option<(Day, f64)> {
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
        Formula::DailyReturn => Some((ratio - 1.0) / days),
        Formula::SimpleYield => Some((ratio - 1.0) / days * 365.0),
        _ => Some(ratio.powf(365.0 / days) - 1.0).filter(|value| ratio > 0.0 && value.is_finite()),
    }
}

/// The last day that is worked out, and the last on which the value stands.
fn end(selections: [ValueSelection; 2], inputs: [(&Known, i32); 2]) -> Option<(Day, Day)> {
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

fn is_known(known: &Known, day: Day) -> bool {
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

type Values = Vec<Option<f64>>;

/// The level of each member and what it counts, at a day or of an interval.
fn counted(
    (known, carry, weight): &(Known, i32, Option<Known>),
    kind: MeasureKind,
    mode: Mode,
    is_weighted: bool,
    axis: &Axis,
) -> Vec<Option<(f64, f64)>> {
    let values = naive(known, kind, mode, *carry, axis);
    let weights = match (is_weighted, weight) {
        (false, _) => vec![Some(1.0); axis.len()],
        (true, None) => vec![None; axis.len()],
        (true, Some(weight)) => naive(weight, MeasureKind::Stock, Mode::Level, *carry, axis),
    };
    let pairs = values.into_iter().zip(weights);
    pairs.map(|(value, weight)| Some((value?, weight.filter(|weight| *weight >= 0.0)?))).collect()
}

fn one(combiner: Combiner, members: usize, with: &[(f64, f64)]) -> Option<f64> {
    let weight: f64 = with.iter().map(|(_, weight)| weight).sum();
    match combiner {
        _ if with.is_empty() => None,
        Combiner::Sum => Some(with.iter().map(|(value, _)| value).sum()),
        Combiner::Average => (weight > 0.0)
            .then(|| with.iter().map(|(value, weight)| value * weight).sum::<f64>() / weight),
        Combiner::Alone => (members == 1).then(|| with[0].0),
    }
}

fn together(
    all: &[(Known, i32, Option<Known>)],
    kind: MeasureKind,
    mode: Mode,
    combiner: Combiner,
    is_weighted: bool,
    axis: &Axis,
) -> (Values, Values) {
    let is_change = kind == MeasureKind::Stock && mode == Mode::Flow;
    let days_before: Vec<Day> = axis.starts.iter().map(|start| start - 1).collect();
    let before = Axis { starts: days_before.clone(), ends: days_before };
    let of = |axis: &Axis| -> Vec<Vec<Option<(f64, f64)>>> {
        all.iter().map(|member| counted(member, kind, Mode::Level, is_weighted, axis)).collect()
    };
    let (now, then) = (of(axis), of(&before));
    let begun = |at: Day| {
        all.iter().map(move |(known, ..)| known.keys().next().is_some_and(|first| *first <= at))
    };
    let mut values = Vec::new();
    let mut coverage = Vec::new();
    let (mut with_value, mut due) = (0, 0);
    for place in 0..axis.len() {
        let at = |levels: &[Vec<Option<(f64, f64)>>]| -> Vec<(f64, f64)> {
            levels.iter().filter_map(|member| member[place]).collect()
        };
        let value = one(combiner, all.len(), &at(&now));
        let had_begun: Vec<bool> = begun(before.ends[place]).collect();
        let earlier = || one(combiner, all.len(), &at(&then));
        values.push(match combiner {
            // A change of all is that of each member, so that it is the sum of any groups of them.
            Combiner::Sum | Combiner::Alone if is_change => {
                let of = |(known, carry, _): &(Known, i32, Option<Known>)| {
                    let (now, before) =
                        change(known, *carry, axis.starts[place], axis.ends[place])?;
                    let begun = (combiner == Combiner::Sum).then_some(0.0);
                    Some(now - before.or(begun)?)
                };
                let changes = all.iter().filter_map(of);
                let is_alone = combiner == Combiner::Alone && all.len() != 1;
                changes.reduce(|sum, change| sum + change).filter(|_| !is_alone)
            }
            _ if is_change => value.zip(earlier()).map(|(one, other)| one - other),
            _ => value,
        });
        let has = |member: usize| {
            let had = !had_begun[member] || then[member][place].is_some();
            let (known, ..) = &all[member];
            let is_whole = kind != MeasureKind::Flow
                || !part(known, axis.starts[place], axis.ends[place]).contains(&None);
            let has_both = had || !is_change || combiner != Combiner::Average;
            now[member][place].is_some() && has_both && is_whole
        };
        let with = (0..all.len()).filter(|member| has(*member)).count();
        let of = begun(axis.ends[place]).filter(|begun| *begun).count();
        // A value that an interval lacks is missing from every sum over time that goes on behind it.
        let since = if mode == Mode::Cumulative { (with_value, due) } else { (0, 0) };
        (with_value, due) = (since.0 + with, since.1 + of);
        coverage.push((due > 0).then(|| with_value as f64 / due as f64));
    }
    if mode == Mode::Cumulative {
        let before = |place: usize| values[..=place].iter().flatten().sum::<f64>();
        values = (0..values.len()).map(|place| values[place].map(|_| before(place))).collect();
    }
    (values, coverage)
}

/// Loads one behind the other, each a few values of days, `None` for one taken back.
fn loads() -> impl Strategy<Value = Vec<BTreeMap<Day, Option<i32>>>> {
    vec(btree_map(FIRST..FIRST + 12, option::weighted(0.8, 0..4_i32), 1..6), 1..6)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_earlier_state_equals_the_loads_until_then() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..kit::testing::cases(12) {
        let loads = loads().new_tree(&mut runner).unwrap().current();
        let world = World::start().await;
        let mut states: Vec<(String, Known)> = Vec::new();
        let mut state = Known::new();
        for load in &loads {
            let row = |(day, value): (&Day, &Option<i32>)| {
                let value = value.map_or_else(|| "null".to_owned(), |value| value.to_string());
                format!("asset,coin,71,{},{value}\n", day::text(*day))
            };
            let rows: String = load.iter().map(row).collect();
            world.import(&[("long.csv", &format!("{HEAD}\n{rows}"))]).await.unwrap();
            state.extend(load.iter().map(|(day, value)| (*day, value.map(f64::from))));
            let now = world.clock.now();
            let format = time::format_description::well_known::Rfc3339;
            states.push((now.format(&format).unwrap(), state.clone()));
            world.clock.advance(Duration::from_mins(5));
            world.refresh().await;
        }
        let mut client = world.serve().await;
        let axis = Axis::new(SeriesInterval::Day, FIRST - 2, FIRST + 20, 100).unwrap();
        for (at, state) in
            states.iter().map(|(at, state)| (Some(at.clone()), state)).chain([(None, &state)])
        {
            let request = GetSeriesRequest {
                keys: vec![asset("coin", "71")],
                from: Some(day::text(FIRST - 2)),
                to: Some(day::text(FIRST + 20)),
                as_of: at.clone(),
                ..GetSeriesRequest::default()
            };
            let answer = client.get_series(request).await.unwrap().into_inner();
            let expected = naive(state, MeasureKind::Stock, Mode::Level, 7, &axis);
            assert_eq!(shown(&answer.lines[0].values), expected, "{at:?} of {loads:?}");
        }
    }
}
