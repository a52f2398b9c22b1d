//! Counts of distinct addresses beside those of their weeks and months, compared with those of a reader who goes day by
//! day.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use crate::support::{HEAD, World};
use engine::day::{self, Day};
use engine::start_of;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::timeseries::v1::SeriesInterval;

#[tokio::test]
async fn no_day_has_more_active_addresses_than_its_week_up_to_then() {
    let world = World::start().await;
    // From a Monday to the one after it.
    let loaded = world
        .load(
            "asset,a,14,2026-11-11,100\nasset,a,42,2026-11-15,50\n\
             asset,b,42,2026-11-09,50\nasset,b,14,2026-11-11,100\n\
             asset,c,14,2026-11-15,100\nasset,c,42,2026-11-16,50\n\
             asset,d,14,2026-10-02,100\nasset,d,43,2026-10-30,50\n\
             asset,e,14,2026-10-31,100\nasset,e,43,2026-11-01,50",
        )
        .await;
    assert_eq!(loaded.withheld, [("distinct_counts_disagree".to_owned(), 4)]);
    let kept = world.observations().await;
    let withheld = kept.iter().filter(|line| line.contains("withheld")).map(|line| &line[..1]);
    assert_eq!(withheld.collect::<String>(), "aadd");
}

#[tokio::test]
async fn no_week_has_more_active_addresses_than_all_of_its_days() {
    let world = World::start().await;
    // From a Monday on; the last one lacks its Tuesday, and a week is reported on each of its days.
    let loaded = world
        .load(
            "asset,a,14,2026-11-09,3\nasset,a,14,2026-11-10,4\nasset,a,42,2026-11-09,3\nasset,a,42,2026-11-10,8\n\
             asset,b,14,2026-11-09,3\nasset,b,14,2026-11-10,4\nasset,b,42,2026-11-10,7\n\
             asset,c,14,2026-11-09,3\nasset,c,14,2026-11-11,4\nasset,c,42,2026-11-11,9\n\
             asset,d,14,2026-11-01,3\nasset,d,14,2026-11-02,4\nasset,d,43,2026-11-02,8",
        )
        .await;
    assert_eq!(loaded.withheld, [("distinct_count_above_days".to_owned(), 2)]);
    let withheld = "withheld: distinct_count_above_days";
    let kept = world.observations().await;
    assert!(kept.contains(&format!("a weekly_active_addresses_count 2026-11-10 {withheld}")));
    assert!(kept.contains(&format!("d monthly_active_addresses_count 2026-11-02 {withheld}")));

    // The count stood before: the day that is missing is to blame, and what is withheld is not believed later.
    world.clock.advance(Duration::from_hours(1));
    let loaded = world.load_as("later.csv", "asset,c,14,2026-11-10,1").await;
    assert_eq!(loaded.withheld, [("distinct_count_above_days".to_owned(), 1)]);
    world.clock.advance(Duration::from_hours(1));
    let loaded =
        world.load_as("later.csv", "asset,c,14,2026-11-10,2\nasset,c,42,2026-11-11,9").await;
    assert!(loaded.withheld.is_empty(), "{loaded:?}");
}

const FIRST: Day = 20_400;
const DAYS: Day = 45;
const MEASURES: [&str; 3] = [
    "daily_active_addresses_count",
    "monthly_active_addresses_count",
    "weekly_active_addresses_count",
];
const SPANS: [(usize, SeriesInterval); 2] = [(1, SeriesInterval::Month), (2, SeriesInterval::Week)];

/// The statement of a file for each measure and day; `None` if an earlier value is withdrawn.
type ReportedValues = BTreeMap<(usize, Day), Option<i32>>;

/// A value with why it is withheld.
type Version = (Option<i32>, Option<&'static str>);

fn reported() -> impl Strategy<Value = ReportedValues> {
    let days =
        vec(prop_oneof![12 => (0..9_i32).prop_map(Some), 1 => Just(None), 1 => Just(Some(-1))], 45);
    let totals = (1..3_usize, FIRST..FIRST + DAYS);
    let totals =
        btree_map(totals, prop_oneof![9 => (0..60_i32).prop_map(Some), 1 => Just(None)], 0..40);
    (days, totals, 0..DAYS, 1..60_i32).prop_map(|(days, mut reported, from, length)| {
        let days = (FIRST..).zip(days).skip(from as usize).take(length as usize);
        reported.extend(days.map(|(day, value)| ((0, day), value)));
        reported
    })
}

/// Why each value of a file is withheld, beside what is known.
fn naive(
    reported: &ReportedValues,
    known: &BTreeMap<(usize, Day), Vec<Version>>,
) -> BTreeMap<(usize, Day), Version> {
    let negative = |value: Option<i32>| value.filter(|value| *value < 0).map(|_| "negative");
    let newest = |measure: usize, day: Day| -> Option<Version> {
        let before = || known.get(&(measure, day)).and_then(|versions| versions.last().copied());
        reported.get(&(measure, day)).map(|value| (*value, negative(*value))).or_else(before)
    };
    let value = |measure, day| newest(measure, day).and_then(|(value, _)| value);
    let believed =
        |measure, day| newest(measure, day).filter(|of| of.1.is_none()).and_then(|of| of.0);
    let sum = |from: Day, to: Day| (from..=to).map(|day| believed(0, day)).sum::<Option<i32>>();
    let reason = |measure: usize, day: Day, own: i32| {
        let spans = SPANS.iter().filter(|(of, _)| measure == 0 || *of == measure);
        let spans = spans.map(|(of, interval)| (*of, *interval, start_of(*interval, day)));
        let mut is_above = false;
        for (whole, interval, start) in spans {
            if measure == 0 {
                for end in (day..day + 31).filter(|end| start_of(interval, *end) == start) {
                    if value(whole, end).is_some_and(|count| own > count) {
                        return Some("distinct_counts_disagree");
                    }
                    let count =
                        believed(whole, end).filter(|_| !reported.contains_key(&(whole, end)));
                    let all = sum(start, end);
                    is_above |= count.zip(all).is_some_and(|(count, all)| count > all);
                }
            } else {
                if (start..=day).any(|day| value(0, day).is_some_and(|count| count > own)) {
                    return Some("distinct_counts_disagree");
                }
                is_above |= sum(start, day).is_some_and(|all| own > all);
            }
        }
        is_above.then_some("distinct_count_above_days")
    };
    let judge = |(&(measure, day), &own): (&(usize, Day), &Option<i32>)| {
        let why = negative(own).or_else(|| own.and_then(|own| reason(measure, day, own)));
        ((measure, day), (own, why))
    };
    reported.iter().map(judge).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_are_withheld_as_a_naive_reader_would() {
    let mut runner = TestRunner::deterministic();
    let mut withheld = BTreeMap::new();
    for _ in 0..kit::testing::cases(12) {
        let world = World::start().await;
        let mut known: BTreeMap<(usize, Day), Vec<Version>> = BTreeMap::new();
        for _ in 0..4 {
            let reported = reported().new_tree(&mut runner).unwrap().current();
            let mut text = format!("{HEAD}\n");
            for ((measure, day), value) in &reported {
                let value = value.map_or_else(|| "null".to_owned(), |value| value.to_string());
                writeln!(text, "asset,coin,{},{},{value}", MEASURES[*measure], day::text(*day))
                    .unwrap();
            }
            world.clock.advance(Duration::from_hours(1));
            let report = world.import(&[("long.csv", &text)]).await.unwrap();
            assert!(!report.is_refused(), "{report}");
            for (place, version) in naive(&reported, &known) {
                let versions = known.entry(place).or_default();
                if versions.last() != Some(&version) {
                    versions.push(version);
                }
                *withheld.entry(version.1).or_insert(0) += 1;
            }
            let line = |measure: usize, day: Day, (value, reason): &Version| {
                let state = match (reason, value) {
                    (Some(reason), _) => format!("withheld: {reason}"),
                    (None, Some(value)) => value.to_string(),
                    (None, None) => "null".to_owned(),
                };
                format!("coin {} {} {state}", MEASURES[measure], day::text(day))
            };
            let expected = known.iter().flat_map(|((measure, day), versions)| {
                versions.iter().map(move |version| line(*measure, *day, version))
            });
            assert_eq!(world.observations().await, expected.collect::<Vec<_>>());
        }
    }
    assert!(withheld.len() == 4 && withheld.values().all(|count| *count > 20), "{withheld:?}");
}
