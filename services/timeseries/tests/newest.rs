//! The newest days of members of aggregates, compared with those of a naive reader.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use crate::support::{HEAD, World};
use engine::day::{self, Day};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, SeriesGroup, SeriesGroupBy, SeriesInterval, SeriesMode,
};
use time::format_description::well_known::Rfc3339;

const FIRST: Day = 20_000;
const STOCK: &str = "71";
const FLOW: &str = "daily_mints_dollar";
/// The frequency of the files, and for how many days their values are carried.
const FREQUENCIES: [(&str, i32); 3] = [("daily", 7), ("weekly", 14), ("monthly", 62)];

/// Values of some days, by asset; what is below zero is withheld.
type Members = Vec<(usize, BTreeMap<Day, i32>)>;

fn members() -> impl Strategy<Value = Members> {
    let values = btree_map(FIRST..FIRST + 120, -50..100_i32, 0..12);
    vec((0..FREQUENCIES.len(), values), 1..6)
}

fn manifest() -> String {
    let file = |(name, _): &(&str, i32)| {
        format!(
            r#""{name}.csv": {{"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02", "frequency": "{name}"}}"#
        )
    };
    let files: Vec<String> = FREQUENCIES.iter().map(file).collect();
    format!(r#"{{"files": {{{}}}}}"#, files.join(", "))
}

async fn load(world: &World, all: &Members) {
    let mut files = vec![("manifest.json".to_owned(), manifest())];
    for (place, (name, _)) in FREQUENCIES.iter().enumerate() {
        let mut text = format!("{HEAD}\n");
        let own = all.iter().enumerate().filter(|(_, (frequency, _))| *frequency == place);
        for (number, (_, values)) in own {
            for (measure, (day, value)) in
                [STOCK, FLOW].into_iter().flat_map(|one| values.iter().map(move |it| (one, it)))
            {
                let day = day::text(*day);
                writeln!(text, "asset,asset-{number},{measure},{day},{value}").unwrap();
            }
        }
        files.push((format!("{name}.csv"), text));
    }
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    world.import(&files).await.unwrap();
}

/// The newest day of members and the longest that their values of that day stand.
fn naive<'a>(
    members: impl Iterator<Item = &'a (usize, BTreeMap<Day, i32>)>,
    (from, to): (Day, Day),
) -> (Option<String>, u32) {
    let mut newest: Option<(Day, i32)> = None;
    for (frequency, values) in members {
        let carry = FREQUENCIES[*frequency].1;
        for (day, value) in values {
            if *value >= 0 && *day <= to && day + carry >= from {
                newest = newest.max(Some((*day, carry)));
            }
        }
    }
    (newest.map(|(day, _)| day::text(day)), newest.map_or(0, |(_, carry)| carry as u32))
}

fn freshness(group: &SeriesGroup) -> (Option<String>, u32) {
    (group.last_date.clone(), group.carry_days)
}

/// A filter that leaves nothing out, and is not known to.
fn all_of_them() -> Filter {
    Filter {
        operator: Operator::NotEquals.into(),
        field: Some("slug".to_owned()),
        value: Some(QueryValue::text("nobody")),
        filters: Vec::new(),
    }
}

fn questions(as_of: &str) -> Vec<(GetAggregateRequest, (Day, Day))> {
    let mut questions = Vec::new();
    for (measure, mode) in [(STOCK, SeriesMode::Level), (FLOW, SeriesMode::Flow)] {
        for by in [SeriesGroupBy::None, SeriesGroupBy::Asset] {
            for (from, to) in [(-30, 20), (25, 25), (40, 150), (125, 140), (200, 230)] {
                let (from, to) = (FIRST + from, FIRST + to);
                let query = GetAggregateRequest {
                    measure: measure.to_owned(),
                    mode: Some(mode.into()),
                    interval: Some(SeriesInterval::Day.into()),
                    group_by: Some(by.into()),
                    group_limit: Some(2),
                    from: Some(day::text(from)),
                    to: Some(day::text(to)),
                    ..GetAggregateRequest::default()
                };
                let filter = Some(all_of_them());
                let as_of = Some(as_of.to_owned());
                questions.extend([
                    (GetAggregateRequest { filter, ..query.clone() }, (from, to)),
                    (GetAggregateRequest { as_of, ..query.clone() }, (from, to)),
                    (query, (from, to)),
                ]);
            }
        }
    }
    questions
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_tell_the_newest_day_of_their_members() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..kit::testing::cases(6) {
        let world = World::start().await;
        let all = members().new_tree(&mut runner).unwrap().current();
        load(&world, &all).await;
        // Loads of one moment become known one after the other.
        world.clock.advance(Duration::from_mins(5));
        let before = world.clock.now().format(&Rfc3339).unwrap();
        world.clock.advance(Duration::from_mins(5));
        let mut client = world.serve().await;
        for (case, range) in questions(&before) {
            let answer = client.get_aggregate(case.clone()).await.unwrap().into_inner();
            let total = answer.total.unwrap();
            assert_eq!(freshness(&total), naive(all.iter(), range), "{case:?} of {all:?}");
            let slug = |number: usize| Some(format!("asset-{number}"));
            let alone: Vec<&Option<String>> =
                answer.groups.iter().filter(|group| !group.is_other).map(|it| &it.key).collect();
            for group in &answer.groups {
                let own = all.iter().enumerate().filter(|(number, _)| {
                    let key = slug(*number);
                    if group.is_other { !alone.contains(&&key) } else { group.key == key }
                });
                let expected = naive(own.map(|(_, member)| member), range);
                assert_eq!(freshness(group), expected, "{:?}: {case:?} of {all:?}", group.key);
            }
        }
    }
}

#[tokio::test]
async fn a_withheld_last_day_is_no_newest_one() {
    let world = World::start().await;
    world
        .load(
            "asset,fund,3,2026-01-01,100\nasset,fund,3,2026-02-05,101\nasset,fund,3,2026-02-06,150",
        )
        .await;
    let mut client = world.serve().await;
    for (measure, from, expected) in [
        ("3", "2026-02-01", Some("2026-02-05")),
        ("3", "2026-02-12", Some("2026-02-05")),
        ("3", "2026-02-13", None),
        ("return_30d", "2026-02-01", Some("2026-02-05")),
        ("return_30d", "2026-02-07", Some("2026-02-05")),
        ("return_30d", "2026-02-13", None),
    ] {
        let request = GetAggregateRequest {
            measure: measure.to_owned(),
            group_by: Some(SeriesGroupBy::Asset.into()),
            from: Some(from.to_owned()),
            to: Some("2026-02-20".to_owned()),
            ..GetAggregateRequest::default()
        };
        let answer = client.get_aggregate(request).await.unwrap().into_inner();
        let expected = (expected.map(str::to_owned), if expected.is_some() { 7 } else { 0 });
        assert_eq!(freshness(&answer.groups[0]), expected, "{measure} from {from}");
        assert_eq!(freshness(&answer.total.unwrap()), expected);
    }
}

#[tokio::test]
async fn an_answer_tells_the_instant_that_it_knows_the_numbers_of() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-11-01,5").await;
    let before = kit::clock::milliseconds(world.clock.now());
    world.clock.advance(Duration::from_hours(24));
    let mut client = world.serve().await;
    let day = 86_400_000;
    for (as_of, expected) in [
        (None, before + day),
        (Some("2026-11-20T12:00:00Z"), before),
        (Some("2026-11-20"), before + day / 2 - 1),
        (Some("2099-01-01"), before + day),
    ] {
        let request = GetAggregateRequest {
            measure: STOCK.to_owned(),
            as_of: as_of.map(str::to_owned),
            ..GetAggregateRequest::default()
        };
        let answer = client.get_aggregate(request).await.unwrap().into_inner();
        assert_eq!((answer.known_at, answer.current_at), (expected, before + day), "{as_of:?}");
    }
}
