//! JSON texts for browsers equal the messages for services to the byte, and rollups equal calculated sums, over random values
//! with nulls and gaps.

use std::fmt::Write as _;
use std::time::Duration;

use crate::support::{Client, HEAD, World, asset, latest, shown};
use engine::day::{self, Day};
use kit::error::Problem;
use proptest::collection::btree_map;
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, GetLatestRequest, GetLatestResponse,
    GetSeriesRequest, SeriesGroup, SeriesGroupBy, SeriesInterval, SeriesMode, WithheldMember,
};
use time::format_description::well_known::Rfc3339;

const FIRST: Day = 20_000;
const DAYS: Day = 30;
const STOCK: &str = "71";
const FLOW: &str = "daily_mints_dollar";

/// Quarters of some days, of a few assets, for both measures; what is below zero is withheld.
fn rows() -> impl Strategy<Value = String> {
    let values = || {
        btree_map(
            FIRST..FIRST + DAYS,
            option::weighted(0.9, -10_000..100_000_i32),
            0..DAYS as usize,
        )
    };
    let lines = proptest::collection::vec((values(), values()), 1..6);
    lines.prop_map(|lines| {
        let mut out = format!("{HEAD}\n");
        for (number, (stock, flow)) in lines.into_iter().enumerate() {
            for (measure, values) in [(STOCK, stock), (FLOW, flow)] {
                for (day, value) in values {
                    let value = value.map_or_else(
                        || "null".to_owned(),
                        |one| format!("{}", f64::from(one) / 4.0),
                    );
                    let day = day::text(day);
                    writeln!(out, "asset,asset-{number},{measure},{day},{value}").unwrap();
                }
            }
        }
        out
    })
}

/// A filter that leaves nothing out, and is not known to.
fn all() -> Filter {
    Filter {
        operator: Operator::NotEquals.into(),
        field: Some("slug".to_owned()),
        value: Some(QueryValue::text("nobody")),
        filters: Vec::new(),
    }
}

fn questions() -> impl Strategy<Value = GetAggregateRequest> {
    let measure = prop_oneof![
        Just((STOCK, SeriesMode::Level)),
        Just((FLOW, SeriesMode::Level)),
        Just((FLOW, SeriesMode::Flow)),
    ];
    let by = prop_oneof![
        Just(SeriesGroupBy::None),
        Just(SeriesGroupBy::Asset),
        Just(SeriesGroupBy::Issuer),
    ];
    let range = (FIRST - 20..FIRST + DAYS + 60, 0..80_i32);
    (measure, by, range, 1..6_u32).prop_map(|((measure, mode), by, (from, length), limit)| {
        GetAggregateRequest {
            measure: measure.to_owned(),
            mode: Some(mode.into()),
            group_by: Some(by.into()),
            interval: Some(SeriesInterval::Day.into()),
            group_limit: Some(limit),
            from: Some(day::text(from)),
            to: Some(day::text(from + length)),
            ..GetAggregateRequest::default()
        }
    })
}

/// A group with its numbers as they are compared.
type Group = (SeriesGroup, Vec<Option<f64>>, Vec<Option<f64>>);

fn group(group: SeriesGroup) -> Group {
    let (values, coverage) = (shown(&group.values), shown(&group.coverage));
    (SeriesGroup { values: Vec::new(), coverage: Vec::new(), ..group }, values, coverage)
}

type Comparable = (Vec<String>, Vec<Group>, Group, u32, Vec<WithheldMember>);

fn comparable(answer: GetAggregateResponse) -> Comparable {
    let GetAggregateResponse { dates, groups, total, group_count, withheld, .. } = answer;
    (dates, groups.into_iter().map(group).collect(), group(total.unwrap()), group_count, withheld)
}

/// Assets with an even number are sample data. Groups count theirs, and the total those of all groups.
fn check_samples(answer: &GetAggregateResponse) {
    let total = answer.total.as_ref().unwrap();
    for group in answer.groups.iter().chain([total]) {
        assert_eq!(group.has_sample, group.sample_count > 0, "{group:?}");
        let number = group.key.as_deref().and_then(|key| key.strip_prefix("asset-"));
        if let Some(number) = number {
            let is_sample = number.parse::<u32>().unwrap().is_multiple_of(2);
            assert_eq!(group.sample_count, u32::from(is_sample) * group.member_count, "{group:?}");
        }
    }
    if !answer.groups.is_empty() {
        let sum: u32 = answer.groups.iter().map(|group| group.sample_count).sum();
        assert_eq!(sum, total.sample_count, "{answer:?}");
    }
}

async fn check_texts(client: &mut Client, request: GetAggregateRequest) {
    let answer = client.get_aggregate(request.clone()).await.unwrap().into_inner();
    let text = client.get_aggregate_text(request).await.unwrap().into_inner().json;
    assert_eq!(String::from_utf8_lossy(&text), serde_json::to_string(&answer).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn sums_that_are_kept_are_those_that_are_worked_out() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..kit::testing::cases(8) {
        let world = World::start().await;
        let rows = rows().new_tree(&mut runner).unwrap().current();
        world.import(&[("long.csv", &rows)]).await.unwrap();
        world
            .texts(
                "UPDATE subjects SET is_sample = (right(slug, 1)::int % 2 = 0) WHERE slug LIKE 'asset-%'
                 RETURNING slug",
            )
            .await;
        let mut client = world.serve().await;
        for _ in 0..40 {
            let kept = questions().new_tree(&mut runner).unwrap().current();
            let worked_out = GetAggregateRequest { filter: Some(all()), ..kept.clone() };
            let one = client.get_aggregate(kept.clone()).await.unwrap().into_inner();
            let other = client.get_aggregate(worked_out.clone()).await.unwrap().into_inner();
            check_samples(&one);
            assert_eq!(comparable(one), comparable(other), "{kept:?} of\n{rows}");
            check_texts(&mut client, kept).await;
            check_texts(&mut client, worked_out).await;
        }
    }
}

#[tokio::test]
async fn sums_that_are_kept_follow_the_loads() {
    let world = World::start().await;
    let mut client = world.serve().await;
    for value in 1..4 {
        world.load(&format!("asset,coin,71,2026-11-0{value},{value}")).await;
        world.refresh().await;
        let request = GetAggregateRequest {
            measure: STOCK.to_owned(),
            to: Some(format!("2026-11-0{value}")),
            ..GetAggregateRequest::default()
        };
        let answer = client.get_aggregate(request).await.unwrap().into_inner();
        assert_eq!(answer.total.unwrap().values.last(), Some(&f64::from(value)));
    }
}

#[tokio::test]
async fn texts_of_series_and_newest_values_equal_their_messages() {
    let world = World::start().await;
    world
        .load("asset,coin,71,2026-11-01,1.25\nasset,coin,71,2026-11-05,1e-7\nasset,note,71,2026-10-01,3\nasset,note,71,2026-10-02,null")
        .await;
    let mut client = world.serve().await;
    let keys = vec![asset("coin", STOCK), asset("note", STOCK)];
    for interval in [SeriesInterval::Day, SeriesInterval::Month] {
        let request = GetSeriesRequest {
            keys: keys.clone(),
            interval: Some(interval.into()),
            ..GetSeriesRequest::default()
        };
        let answer = client.get_series(request.clone()).await.unwrap().into_inner();
        let text = client.get_series_text(request).await.unwrap().into_inner().json;
        assert_eq!(String::from_utf8_lossy(&text), serde_json::to_string(&answer).unwrap());
    }
}

#[tokio::test]
async fn an_unknown_key_is_reported_with_newest_values_as_it_is_with_series() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-11-01,1.25").await;
    let mut client = world.serve().await;
    let unknown = asset("coni", STOCK);
    let series = GetSeriesRequest { keys: vec![unknown.clone()], ..GetSeriesRequest::default() };
    let refused = Problem::from(client.get_series(series).await.unwrap_err());
    let request = GetLatestRequest { keys: vec![asset("coin", STOCK), unknown], as_of: None };
    let answer = latest(&mut client, request).await;
    assert_eq!(answer.results.len(), 1);
    let [reported] = &answer.unknown[..] else { panic!("{answer:?}") };
    assert_eq!(reported.position, 1);
    assert_eq!((&*refused.reason, &refused.message), (&*reported.reason, &reported.message));
}

#[tokio::test]
async fn texts_of_newest_values_equal_their_messages_after_every_load() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-11-01,1.25\nasset,note,71,2026-10-01,3").await;
    let mut client = world.serve().await;
    let mut values = Vec::new();
    for later in ["2026-11-03,2", "2026-11-02,null", "2026-11-03,2.5", "2026-11-05,1e-7"] {
        world.clock.advance(Duration::from_hours(20));
        world.load(&format!("asset,coin,71,{later}")).await;
        world.refresh().await;
        let now = world.clock.now().format(&Rfc3339).unwrap();
        for as_of in [None, None, Some(now)] {
            let keys = vec![asset("coin", STOCK), asset("note", STOCK), asset("coin", "yield_7d")];
            let request = GetLatestRequest { keys, as_of };
            let text = client.get_latest_text(request).await.unwrap().into_inner().json;
            let answer: GetLatestResponse = serde_json::from_slice(&text).unwrap();
            assert_eq!(String::from_utf8_lossy(&text), serde_json::to_string(&answer).unwrap());
            let [unknown] = &answer.unknown[..] else { panic!("{answer:?}") };
            assert_eq!((unknown.position, unknown.reason.as_str()), (2, "series_not_found"));
            let coin = &answer.results[0];
            values.push((coin.value.unwrap(), coin.age_days.unwrap()));
        }
    }
    let expected = [(2.0, 18), (2.0, 19), (2.5, 20), (1e-7, 18)];
    assert_eq!(values, expected.map(|one| [one; 3]).concat());
}
