//! Answers of the calls of the service.

use std::time::Duration;

use crate::support::{self, World, asset, shown};
use kit::error::{ErrorCode, Problem};
use kit::testing;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, GetLatestRequest, GetSeriesRequest, SeriesGroup, SeriesGroupBy,
    SeriesInterval, SeriesMode, SubjectKind,
};
use timeseries::{resources, snapshot};

fn get(keys: Vec<proto::timeseries::v1::SeriesKey>) -> GetSeriesRequest {
    GetSeriesRequest { keys, ..GetSeriesRequest::default() }
}

fn day(text: &str) -> String {
    text.to_owned()
}

#[tokio::test]
async fn series_share_one_axis_and_describe_themselves() {
    let world = World::start().await;
    world
        .load("asset,coin,71,2026-01-01,1\nasset,coin,71,2026-01-03,3\nasset,coin,20,2026-01-02,5")
        .await;
    let mut client = world.serve().await;
    let request = get(vec![asset("coin", "71"), asset("coin", "daily_transfer_volume_dollar")]);
    let answer = client.get_series(request.clone()).await.unwrap().into_inner();
    assert_eq!(answer.dates, ["2026-01-01", "2026-01-02", "2026-01-03"]);
    let values: Vec<_> = answer.lines.iter().map(|line| shown(&line.values)).collect();
    assert_eq!(values, [[Some(1.0), Some(1.0), Some(3.0)], [None, Some(5.0), None]]);
    assert_eq!(answer.lines[0].unit, "usd");
    assert_eq!(answer.lines[0].last_date.as_deref(), Some("2026-01-03"));
    assert_eq!(answer.current_at, kit::clock::milliseconds(support::NOW));

    let month =
        GetSeriesRequest { interval: Some(SeriesInterval::Month.into()), ..request.clone() };
    let answer = client.get_series(month).await.unwrap().into_inner();
    let values: Vec<_> = answer.lines.iter().map(|line| shown(&line.values)).collect();
    assert_eq!(values, [[Some(3.0)], [Some(5.0)]]);
}

#[tokio::test]
async fn the_last_day_of_the_last_interval_is_answered() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-11-17,5\nasset,coin,71,2026-11-18,6").await;
    let mut client = world.serve().await;
    let month = SeriesInterval::Month;
    for (to, interval, expected) in [
        (None, month, ["2026-11-01 to 2026-11-18", "2026-11-01 to 2026-11-19"]),
        (None, SeriesInterval::Day, ["2026-11-18 to 2026-11-18", "2026-11-19 to 2026-11-19"]),
        (Some("2026-11-11"), SeriesInterval::Week, ["2026-11-09 to 2026-11-11"; 2]),
        (Some("2026-12-31"), month, ["2026-11-01 to 2026-11-20"; 2]),
    ] {
        let (to, interval) = (to.map(str::to_owned), Some(interval.into()));
        let from = Some(day("2026-11-02"));
        let keys = vec![asset("coin", "71")];
        let request =
            GetSeriesRequest { from: from.clone(), to: to.clone(), interval, ..get(keys) };
        let series = client.get_series(request).await.unwrap().into_inner();
        let measure = "71".to_owned();
        let request = GetAggregateRequest { measure, from, to, interval, ..Default::default() };
        let whole = client.get_aggregate(request).await.unwrap().into_inner();
        let answered = [(series.dates, series.to), (whole.dates, whole.to)]
            .map(|(dates, to)| format!("{} to {to}", dates.last().unwrap()));
        assert_eq!(answered, expected);
    }
}

#[tokio::test]
async fn an_earlier_state_is_answered_as_it_was_known() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-01-01,1\nasset,coin,71,2026-01-02,2").await;
    world.clock.advance(Duration::from_hours(48));
    world.load("asset,coin,71,2026-01-02,9\nasset,coin,71,2026-01-03,3").await;
    let mut client = world.serve().await;
    let range = GetSeriesRequest {
        from: Some(day("2026-01-01")),
        to: Some(day("2026-01-03")),
        ..get(vec![asset("coin", "71")])
    };
    for (as_of, expected) in [
        (None, [Some(1.0), Some(9.0), Some(3.0)]),
        (Some("2026-11-21"), [Some(1.0), Some(2.0), Some(2.0)]),
        (Some("2026-11-22T11:59:59Z"), [Some(1.0), Some(2.0), Some(2.0)]),
        (Some("2026-11-22T12:00:00Z"), [Some(1.0), Some(9.0), Some(3.0)]),
        (Some("2026-11-19"), [None, None, None]),
    ] {
        let request = GetSeriesRequest { as_of: as_of.map(str::to_owned), ..range.clone() };
        let answer = client.get_series(request).await.unwrap().into_inner();
        assert_eq!(shown(&answer.lines[0].values), expected, "{as_of:?}");
    }
}

#[tokio::test]
async fn invalid_queries_are_refused_with_a_reason() {
    let world = World::start().await;
    world
        .load(
            "asset,coin,71,2026-01-01,1\nasset,coin,14,2026-01-01,5\nasset,coin,1001,2026-01-04,5",
        )
        .await;
    let client = world.serve().await;
    let coin = get(vec![asset("coin", "71")]);
    let addresses = get(vec![asset("coin", "14")]);
    let weekly = get(vec![asset("coin", "weekly_transfer_volume")]);
    let month = Some(SeriesInterval::Month.into());
    for (request, code, reason) in [
        (get(Vec::new()), ErrorCode::Invalid, "keys_bound"),
        (get(vec![asset("coin", "71"); 51]), ErrorCode::Invalid, "keys_bound"),
        (get(vec![asset("coin", "nothing")]), ErrorCode::Invalid, "measure_unknown"),
        (get(vec![asset("nobody", "71")]), ErrorCode::NotFound, "series_not_found"),
        (
            GetSeriesRequest { from: Some(day("yesterday")), ..coin.clone() },
            ErrorCode::Invalid,
            "date_invalid",
        ),
        (
            GetSeriesRequest { from: Some(day("0001-01-01")), ..coin.clone() },
            ErrorCode::Invalid,
            "date_invalid",
        ),
        (
            GetSeriesRequest {
                from: Some(day("2026-02-01")),
                to: Some(day("2026-01-01")),
                ..coin.clone()
            },
            ErrorCode::Invalid,
            "range_empty",
        ),
        (
            GetSeriesRequest { as_of: Some(day("then")), ..coin.clone() },
            ErrorCode::Invalid,
            "as_of_invalid",
        ),
        (
            GetSeriesRequest { mode: Some(SeriesMode::Cumulative.into()), ..coin.clone() },
            ErrorCode::Invalid,
            "stock_not_summed",
        ),
        (
            GetSeriesRequest { interval: month, ..addresses },
            ErrorCode::Invalid,
            "distinct_not_summed",
        ),
        (GetSeriesRequest { interval: month, ..weekly }, ErrorCode::Invalid, "weeks_not_split"),
        (
            GetSeriesRequest {
                from: Some(day("2026-11-21")),
                to: Some(day("2026-12-01")),
                ..coin.clone()
            },
            ErrorCode::Invalid,
            "range_ahead",
        ),
        (
            GetSeriesRequest {
                from: Some(day("1900-01-01")),
                keys: vec![asset("coin", "71"); 50],
                ..coin.clone()
            },
            ErrorCode::Invalid,
            "range_too_long",
        ),
    ] {
        let shown = format!("{request:?}");
        let problem = Problem::from(client.clone().get_series(request).await.unwrap_err());
        assert_eq!((problem.code, &*problem.reason), (code, reason), "{shown}");
    }
}

fn group(groups: &[SeriesGroup], key: &str) -> Vec<Option<f64>> {
    let found = groups.iter().find(|group| group.key.as_deref() == Some(key));
    shown(&found.unwrap_or_else(|| panic!("no group {key}")).values)
}

#[tokio::test]
async fn an_aggregate_tells_groups_others_total_and_coverage() {
    let world = World::start().await;
    world
        .load(
            "asset,a,71,2026-01-01,10\nasset,a,71,2026-01-02,20\nasset,b,71,2026-01-01,5\nasset,b,71,2026-01-02,6\n\
             asset,c,71,2026-01-02,1\nasset,d,71,2025-12-01,99",
        )
        .await;
    let mut client = world.serve().await;
    let request = GetAggregateRequest {
        measure: "71".to_owned(),
        group_by: Some(SeriesGroupBy::Asset.into()),
        from: Some(day("2026-01-01")),
        to: Some(day("2026-01-02")),
        group_limit: Some(2),
        ..GetAggregateRequest::default()
    };
    let answer = client.get_aggregate(request.clone()).await.unwrap().into_inner();
    assert_eq!(answer.dates, ["2026-01-01", "2026-01-02"]);
    assert_eq!(answer.group_count, 4);
    let keys: Vec<_> = answer.groups.iter().map(|group| group.key.as_deref()).collect();
    assert_eq!(keys, [Some("a"), Some("b"), None]);
    assert_eq!(group(&answer.groups, "a"), [Some(10.0), Some(20.0)]);
    let other = &answer.groups[2];
    assert!(other.is_other && other.member_count == 2);
    assert_eq!(shown(&other.values), [None, Some(1.0)], "the last value of d is too old");
    let total = answer.total.unwrap();
    assert_eq!(shown(&total.values), [Some(15.0), Some(27.0)]);
    assert_eq!(shown(&total.coverage), [Some(2.0 / 3.0), Some(3.0 / 4.0)]);

    let cohort = GetAggregateRequest { is_cohort: Some(true), ..request.clone() };
    let total = client.get_aggregate(cohort).await.unwrap().into_inner().total.unwrap();
    assert_eq!(shown(&total.values), [Some(15.0), Some(26.0)], "c came only later");

    let only = Filter {
        operator: Operator::In.into(),
        field: Some("slug".to_owned()),
        value: Some(QueryValue::list([QueryValue::text("b"), QueryValue::text("c")])),
        filters: Vec::new(),
    };
    let of_catalog = GetAggregateRequest { asset_filter: Some(only.clone()), ..request.clone() };
    let refused = Problem::from(client.get_aggregate(of_catalog).await.unwrap_err());
    assert_eq!(refused.reason, "asset_filter_unresolved");
    let filtered = GetAggregateRequest { filter: Some(only), ..request };
    let total = client.get_aggregate(filtered).await.unwrap().into_inner().total.unwrap();
    assert_eq!(shown(&total.values), [Some(5.0), Some(7.0)]);
}

#[tokio::test]
async fn groups_of_cumulative_sums_are_ranked_by_their_last_sum() {
    let world = World::start().await;
    world
        .load(
            "asset,a,18,2026-01-01,90\nasset,a,18,2026-01-02,1\nasset,b,18,2026-01-02,20\nasset,c,18,2026-01-01,50",
        )
        .await;
    let mut client = world.serve().await;
    let request = GetAggregateRequest {
        measure: "18".to_owned(),
        group_by: Some(SeriesGroupBy::Asset.into()),
        mode: Some(SeriesMode::Cumulative.into()),
        from: Some(day("2026-01-01")),
        to: Some(day("2026-01-02")),
        group_limit: Some(2),
        ..GetAggregateRequest::default()
    };
    let answer = client.get_aggregate(request).await.unwrap().into_inner();
    let keys: Vec<_> = answer.groups.iter().map(|group| group.key.as_deref()).collect();
    assert_eq!(keys, [Some("a"), Some("c"), None], "b had more on the last day only");
}

#[tokio::test]
async fn groups_that_subjects_cannot_have_are_refused() {
    let world = World::start().await;
    let mut client = world.serve().await;
    for (kind, by, is_possible) in [
        (SubjectKind::Asset, SeriesGroupBy::Token, false),
        (SubjectKind::Asset, SeriesGroupBy::Country, true),
        (SubjectKind::Token, SeriesGroupBy::Token, true),
        (SubjectKind::Loan, SeriesGroupBy::Asset, true),
        (SubjectKind::Loan, SeriesGroupBy::Country, false),
        (SubjectKind::Pool, SeriesGroupBy::Token, true),
        (SubjectKind::Pool, SeriesGroupBy::Country, false),
        (SubjectKind::Platform, SeriesGroupBy::Issuer, false),
        (SubjectKind::Network, SeriesGroupBy::Network, true),
        (SubjectKind::Network, SeriesGroupBy::Issuer, false),
        (SubjectKind::Benchmark, SeriesGroupBy::Token, true),
        (SubjectKind::Benchmark, SeriesGroupBy::Country, false),
    ] {
        let request = GetAggregateRequest {
            measure: "71".to_owned(),
            subject_kind: Some(kind.into()),
            group_by: Some(by.into()),
            ..GetAggregateRequest::default()
        };
        let answer = client.get_aggregate(request).await;
        let reason = answer.err().map(|status| Problem::from(status).reason.to_string());
        let expected = (!is_possible).then(|| "group_absurd".to_owned());
        assert_eq!(reason, expected, "{kind:?} by {by:?}");
    }
}

#[tokio::test]
async fn the_change_of_a_sum_is_the_sum_of_changes() {
    let world = World::start().await;
    world
        .load(
            "asset,a,71,2026-01-31,10\nasset,a,71,2026-02-28,12\nasset,new,71,2026-02-27,5\n\
             asset,over,71,2026-01-31,3",
        )
        .await;
    let mut client = world.serve().await;
    let mut ask = async |mode: SeriesMode| {
        let request = GetAggregateRequest {
            measure: "71".to_owned(),
            mode: Some(mode.into()),
            group_by: Some(SeriesGroupBy::Asset.into()),
            interval: Some(SeriesInterval::Month.into()),
            from: Some(day("2026-01-01")),
            to: Some(day("2026-02-28")),
            ..GetAggregateRequest::default()
        };
        client.get_aggregate(request).await.unwrap().into_inner()
    };
    let levels = shown(&ask(SeriesMode::Level).await.total.unwrap().values);
    assert_eq!(levels, [Some(13.0), Some(17.0)]);
    let changes = ask(SeriesMode::Flow).await;
    let total = changes.total.unwrap();
    assert_eq!(shown(&total.values), [Some(13.0), Some(7.0)], "January begins from nothing");
    assert_eq!(shown(&total.coverage), [Some(1.0), Some(2.0 / 3.0)], "one has no value any more");
    assert_eq!(group(&changes.groups, "a"), [Some(10.0), Some(2.0)]);
    assert_eq!(group(&changes.groups, "new"), [None, Some(5.0)]);
    assert_eq!(group(&changes.groups, "over"), [Some(3.0), None], "nothing is not zero");
}

#[tokio::test]
async fn networks_add_up_to_the_whole_and_count_once() {
    let world = World::start().await;
    let rows = "asset,a,71,2026-01-01,30,\nasset,a,71,2026-01-01,10,one\nasset,a,71,2026-01-01,20,two\n\
                asset,b,71,2026-01-01,5,one\n";
    let file = format!("{},network_slug\n{rows}", support::HEAD);
    world.import(&[("long.csv", &file)]).await.unwrap();
    let mut client = world.serve().await;
    let mut ask = async |by: SeriesGroupBy| {
        let request = GetAggregateRequest {
            measure: "71".to_owned(),
            group_by: Some(by.into()),
            from: Some(day("2026-01-01")),
            to: Some(day("2026-01-01")),
            ..GetAggregateRequest::default()
        };
        client.get_aggregate(request).await.unwrap().into_inner()
    };
    let whole = ask(SeriesGroupBy::Asset).await;
    assert_eq!(group(&whole.groups, "a"), [Some(30.0)]);
    assert_eq!(shown(&whole.total.unwrap().values), [Some(35.0)]);
    let parts = ask(SeriesGroupBy::Network).await;
    assert_eq!(group(&parts.groups, "one"), [Some(15.0)]);
    assert_eq!(group(&parts.groups, "two"), [Some(20.0)]);
    assert_eq!(shown(&parts.total.unwrap().values), [Some(35.0)]);
}

#[tokio::test]
async fn prices_do_not_add_up_and_rates_are_weighted() {
    let world = World::start().await;
    world
        .load(
            "asset,a,1,2026-01-01,0.04\nasset,b,1,2026-01-01,0.08\nasset,c,1,2026-01-01,0.5\n\
             asset,a,71,2026-01-01,300\nasset,b,71,2026-01-01,100\n\
             asset,a,39,2026-01-01,1\nasset,b,39,2026-01-01,2\nasset,a,15,2026-01-01,7\nasset,b,15,2026-01-01,8",
        )
        .await;
    let mut client = world.serve().await;
    let mut total = async |measure: &str, weight: Option<&str>| {
        let request = GetAggregateRequest {
            measure: measure.to_owned(),
            weight: weight.map(str::to_owned),
            from: Some(day("2026-01-01")),
            to: Some(day("2026-01-01")),
            ..GetAggregateRequest::default()
        };
        let answer = client.get_aggregate(request).await.unwrap().into_inner();
        (shown(&answer.total.unwrap().values)[0], answer.counts_twice)
    };
    let (yielded, _) = total("yield_to_maturity", Some("71")).await;
    assert!((yielded.unwrap() - 0.05).abs() < 1e-12, "{yielded:?}");
    assert_eq!(total("price_dollar", None).await, (None, false));
    assert_eq!(total("holding_addresses_count", None).await, (Some(15.0), true));
}

#[tokio::test]
async fn the_newest_value_comes_with_its_changes_and_its_age() {
    let world = World::start().await;
    world
        .load(
            "asset,coin,71,2026-08-20,50\nasset,coin,71,2026-10-19,80\nasset,coin,71,2026-11-11,0\n\
             asset,coin,71,2026-11-18,100\nasset,old,71,2026-01-01,1\nasset,bad,15,2026-11-19,-1",
        )
        .await;
    let mut client = world.serve().await;
    let keys =
        vec![asset("coin", "71"), asset("nobody", "71"), asset("old", "71"), asset("bad", "15")];
    let request = GetLatestRequest { keys, as_of: None };
    let results = support::latest(&mut client, request).await.results;
    let [coin, old, bad] = &results[..] else { panic!("{results:?}") };
    assert_eq!(
        (coin.value, coin.date.as_deref(), coin.age_days),
        (Some(100.0), Some("2026-11-18"), Some(2))
    );
    assert!(!coin.is_stale && old.is_stale);
    let changes: Vec<_> =
        coin.changes.iter().map(|change| (change.days, change.amount, change.ratio)).collect();
    // The last is that of the year so far: 322 days since 31 December.
    let expected = [
        (1, Some(100.0), None),
        (7, Some(100.0), None),
        (30, Some(20.0), Some(0.25)),
        (90, Some(50.0), Some(1.0)),
        (365, None, None),
        (322, None, None),
    ];
    assert_eq!(changes, expected);
    assert_eq!((bad.value, bad.date.as_deref()), (None, Some("2026-11-19")), "withheld, not older");
}

#[tokio::test]
async fn every_field_and_operator_of_the_lists_works() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-01-02,2").await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    for resource in resources::RESOURCES {
        testing::resource(&mut conn, resource).await;
    }
}

#[tokio::test]
async fn the_snapshot_follows_the_loads_and_a_second_one_is_the_same() {
    let world = World::start().await;
    world.load("asset,a,71,2026-01-01,1\nasset,b,71,2026-01-01,2").await;
    world.refresh().await;
    let before = world.snapshot.get().unwrap();
    world.clock.advance(Duration::from_hours(1));
    world.load("asset,a,71,2026-01-01,1.5\nasset,a,71,2025-12-01,1\nasset,c,71,2026-01-01,3").await;
    world.refresh().await;
    world.refresh().await;
    let after = world.snapshot.get().unwrap();
    assert_eq!((before.snapshot().len(), after.snapshot().len()), (2, 3));

    let fresh = snapshot::CurrentSnapshot::new(1 << 30);
    snapshot::refresh(&world.test_db.db, &fresh, world.clock.now()).await.unwrap();
    let fresh = fresh.get().unwrap();
    assert_eq!(fresh.snapshot().generation(), after.snapshot().generation());
    let measure = engine::measures::observed("71").unwrap();
    for (one, other) in
        after.snapshot().of_measure(measure).zip(fresh.snapshot().of_measure(measure))
    {
        let (first, last) = (one.column.first().unwrap(), one.column.last().unwrap());
        assert_eq!((first, last), (other.column.first().unwrap(), other.column.last().unwrap()));
        for day in first..=last {
            assert_eq!(one.column.at(day), other.column.at(day));
        }
    }
    let small = snapshot::CurrentSnapshot::new(10);
    assert!(snapshot::refresh(&world.test_db.db, &small, world.clock.now()).await.is_err());
    assert!(small.get().is_none(), "what does not fit is not shown in part");
}

#[tokio::test]
async fn an_additive_stock_begins_from_zero_alone_as_in_groups() {
    let world = World::start().await;
    world
        .load(
            "asset,coin,71,2026-01-10,5\nasset,coin,71,2026-01-17,8\n\
             asset,coin,3,2026-01-10,1\nasset,coin,3,2026-01-17,1.0625\n\
             asset,coin,holding_addresses_count,2026-01-10,4\nasset,coin,holding_addresses_count,2026-01-17,6\n",
        )
        .await;
    world.clock.advance(Duration::from_hours(48));
    world.load("asset,coin,71,2025-12-20,1").await;
    let mut client = world.serve().await;
    let mut changes = async |measure: &str, as_of: Option<&str>| {
        let request = GetSeriesRequest {
            keys: vec![asset("coin", measure)],
            from: Some("2025-12-01".to_owned()),
            to: Some("2026-01-18".to_owned()),
            interval: Some(SeriesInterval::Week.into()),
            mode: Some(SeriesMode::Flow.into()),
            as_of: as_of.map(str::to_owned),
        };
        let answer = client.get_series(request).await.unwrap().into_inner();
        shown(&answer.lines[0].values).into_iter().flatten().collect::<Vec<f64>>()
    };
    assert_eq!(changes("71", Some("2026-11-21")).await, [5.0, 3.0], "as it began then");
    assert_eq!(changes("71", None).await, [1.0, 4.0, 3.0], "the change over a gap is booked");
    assert_eq!(changes("holding_addresses_count", None).await, [4.0, 2.0]);
    assert_eq!(changes("3", None).await, [0.0625], "a price does not begin from nothing");
}
