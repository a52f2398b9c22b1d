//! Answers compared with those of a reader who knows no trick: over random values with nulls, gaps and restatements.

#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod support;

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::timeseries::v1::{GetSeriesRequest, MeasureKind, SeriesInterval};
use support::{HEAD, World, asset, shown};
use timeseries::compute::{Axis, Combined, Combiner, Member, Mode, resample, start_of};
use timeseries::day::{self, Day};
use timeseries::image::Column;

/// What is known of each day: a value, or that there is none.
type Known = BTreeMap<Day, Option<f64>>;

const FIRST: Day = 20_000;
const DAYS: Day = 120;

fn known() -> impl Strategy<Value = Known> {
    // Whole numbers add up the same in any order.
    let value = option::weighted(0.9, (-1_000..1_000_i32).prop_map(f64::from));
    btree_map(FIRST..FIRST + DAYS, value, 0..60)
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

/// The sum of a range, unless a part of it is withheld.
fn sum(known: &Known, from: Day, to: Day) -> Option<f64> {
    let part: Vec<Option<f64>> =
        known.range(from..=to.max(from)).map(|(_, value)| *value).collect();
    if part.is_empty() || to < from { None } else { part.into_iter().sum() }
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
            let change = |from: Day, to: Day| {
                Some(level(known, to, carry)? - level(known, from - 1, carry)?)
            };
            ranges().map(|(from, to)| change(*from, *to)).collect()
        }
        _ => axis.ends.iter().map(|end| level(known, *end, carry)).collect(),
    }
}

proptest! {
    #[test]
    fn a_series_on_an_axis_is_what_a_naive_reader_finds(
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
    fn an_interval_says_what_its_days_say(known in known(), (interval, axis) in axes(), carry in 0..40_i32) {
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
    fn members_together_are_what_a_naive_reader_adds_up(
        all in vec((known(), 0..20_i32, option::of(known())), 0..6),
        (_, axis) in axes(),
        is_weighted in any::<bool>(),
    ) {
        for (kind, mode, combiner) in [
            (MeasureKind::Stock, Mode::Level, Combiner::Sum),
            (MeasureKind::Stock, Mode::Flow, Combiner::Sum),
            (MeasureKind::Flow, Mode::Level, Combiner::Sum),
            (MeasureKind::Flow, Mode::Cumulative, Combiner::Sum),
            (MeasureKind::Stock, Mode::Level, Combiner::Average),
            (MeasureKind::Distinct, Mode::Level, Combiner::Alone),
        ] {
            let is_weighted = is_weighted && combiner == Combiner::Average;
            let columns: Vec<(Column, i32, Option<Column>)> = all
                .iter()
                .map(|(known, carry, weight)| (column(known), *carry, weight.as_ref().map(column)))
                .collect();
            let mut combined = Combined::new(kind, mode, combiner, is_weighted, &axis);
            for (column, carry, weight) in &columns {
                let weight = weight.as_ref().map(|weight| (weight, *carry));
                combined.add(&Member { column, carry: *carry, weight }, &axis);
            }
            let (values, coverage) = together(&all, kind, mode, combiner, is_weighted, &axis);
            prop_assert_eq!(shown(&combined.values()), values, "{:?} {:?} {:?}", kind, mode, combiner);
            prop_assert_eq!(shown(&combined.coverage()), coverage);
        }
    }
}

type Found = Vec<Option<f64>>;

fn together(
    all: &[(Known, i32, Option<Known>)],
    kind: MeasureKind,
    mode: Mode,
    combiner: Combiner,
    is_weighted: bool,
    axis: &Axis,
) -> (Found, Found) {
    let each = if mode == Mode::Cumulative { Mode::Flow } else { mode };
    let members: Vec<(Found, Found)> = all
        .iter()
        .map(|(known, carry, weight)| {
            let values = naive(known, kind, each, *carry, axis);
            let weights = match (is_weighted, weight) {
                (false, _) => vec![Some(1.0); axis.len()],
                (true, None) => vec![None; axis.len()],
                (true, Some(weight)) => {
                    naive(weight, MeasureKind::Stock, Mode::Level, *carry, axis)
                }
            };
            (values, weights)
        })
        .collect();
    let begun = |place: usize| {
        let first = all.iter().filter_map(|(known, ..)| known.keys().next());
        first.filter(|first| **first <= axis.ends[place]).count()
    };
    let mut values = Vec::new();
    let mut coverage = Vec::new();
    for place in 0..axis.len() {
        let with: Vec<(f64, f64)> = members
            .iter()
            .filter_map(|(values, weights)| {
                Some((values[place]?, weights[place].filter(|weight| *weight >= 0.0)?))
            })
            .collect();
        let weight: f64 = with.iter().map(|(_, weight)| weight).sum();
        values.push(match combiner {
            _ if with.is_empty() => None,
            Combiner::Sum => Some(with.iter().map(|(value, _)| value).sum()),
            Combiner::Average => (weight > 0.0)
                .then(|| with.iter().map(|(value, weight)| value * weight).sum::<f64>() / weight),
            Combiner::Alone => (all.len() == 1).then(|| with[0].0),
        });
        coverage.push((begun(place) > 0).then(|| with.len() as f64 / begun(place) as f64));
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
async fn every_earlier_state_is_what_the_loads_until_then_said() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..12 {
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
