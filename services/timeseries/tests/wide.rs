//! Questions so wide that two threads answer them, compared with a reader who adds up value by value.

#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

#[allow(
    dead_code,
    clippy::allow_attributes,
    reason = "it uses a part of what the other tests share"
)]
mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use engine::day::{self, Day};
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{GetAggregateRequest, SeriesGroup, SeriesGroupBy};
use support::{Client, HEAD, World, shown};

const FIRST: Day = 19_000;
/// With as many members it is more than half a million values, and a member more than a block has.
const DAYS: Day = 1_000;
const ASSETS: i32 = 540;
const CARRY: Day = 7;

/// The whole numbers of an asset: most have one of every day of their time, some gaps, some values that were taken back.
fn known(asset: i32) -> BTreeMap<Day, Option<i32>> {
    let first = FIRST + asset * 7_919 % (DAYS - 80);
    let days = (first..first + 40 + asset % 40).filter(|day| asset % 5 != 0 || day % 11 > 2);
    let value = |day: Day| {
        let is_taken_back = asset % 7 == 0 && day % 13 == 0;
        // Far enough from zero that no value is a tenth of another one.
        (!is_taken_back).then_some(100_000 + asset * 31 + day % 97 * 1_009)
    };
    days.map(|day| (day, value(day))).collect()
}

fn network(asset: i32) -> String {
    // One of them has more members than fit into a block, another one a single member.
    match asset {
        0 => "alone".to_owned(),
        asset if asset % 100 == 1 => format!("net-{}", asset / 100),
        _ => "most".to_owned(),
    }
}

fn rows() -> String {
    let mut rows = format!("{HEAD},network_slug\n");
    for asset in 0..ASSETS {
        for (day, value) in known(asset) {
            let (day, value) = (
                day::text(day),
                value.map_or_else(|| "null".to_owned(), |value| value.to_string()),
            );
            writeln!(rows, "asset,asset-{asset},71,{day},{value},{}", network(asset)).unwrap();
        }
    }
    rows
}

/// Everything but one asset, which no sums are kept of, for all days.
fn request_by(by: SeriesGroupBy) -> GetAggregateRequest {
    let filter = Filter {
        operator: Operator::NotEquals.into(),
        field: Some("slug".to_owned()),
        value: Some(QueryValue::text("asset-3")),
        filters: Vec::new(),
    };
    GetAggregateRequest {
        measure: "71".to_owned(),
        filter: Some(filter),
        group_by: Some(by.into()),
        from: Some(day::text(FIRST)),
        to: Some(day::text(FIRST + DAYS - 1)),
        ..GetAggregateRequest::default()
    }
}

type ValuesAndCoverage = (Vec<Option<f64>>, Vec<Option<f64>>);

/// Values and coverage of some assets, looked up day by day.
fn naive(assets: &[i32]) -> ValuesAndCoverage {
    let all: Vec<_> = assets.iter().map(|asset| known(*asset)).collect();
    let of_day = |day: Day| {
        let level = |known: &BTreeMap<Day, Option<i32>>| {
            let said = known.range(day - CARRY..=day).next_back();
            said.and_then(|(_, value)| *value)
        };
        let begun = all.iter().filter(|known| known.range(..=day).next().is_some()).count();
        let levels: Vec<i32> = all.iter().filter_map(level).collect();
        let sum = levels.iter().map(|level| f64::from(*level)).sum();
        let coverage = levels.len() as f64 / begun as f64;
        ((!levels.is_empty()).then_some(sum), (begun > 0).then_some(coverage))
    };
    (FIRST..FIRST + DAYS).map(of_day).unzip()
}

fn found(group: &SeriesGroup) -> ValuesAndCoverage {
    (shown(&group.values), shown(&group.coverage))
}

async fn check(client: &mut Client, by: SeriesGroupBy, of: impl Fn(i32) -> Option<String>) {
    let query = request_by(by);
    let answer = client.get_aggregate(query.clone()).await.unwrap().into_inner();
    let everyone: Vec<i32> = (0..ASSETS).filter(|asset| *asset != 3).collect();
    assert_eq!(found(answer.total.as_ref().unwrap()), naive(&everyone));
    let mut rest = everyone;
    let (other, named): (Vec<_>, Vec<_>) = answer.groups.iter().partition(|group| group.is_other);
    for group in named {
        let (members, others): (Vec<i32>, Vec<i32>) =
            rest.into_iter().partition(|asset| of(*asset) == group.key);
        rest = others;
        assert_eq!(group.member_count as usize, members.len(), "{:?}", group.key);
        assert_eq!(found(group), naive(&members), "{:?}", group.key);
    }
    if by == SeriesGroupBy::None {
        assert!(answer.groups.is_empty());
    } else {
        assert_eq!(other.is_empty(), rest.is_empty());
    }
    for other in other {
        assert_eq!(found(other), naive(&rest), "all others");
    }
    let text = client.get_aggregate_text(query).await.unwrap().into_inner().json;
    assert_eq!(String::from_utf8_lossy(&text), serde_json::to_string(&answer).unwrap());
}

#[tokio::test]
async fn wide_questions_are_answered_as_a_naive_reader_adds_up() {
    let world = World::start().await;
    world.import(&[("long.csv", &rows())]).await.unwrap();
    let mut client = world.serve().await;
    check(&mut client, SeriesGroupBy::None, |_| None).await;
    check(&mut client, SeriesGroupBy::Network, |asset| Some(network(asset))).await;
    check(&mut client, SeriesGroupBy::Asset, |asset| Some(format!("asset-{asset}"))).await;

    let of_series = ASSETS as usize * size_of::<usize>();
    let bytes = candidates();
    assert!(bytes < of_series as f64, "no query yet: {bytes}");
    world.refresh().await;
    // Each series twice: by network and not.
    let bytes = candidates();
    assert!(bytes > 2.0 * of_series as f64, "after queries: {bytes}");
}

/// The bytes of candidates in the metrics of the process.
fn candidates() -> f64 {
    let families = prometheus::gather();
    let sizes = families.iter().filter(|family| family.name() == "timeseries_snapshot_size");
    let of = |metric: &&prometheus::proto::Metric| metric.get_label()[0].value() == "candidates";
    sizes
        .flat_map(prometheus::proto::MetricFamily::get_metric)
        .find(of)
        .unwrap()
        .get_gauge()
        .get_value()
}
