//! Withheld values in aggregates, compared with a naive search day by day.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::support::{HEAD, World, asset, shown};
use engine::Column;
use engine::day::{self, Day};
use engine::withheld_reasons::{REASONS, Reason};
use engine::{Axis, Member, Mode, resample, withheld};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::timeseries::v1::{
    GetAggregateRequest, GetSeriesRequest, MeasureKind, SeriesGroup, SeriesGroupBy, SeriesInterval,
    SeriesMode, ValueQualifier, WithheldMember,
};

/// The statement for each day: a value, the removal of an earlier one, or the reason for which it is withheld.
type ReportedValues = BTreeMap<Day, Result<f64, Option<&'static Reason>>>;

const FIRST: Day = 20_000;
const DAYS: Day = 120;
/// For how many days values of days stand.
const CARRY: i32 = 7;

fn reported() -> impl Strategy<Value = ReportedValues> {
    let reported = prop_oneof![
        4 => (-1_000..1_000_i32).prop_map(|value| Ok(f64::from(value))),
        1 => Just(Err(None)),
        3 => (0..REASONS.len()).prop_map(|place| Err(Some(&REASONS[place]))),
    ];
    btree_map(FIRST..FIRST + DAYS, reported, 0..60)
}

fn axes() -> impl Strategy<Value = Axis> {
    let intervals = prop_oneof![
        Just(SeriesInterval::Day),
        Just(SeriesInterval::Week),
        Just(SeriesInterval::Month),
        Just(SeriesInterval::Quarter),
    ];
    let range = (intervals, FIRST - 40..FIRST + DAYS + 40, 0..160_i32);
    range.prop_map(|(interval, from, length)| {
        Axis::new(interval, from, from + length, 1_000).unwrap()
    })
}

/// The reason for which an interval has no value, found day by day; `None` if the value is not withheld.
fn barrier(
    reported: &ReportedValues,
    kind: MeasureKind,
    mode: Mode,
    is_average: bool,
    carry: i32,
    (start, end): (Day, Day),
) -> Option<&'static Reason> {
    let reason = |day: Day| reported[&day].err().flatten();
    let standing = |at: Day, carry: i32| {
        (at - carry..=at).rev().find(|day| reported.contains_key(day)).and_then(reason)
    };
    match (kind, mode) {
        (MeasureKind::Flow, _) => {
            reported.range(start..=end).rev().find_map(|(day, _)| reason(*day))
        }
        (MeasureKind::Distinct, _) => standing(end, end - start),
        (_, Mode::Flow) if is_average => {
            standing(end, carry).or_else(|| standing(start - 1, carry))
        }
        _ => standing(end, carry),
    }
}

fn column(reported: &ReportedValues) -> Column {
    let mut column = Column::default();
    for (day, reported) in reported {
        match reported {
            Ok(value) => column.set(*day, Some(*value)),
            Err(reason) => column.withhold(*day, *reason),
        }
    }
    column
}

proptest! {
    #[test]
    fn withheld_stretches_equal_a_naive_search(
        own in reported(),
        weights in option::of(reported()),
        axis in axes(),
        carry in 0..40_i32,
        is_weighted in any::<bool>(),
    ) {
        let (values, weight) = (column(&own), weights.as_ref().map(column));
        let weight = weight.as_ref().map(|weight| (weight, carry));
        let member = Member { column: &values, carry, weight, is_monthly_average: false, days: None };
        let weights = weights.as_ref().filter(|_| is_weighted);
        for (kind, mode) in [
            (MeasureKind::Stock, Mode::Level),
            (MeasureKind::Stock, Mode::Flow),
            (MeasureKind::Flow, Mode::Level),
            (MeasureKind::Flow, Mode::Cumulative),
            (MeasureKind::Distinct, Mode::Level),
        ] {
            let mut found = vec![None; axis.len()];
            let stretches = withheld(&member, kind, mode, is_weighted, &axis);
            for stretch in &stretches {
                for place in &mut found[stretch.first..=stretch.last] {
                    prop_assert_eq!(place.replace(stretch.reason), None, "listed twice");
                }
            }
            let of_weight = if kind == MeasureKind::Stock { mode } else { Mode::Level };
            let ranges = axis.starts.iter().copied().zip(axis.ends.iter().copied());
            let naive: Vec<Option<&Reason>> = ranges
                .clone()
                .map(|range| {
                    let weight =
                        || barrier(weights?, MeasureKind::Stock, of_weight, true, carry, range);
                    barrier(&own, kind, mode, is_weighted, carry, range).or_else(weight)
                })
                .collect();
            prop_assert_eq!(&found, &naive, "{:?} {:?}", kind, mode);
            for pair in stretches.windows(2) {
                let is_apart = pair[0].last + 1 < pair[1].first || pair[0].reason != pair[1].reason;
                prop_assert!(pair[0].last < pair[1].first && is_apart, "not in order, or not whole");
            }
            let shown = resample(&values, kind, Mode::Level, carry, &axis);
            for (value, range) in shown.iter().zip(ranges) {
                let is_withheld = barrier(&own, kind, Mode::Level, false, carry, range).is_some();
                // A sum leaves withheld days out.
                let may_have = !is_withheld || kind == MeasureKind::Flow;
                prop_assert!(value.is_nan() || may_have, "what has a value is not withheld");
            }
        }
    }
}

/// Whole numbers of some days, of a few assets; what is below zero is withheld for it.
fn rows() -> impl Strategy<Value = Vec<BTreeMap<Day, i32>>> {
    vec(btree_map(FIRST..FIRST + 30, -30..100_i32, 0..20), 1..6)
}

/// Where members lack values, one after the other: whose, and the first and the last interval.
fn naive(all: &[BTreeMap<Day, i32>], axis: &Axis) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for (number, values) in all.iter().enumerate() {
        let lacks = |end: Day| {
            let newest = values.range(end - CARRY..=end).next_back();
            newest.is_some_and(|(_, value)| *value < 0)
        };
        let mut open = None;
        for place in 0..=axis.len() {
            match (axis.ends.get(place).is_some_and(|end| lacks(*end)), open) {
                (true, None) => open = Some(place),
                (false, Some(first)) => {
                    found.push((place - 1, first, number));
                    open = None;
                }
                _ => {}
            }
        }
    }
    found.sort_by_key(|(last, first, number)| (-(*last as i64), -(*first as i64), *number));
    let date = |place: usize| day::text(axis.starts[place]);
    let listed = found
        .into_iter()
        .map(|(last, first, number)| (format!("asset-{number}"), date(first), date(last)));
    listed.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_aggregate_names_what_its_members_lack() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..kit::testing::cases(6) {
        let world = World::start().await;
        let all = rows().new_tree(&mut runner).unwrap().current();
        let mut text = format!("{HEAD}\n");
        for (number, values) in all.iter().enumerate() {
            for (day, value) in values {
                writeln!(text, "asset,asset-{number},71,{},{value}", day::text(*day)).unwrap();
            }
        }
        world.import(&[("long.csv", &text)]).await.unwrap();
        let mut client = world.serve().await;
        for interval in [SeriesInterval::Day, SeriesInterval::Week] {
            for by in [SeriesGroupBy::None, SeriesGroupBy::Asset] {
                for from in [FIRST - 10, FIRST + 9] {
                    let axis = Axis::new(interval, from, FIRST + 40, 100).unwrap();
                    let request = GetAggregateRequest {
                        measure: "71".to_owned(),
                        interval: Some(interval.into()),
                        group_by: Some(by.into()),
                        group_limit: Some(2),
                        from: Some(day::text(from)),
                        to: Some(day::text(FIRST + 40)),
                        ..GetAggregateRequest::default()
                    };
                    let answer = client.get_aggregate(request).await.unwrap().into_inner();
                    let expected = naive(&all, &axis);
                    let listed = answer
                        .withheld
                        .iter()
                        .map(|one| (one.subject_slug.clone(), one.from.clone(), one.to.clone()));
                    let listed: Vec<_> = listed.collect();
                    assert_eq!(listed, expected[..expected.len().min(20)], "{interval:?} {text}");
                    let mut members: Vec<&String> =
                        expected.iter().map(|(slug, ..)| slug).collect();
                    members.sort_unstable();
                    members.dedup();
                    let total = answer.total.unwrap();
                    assert_eq!(total.withheld_count as usize, members.len());
                    let of_groups = answer.groups.iter().map(|group| group.withheld_count);
                    let is_whole = by == SeriesGroupBy::None;
                    let sum: u32 = of_groups.sum();
                    assert_eq!(if is_whole { 0 } else { total.withheld_count }, sum);
                    for one in &answer.withheld {
                        let is_of_group = one.group_key.as_ref() == Some(&one.subject_slug);
                        assert_eq!(is_of_group, !is_whole && !one.is_other);
                        assert_eq!(one.reason, "negative");
                    }
                }
            }
        }
    }
}

fn named(one: &WithheldMember) -> (&str, &str, &str, &str) {
    (&one.subject_slug, &one.reason, &one.from, &one.to)
}

#[tokio::test]
async fn names_are_bounded_and_all_are_counted() {
    let world = World::start().await;
    let mut rows = String::new();
    for number in 10..40 {
        writeln!(rows, "asset,asset-{number},71,2026-11-{:02},-1", number / 2).unwrap();
    }
    world.load(rows.trim_end()).await;
    let mut client = world.serve().await;
    let request = |group_by: SeriesGroupBy| GetAggregateRequest {
        measure: "71".to_owned(),
        group_by: Some(group_by.into()),
        group_limit: Some(1),
        from: Some("2026-11-01".to_owned()),
        to: Some("2026-11-19".to_owned()),
        ..GetAggregateRequest::default()
    };
    for by in [SeriesGroupBy::None, SeriesGroupBy::Asset] {
        let answer = client.get_aggregate(request(by)).await.unwrap().into_inner();
        assert_eq!(answer.total.unwrap().withheld_count, 30);
        assert_eq!(answer.withheld.len(), 20);
        let first = named(&answer.withheld[0]);
        assert_eq!(first, ("asset-38", "negative", "2026-11-19", "2026-11-19"));
        assert!(answer.withheld[0].reason_meaning.contains("negative"));
    }
}

#[tokio::test]
async fn an_earlier_state_lacks_what_was_withheld_then() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-11-01,5\nasset,coin,71,2026-11-02,-5").await;
    let before = world.clock.now();
    world.clock.advance(std::time::Duration::from_mins(5));
    world.load_as("later.csv", "asset,coin,71,2026-11-02,5").await;
    let mut client = world.serve().await;
    let format = time::format_description::well_known::Rfc3339;
    let request = |as_of: Option<String>| GetAggregateRequest {
        measure: "71".to_owned(),
        mode: Some(SeriesMode::Flow.into()),
        from: Some("2026-11-01".to_owned()),
        to: Some("2026-11-04".to_owned()),
        as_of,
        ..GetAggregateRequest::default()
    };
    let now = client.get_aggregate(request(None)).await.unwrap().into_inner();
    assert_eq!((now.withheld.len(), now.total.unwrap().withheld_count), (0, 0));
    let earlier = request(Some(before.format(&format).unwrap()));
    let earlier = client.get_aggregate(earlier).await.unwrap().into_inner();
    let listed: Vec<_> = earlier.withheld.iter().map(named).collect();
    assert_eq!(listed, [("coin", "negative", "2026-11-02", "2026-11-04")]);
}

#[tokio::test]
async fn a_confirmed_loss_is_booked_when_the_value_returns() {
    let world = World::start().await;
    world
        .load(
            "asset,fund,71,2026-01-31,1000\nasset,fund,71,2026-02-02,1010\nasset,fund,71,2026-02-03,-1\n\
             asset,fund,71,2026-02-10,-1\nasset,fund,71,2026-02-11,700\nasset,fund,71,2026-02-27,720\n\
             asset,other,71,2026-01-31,50\nasset,other,71,2026-02-28,55",
        )
        .await;
    let before = world.clock.now();
    world.clock.advance(std::time::Duration::from_mins(5));
    world.load_as("later.csv", "asset,fund,71,2026-02-27,725").await;
    let mut client = world.serve().await;
    let format = time::format_description::well_known::Rfc3339;
    for (as_of, last) in [(None, 725.0), (Some(before.format(&format).unwrap()), 720.0)] {
        for interval in [SeriesInterval::Day, SeriesInterval::Week, SeriesInterval::Month] {
            let request = GetAggregateRequest {
                measure: "71".to_owned(),
                mode: Some(SeriesMode::Flow.into()),
                interval: Some(interval.into()),
                group_by: Some(SeriesGroupBy::Asset.into()),
                from: Some("2026-02-02".to_owned()),
                to: Some("2026-02-28".to_owned()),
                as_of: as_of.clone(),
                ..GetAggregateRequest::default()
            };
            let answer = client.get_aggregate(request).await.unwrap().into_inner();
            let sum = |group: &SeriesGroup| -> f64 {
                group.values.iter().filter(|value| !value.is_nan()).sum()
            };
            let fund = answer.groups.iter().find(|group| group.key.as_deref() == Some("fund"));
            let fund = fund.unwrap();
            assert!((sum(fund) - (last - 1_000.0)).abs() < 1e-9, "{interval:?}: {fund:?}");
            let total = answer.total.unwrap();
            assert!((sum(&total) - (last - 995.0)).abs() < 1e-9, "{interval:?}: {total:?}");
            let over: Vec<&str> = fund
                .qualifiers
                .iter()
                .filter(|qualifier| qualifier.spans_gap)
                .map(|qualifier| qualifier.from.as_str())
                .collect();
            let expected: &[&str] = match interval {
                SeriesInterval::Day => &["2026-02-11"],
                SeriesInterval::Week => &["2026-02-09"],
                _ => &[],
            };
            assert!(over.starts_with(expected), "{interval:?}: {over:?}");
        }
    }
}

#[tokio::test]
async fn a_change_until_a_withheld_stretch_is_partial_alone_and_in_a_sum() {
    let world = World::start().await;
    // The week that begins on 2 February ends with a withheld value.
    world
        .load(
            "asset,fund,71,2026-01-30,1000\nasset,fund,71,2026-02-03,1010\nasset,fund,71,2026-02-05,-1\n\
             asset,fund,71,2026-02-11,1020\nasset,fund,71,2026-02-14,1030\nasset,fund,71,2026-02-18,1040\n\
             asset,fund,71,2026-02-21,1050\n\
             asset,other,71,2026-01-30,50\nasset,other,71,2026-02-04,51\nasset,other,71,2026-02-08,52\n\
             asset,other,71,2026-02-14,53\nasset,other,71,2026-02-18,54\nasset,other,71,2026-02-21,55",
        )
        .await;
    let mut client = world.serve().await;
    let partial = |qualifiers: &[ValueQualifier]| -> Vec<(String, String)> {
        let partial = qualifiers.iter().filter(|qualifier| qualifier.is_partial);
        partial.map(|qualifier| (qualifier.from.clone(), qualifier.to.clone())).collect()
    };
    let week = "2026-02-02".to_owned();
    for (interval, expected) in
        [(SeriesInterval::Day, vec![]), (SeriesInterval::Week, vec![(week.clone(), week)])]
    {
        let (from, to) = (Some("2026-02-02".to_owned()), Some("2026-02-22".to_owned()));
        let request = GetSeriesRequest {
            keys: vec![asset("fund", "71")],
            mode: Some(SeriesMode::Flow.into()),
            interval: Some(interval.into()),
            from: from.clone(),
            to: to.clone(),
            ..GetSeriesRequest::default()
        };
        let line = client.get_series(request).await.unwrap().into_inner().lines.remove(0);
        assert_eq!(partial(&line.qualifiers), expected, "{interval:?}");
        let request = GetAggregateRequest {
            measure: "71".to_owned(),
            mode: Some(SeriesMode::Flow.into()),
            interval: Some(interval.into()),
            group_by: Some(SeriesGroupBy::Asset.into()),
            from,
            to,
            ..GetAggregateRequest::default()
        };
        let answer = client.get_aggregate(request).await.unwrap().into_inner();
        let of = |key: &str| {
            let group = answer.groups.iter().find(|group| group.key.as_deref() == Some(key));
            group.unwrap()
        };
        assert_eq!(shown(&of("fund").values), shown(&line.values), "{interval:?}");
        assert_eq!(of("fund").qualifiers, line.qualifiers, "{interval:?}");
        assert!(partial(&of("other").qualifiers).is_empty(), "{interval:?}");
        let total = answer.total.as_ref().unwrap();
        assert_eq!(partial(&total.qualifiers), expected, "{interval:?}");
        if interval == SeriesInterval::Week {
            assert_eq!(shown(&total.values), [Some(12.0), Some(21.0), Some(22.0)]);
        }
    }
}

#[tokio::test]
async fn derived_values_carry_the_reason_of_their_withheld_input() {
    let world = World::start().await;
    world.load("asset,fund,3,2026-01-01,100\nasset,fund,3,2026-01-02,150").await;
    let mut client = world.serve().await;
    let request = GetAggregateRequest {
        measure: "return_30d".to_owned(),
        group_by: Some(SeriesGroupBy::Asset.into()),
        from: Some("2026-01-01".to_owned()),
        to: Some("2026-01-03".to_owned()),
        ..GetAggregateRequest::default()
    };
    let answer = client.get_aggregate(request).await.unwrap().into_inner();
    let listed: Vec<_> = answer.withheld.iter().map(named).collect();
    assert_eq!(listed, [("fund", "nav_jump", "2026-01-02", "2026-01-03")]);
    assert_eq!(answer.groups[0].withheld_count, 1);
}
