//! Answers compared with those of a reader who knows no trick: over random values with nulls, gaps and restatements.

mod combined_members;
mod derived_values;

use std::collections::BTreeMap;
use std::time::Duration;

use crate::support::{HEAD, World, asset, shown};
use engine::Column;
use engine::day::{self, Day};
use engine::{Axis, Mode, resample, start_of};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::timeseries::v1::{GetSeriesRequest, MeasureKind, SeriesInterval};

/// The known state of each day: a value, or the statement that there is none.
pub type KnownValues = BTreeMap<Day, Option<f64>>;

const FIRST: Day = 20_000;
const DAYS: Day = 120;

fn known() -> impl Strategy<Value = KnownValues> {
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

fn column(known: &KnownValues) -> Column {
    Column::from_points(known.iter().map(|(day, value)| (*day, *value)))
}

/// The value that stands at a day: look back day by day.
pub fn level(known: &KnownValues, at: Day, carry: i32) -> Option<f64> {
    (at - carry..=at).rev().find_map(|day| known.get(&day).copied()).flatten()
}

/// The known values of a range, with withheld days as none.
fn part(known: &KnownValues, from: Day, to: Day) -> Vec<Option<f64>> {
    if to < from { Vec::new() } else { known.range(from..=to).map(|(_, value)| *value).collect() }
}

/// The sum of the known days of a range.
pub fn sum(known: &KnownValues, from: Day, to: Day) -> Option<f64> {
    part(known, from, to).into_iter().flatten().reduce(|sum, value| sum + value)
}

/// The sum of a range, unless a part of it is withheld.
fn whole_sum(known: &KnownValues, from: Day, to: Day) -> Option<f64> {
    sum(known, from, to).filter(|_| !part(known, from, to).contains(&None))
}

/// The last value of an interval, the last one known before it, and the first of several in it.
fn change(
    known: &KnownValues,
    carry: i32,
    from: Day,
    to: Day,
) -> Option<(f64, Option<f64>, Option<f64>)> {
    let last = |from: Day, to: Day| known.range(from..=to).rev().find_map(|(_, value)| *value);
    let now = level(known, to, carry).or_else(|| last(from, to))?;
    let mut own = known.range(from..=to).filter_map(|(_, value)| *value);
    let first = own.next().filter(|_| own.next().is_some());
    Some((now, last(Day::MIN, from - 1), first))
}

fn naive(
    known: &KnownValues,
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
            let amount = |(now, before, first): (f64, Option<f64>, Option<f64>)| {
                Some(now - before.or(first)?)
            };
            changes.map(|change| change.and_then(amount)).collect()
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
        let mut states: Vec<(String, KnownValues)> = Vec::new();
        let mut state = KnownValues::new();
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
