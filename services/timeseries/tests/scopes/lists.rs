//! Under a scope, lists have the series and loads of shown values alone, and count no others.

use std::collections::{BTreeMap, BTreeSet};

use super::reference::{ANNOUNCED, ASSETS, DAYS, Evaluator, FLOW, Query, STOCK, known, scopes};
use super::{announce, days_back, is_in, permission, refusal, scope, treasuries, within, world};
use crate::support::{Client, World, asset, shown};
use engine::day::{self, Day};
use engine::measures;
use kit::error::Problem;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use proto::access::v1::{Dimension, Endpoint, Granularity, Scope, TimeBounds};
use proto::query::v1::{self, Filter, GetMetaRequest, Operator, QueryValue, Sort, SortDirection};
use proto::timeseries::v1::{GetSeriesRequest, SeriesInterval};

const INTERVALS: [SeriesInterval; 3] =
    [SeriesInterval::Day, SeriesInterval::Week, SeriesInterval::Month];
/// The days of one load.
const CHUNK: Day = 30;

/// An asset by its place, and a measure.
type Series = (usize, i64);
/// Assets of even or of odd places, and the number of days before.
type LoadPart = (usize, Day);

fn part((place, _): Series, day: Day, today: Day) -> LoadPart {
    (place % 2, (day - (today - DAYS)) / CHUNK)
}

fn all_series() -> impl Iterator<Item = Series> {
    (0..ASSETS.len()).flat_map(|place| [STOCK, FLOW].map(|measure| (place, measure)))
}

/// Loads the values of all assets part by part; answers the loads.
async fn load_parts(world: &World, today: Day) -> BTreeMap<i64, LoadPart> {
    let mut rows: BTreeMap<LoadPart, Vec<String>> = BTreeMap::new();
    for (place, measure) in all_series() {
        for (day, value) in known(place, measure, today) {
            let (name, value) = (day::text(day), value.unwrap());
            let row = format!("asset,a{},{measure},{name},{value}\n", place + 1);
            rows.entry(part((place, measure), day, today)).or_default().push(row);
        }
    }
    world.load(&format!("network,n11,71,{0},1\nnetwork,n12,71,{0},1\n", day::text(today))).await;
    let mut loads = BTreeMap::new();
    for (part, rows) in rows {
        loads.insert(world.load(&rows.concat()).await.load_id, part);
    }
    loads
}

/// The series and the loads that are listed, each of which is counted.
async fn listed(client: &mut Client, scope: &Scope) -> (BTreeSet<Series>, BTreeSet<i64>) {
    within(scope, async {
        let series = client.list_series(v1::Query::default()).await.unwrap().into_inner();
        assert_eq!(series.pagination.unwrap().result_count as usize, series.results.len());
        let found = series.results.iter().map(|record| {
            let place: usize = record.subject_slug[1..].parse().unwrap();
            (place - 1, measures::by_name(&record.measure_slug).unwrap().id)
        });
        let found: BTreeSet<Series> = found.collect();
        let loads = client.list_loads(v1::Query::default()).await.unwrap().into_inner();
        assert_eq!(loads.pagination.unwrap().result_count as usize, loads.results.len());
        assert!(loads.results.iter().all(|load| load.accepted == 0 && load.first_date.is_none()));
        let loads: BTreeSet<i64> = loads.results.iter().map(|load| load.id).collect();
        (found, loads)
    })
    .await
}

/// The days on which the evaluator of policies shows values of a series, in intervals of a length.
fn evaluated(
    scope: &policy::Scope,
    (place, measure): Series,
    interval: SeriesInterval,
    (now, today): (i64, Day),
) -> BTreeSet<Day> {
    let query = Query { measure, interval, range: (today - DAYS, today), by: None };
    let evaluator = Evaluator { scope: scope.clone(), now, query };
    let visible = evaluator.visible(place, &known(place, measure, today), today);
    visible.into_iter().filter(|(_, value)| value.is_some()).map(|(day, _)| day).collect()
}

/// Whether a query in intervals of some length has a value of a series.
async fn is_answered(client: &mut Client, scope: &Scope, series: Series, today: Day) -> bool {
    let (place, measure) = series;
    for interval in INTERVALS {
        let request = GetSeriesRequest {
            keys: vec![asset(&format!("a{}", place + 1), &measure.to_string())],
            interval: Some(interval.into()),
            from: Some(day::text(today - DAYS)),
            to: Some(day::text(today)),
            ..GetSeriesRequest::default()
        };
        match within(scope, client.get_series(request)).await {
            Ok(answer) => {
                let values = shown(&answer.into_inner().lines[0].values);
                if values.iter().any(Option::is_some) {
                    return true;
                }
            }
            Err(status) => {
                let reason = Problem::from(status).reason;
                assert!(["access.scope", "series_not_found"].contains(&&*reason), "{reason}");
            }
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_equal_those_of_a_reader_who_asks_about_each_value() {
    let world = World::start().await;
    let (now, today) = (world.clock.now_milliseconds(), day::at(world.clock.now()));
    let loads = load_parts(&world, today).await;
    announce(&world, ANNOUNCED).await;
    let mut client = world.serve().await;
    let mut runner = TestRunner::deterministic();
    let cases = kit::testing::cases(200);
    let mut narrowed = 0;
    for _ in 0..cases {
        let scope = scopes(today).new_tree(&mut runner).unwrap().current();
        let evaluator = policy::Scope::try_from(&scope).unwrap();
        let found = listed(&mut client, &scope).await;
        let expected = |intervals: &[SeriesInterval]| {
            let (mut series, mut ids) = (BTreeSet::<Series>::new(), BTreeSet::<i64>::new());
            for one in all_series() {
                for interval in intervals {
                    let days = evaluated(&evaluator, one, *interval, (now, today));
                    let parts: BTreeSet<LoadPart> =
                        days.iter().map(|day| part(one, *day, today)).collect();
                    series.extend((!days.is_empty()).then_some(one));
                    ids.extend(
                        loads.iter().filter(|(_, part)| parts.contains(*part)).map(|(id, _)| *id),
                    );
                }
            }
            (series, ids)
        };
        let of_days = expected(&INTERVALS[..1]);
        let is_daily = scope.permissions.iter().all(|permission| {
            let finest = permission.time.as_ref().and_then(|time| time.granularity_min);
            finest.is_none_or(|finest| finest <= Granularity::Day.into())
        });
        if is_daily {
            assert_eq!(found, of_days, "{scope:?}");
        } else {
            // Values of longer intervals count once they are over.
            let of_any = expected(&INTERVALS);
            assert!(found.0.is_subset(&of_any.0) && found.1.is_subset(&of_any.1), "{scope:?}");
            assert!(of_days.0.is_subset(&found.0) && of_days.1.is_subset(&found.1), "{scope:?}");
            for series in all_series().filter(|series| !found.0.contains(series)) {
                let is_answered = is_answered(&mut client, &scope, series, today).await;
                assert!(!is_answered, "{series:?} is not listed within {scope:?}");
            }
        }
        narrowed += u32::from((1..all_series().count()).contains(&found.0.len()));
    }
    assert!(narrowed > cases / 10, "{narrowed}");
}

fn above(field: &str) -> v1::Query {
    let filter = Filter {
        operator: Operator::Gt.into(),
        field: Some(field.to_owned()),
        value: Some(QueryValue::number(0)),
        filters: Vec::new(),
    };
    v1::Query { filter: Some(filter), ..v1::Query::default() }
}

#[tokio::test]
async fn the_counts_of_a_load_are_no_way_to_its_hidden_values() {
    let (world, mut client) = world().await;
    let client = &mut client;
    world.load("asset,coin,71,2026-11-19,10").await;
    world.refresh().await;
    let sorted = v1::Query {
        sort: Some(Sort { field: "accepted".to_owned(), direction: SortDirection::Desc.into() }),
        ..v1::Query::default()
    };
    let meta = GetMetaRequest { resource: "loads".to_owned() };
    let names = |meta: v1::ResourceMeta| -> BTreeSet<String> {
        meta.fields.into_iter().map(|field| field.name).collect()
    };
    let all = names(client.get_meta(meta.clone()).await.unwrap().into_inner());
    within(&treasuries(), async {
        let listed = client.list_loads(v1::Query::default()).await.unwrap().into_inner();
        assert_eq!((listed.results.len(), listed.pagination.unwrap().result_count), (1, 1));
        assert_eq!((listed.results[0].accepted, listed.results[0].series_count), (0, 0));
        for query in [above("accepted"), above("unchanged"), sorted.clone()] {
            refusal(client.list_loads(query).await);
        }
        let shown = names(client.get_meta(meta.clone()).await.unwrap().into_inner());
        let hidden: Vec<&String> = all.difference(&shown).collect();
        let expected = [
            "accepted",
            "first_date",
            "last_date",
            "restated",
            "series_count",
            "unchanged",
            "withheld",
            "withheld_reasons",
        ];
        assert_eq!(hidden, expected);
    })
    .await;
    for query in [above("accepted"), sorted] {
        let listed = client.list_loads(query).await.unwrap().into_inner();
        assert_eq!(listed.results.len(), 2);
        assert!(listed.results.iter().all(|load| load.accepted > 0));
    }
}

#[tokio::test]
async fn series_are_listed_by_the_scope_of_their_endpoint_whatever_its_intervals() {
    let (world, mut client) = world().await;
    let client = &mut client;
    world.load("network,one,71,2026-11-18,1\nnetwork,one,20,2026-11-18,1").await;
    world.refresh().await;
    let months = TimeBounds { granularity_min: Some(3), ..TimeBounds::default() };
    let of_measure = vec![is_in(Dimension::Measure, &[71])];
    let protocols = Scope {
        endpoint: Endpoint::ProtocolTimeseries.into(),
        ..scope(vec![permission(of_measure.clone(), days_back(30))])
    };
    let monthly = scope(vec![permission(of_measure, months)]);
    let both = Scope { further: vec![protocols.clone()], ..monthly.clone() };
    for (scope, expected) in [
        (monthly, &["bill", "coin", "new"][..]),
        (protocols, &["one"]),
        (both, &["bill", "coin", "new", "one"]),
        (scope(vec![permission(Vec::new(), days_back(1))]), &[]),
    ] {
        within(&scope, async {
            let listed = client.list_series(v1::Query::default()).await.unwrap().into_inner();
            let slugs: BTreeSet<&str> =
                listed.results.iter().map(|record| &*record.subject_slug).collect();
            assert_eq!(slugs.into_iter().collect::<Vec<_>>(), expected);
            assert_eq!(listed.pagination.unwrap().result_count as usize, expected.len());
        })
        .await;
    }
}
