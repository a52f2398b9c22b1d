//! Under a scope, numbers over time are made of the values that the scope shows, and of nothing else.

mod lists;
mod provenance;
mod reference;

use std::sync::Arc;
use std::time::Duration;

use crate::support::{Client, World, asset, latest, shown};
use kit::error::{ErrorCode, Problem};
use kit::grpc::scoped_to;
use proto::access::v1::{
    Condition, ConditionOperator, Dimension, Endpoint, Exclusion, FieldMode, Fields, Permission,
    Scope, TimeBounds,
};
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, GetLatestRequest, GetSeriesRequest, SeriesGroupBy,
    SeriesInterval, SeriesKey, SeriesMode, SubjectKind,
};
use tonic::Status;

const TREASURIES: i64 = 27;
const STABLECOINS: i64 = 28;

fn condition(dimension: Dimension, operator: ConditionOperator, ids: &[i64]) -> Condition {
    Condition { dimension: dimension.into(), operator: operator.into(), ids: ids.to_vec() }
}

fn is_in(dimension: Dimension, ids: &[i64]) -> Condition {
    condition(dimension, ConditionOperator::In, ids)
}

fn permission(conditions: Vec<Condition>, time: TimeBounds) -> Permission {
    Permission { r#where: conditions, time: Some(time), ..Permission::default() }
}

fn scope(permissions: Vec<Permission>) -> Scope {
    Scope { endpoint: Endpoint::AssetTimeseries.into(), permissions, ..Scope::default() }
}

fn days_back(days: i32) -> TimeBounds {
    TimeBounds { max_days_back: Some(days), ..TimeBounds::default() }
}

/// Treasuries on all days.
fn treasuries() -> Scope {
    let class = vec![is_in(Dimension::AssetClass, &[TREASURIES])];
    scope(vec![permission(class, TimeBounds::default())])
}

async fn within<F: Future>(scope: &Scope, work: F) -> F::Output {
    scoped_to(Some(Arc::new(scope.clone())), work).await
}

/// States what the catalog has announced of subjects: their attributes, with the slug of the class.
async fn announce(world: &World, statement: &'static str) {
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::raw_sql(statement).execute(&mut *conn).await.unwrap();
}

/// A bill and a coin with values of four days, and an asset that the catalog has not announced.
async fn world() -> (World, Client) {
    let world = World::start().await;
    let mut rows = Vec::new();
    for (slug, value) in [("bill", 1), ("coin", 10), ("new", 100)] {
        for day in ["2026-10-01", "2026-11-16", "2026-11-17", "2026-11-18"] {
            rows.push(format!("asset,{slug},71,{day},{value}\nasset,{slug},20,{day},{value}\n"));
        }
    }
    world.load(&rows.concat()).await;
    announce(
        &world,
        r#"UPDATE subjects SET catalog_id = 1, asset_class_slug = 'treasuries',
               scope_attributes = '{"asset_class_id": 27, "asset_id": 1}' WHERE slug = 'bill';
           UPDATE subjects SET catalog_id = 2, asset_class_slug = 'stablecoins',
               scope_attributes = '{"asset_class_id": 28, "asset_id": 2}' WHERE slug = 'coin'"#,
    )
    .await;
    let client = world.serve().await;
    (world, client)
}

fn total(measure: &str) -> GetAggregateRequest {
    GetAggregateRequest {
        measure: measure.to_owned(),
        from: Some("2026-11-16".to_owned()),
        to: Some("2026-11-18".to_owned()),
        ..GetAggregateRequest::default()
    }
}

async fn aggregate(
    client: &mut Client,
    request: GetAggregateRequest,
) -> Result<GetAggregateResponse, Status> {
    Ok(client.get_aggregate(request).await?.into_inner())
}

fn values(answer: GetAggregateResponse) -> Vec<Option<f64>> {
    shown(&answer.total.unwrap().values)
}

fn refusal<T: std::fmt::Debug>(outcome: Result<T, Status>) -> String {
    let problem = Problem::from(outcome.unwrap_err());
    assert_eq!((problem.code, &*problem.reason), (ErrorCode::Forbidden, "access.scope"));
    problem.message
}

fn by_class(class: &str) -> Filter {
    Filter {
        operator: Operator::Equals.into(),
        field: Some("asset_class".to_owned()),
        value: Some(QueryValue::text(class)),
        filters: Vec::new(),
    }
}

#[tokio::test]
async fn a_total_has_the_visible_members_alone() {
    let (_world, mut client) = world().await;
    let client = &mut client;
    for measure in ["71", "20"] {
        let whole = aggregate(client, total(measure)).await.unwrap();
        assert_eq!(values(whole), [Some(111.0); 3]);
        within(&treasuries(), async {
            let answer = aggregate(client, total(measure)).await.unwrap();
            assert_eq!(answer.total.as_ref().unwrap().member_count, 1);
            assert_eq!(values(answer), [Some(1.0); 3]);
            let by_class = Some(SeriesGroupBy::AssetClass.into());
            let request = GetAggregateRequest { group_by: by_class, ..total(measure) };
            let answer = aggregate(client, request).await.unwrap();
            assert_eq!(answer.group_count, 1);
            assert_eq!(answer.groups[0].key.as_deref(), Some("treasuries"));
        })
        .await;
        // Its scope is another one, and so is its answer.
        let others = Exclusion {
            r#where: vec![is_in(Dimension::AssetClass, &[TREASURIES])],
            ..Exclusion::default()
        };
        let everything = vec![permission(Vec::new(), TimeBounds::default())];
        let without = Scope { exclusions: vec![others], ..scope(everything) };
        let answer = within(&without, aggregate(client, total(measure))).await.unwrap();
        // What the catalog has not announced may be excluded, too.
        assert_eq!(values(answer), [Some(10.0); 3]);
        let whole = aggregate(client, total(measure)).await.unwrap();
        assert_eq!(values(whole), [Some(111.0); 3]);
    }
}

#[tokio::test]
async fn measures_and_days_belong_to_the_permission_of_their_records() {
    let (_world, mut client) = world().await;
    let client = &mut client;
    // Treasuries for a year, stablecoins for three days, and one measure of everything for two.
    let both = scope(vec![
        permission(vec![is_in(Dimension::AssetClass, &[TREASURIES])], days_back(365)),
        permission(vec![is_in(Dimension::AssetClass, &[STABLECOINS])], days_back(3)),
        permission(vec![is_in(Dimension::Measure, &[71])], days_back(2)),
    ]);
    within(&both, async {
        let answer = aggregate(client, total("71")).await.unwrap();
        assert_eq!(values(answer), [Some(1.0), Some(11.0), Some(111.0)]);
        let answer = aggregate(client, total("20")).await.unwrap();
        assert_eq!(values(answer), [Some(1.0), Some(11.0), Some(11.0)]);
        let earlier = GetAggregateRequest { as_of: Some("2026-11-19".to_owned()), ..total("71") };
        let problem = aggregate(client, earlier).await.unwrap();
        assert_eq!(values(problem), [None; 3], "nothing was known on that day");
        let request = GetSeriesRequest {
            keys: vec![asset("bill", "71"), asset("coin", "71"), asset("new", "71")],
            from: Some("2026-11-16".to_owned()),
            to: Some("2026-11-18".to_owned()),
            ..GetSeriesRequest::default()
        };
        let answer = client.get_series(request).await.unwrap().into_inner();
        let lines: Vec<_> = answer.lines.iter().map(|line| shown(&line.values)).collect();
        let (bill, coin, new) = (Some(1.0), Some(10.0), Some(100.0));
        assert_eq!(lines, [[bill; 3], [None, coin, coin], [None, None, new]]);
        let hidden = GetSeriesRequest { keys: vec![asset("new", "20")], ..Default::default() };
        let problem = Problem::from(client.get_series(hidden).await.unwrap_err());
        assert_eq!(problem.reason, "series_not_found");
    })
    .await;
}

#[tokio::test]
async fn what_began_before_the_visible_days_is_no_inflow() {
    let (_world, mut client) = world().await;
    let client = &mut client;
    let flow = GetAggregateRequest { mode: Some(SeriesMode::Flow.into()), ..total("71") };
    within(&scope(vec![permission(Vec::new(), days_back(3))]), async {
        let answer = aggregate(client, flow.clone()).await.unwrap();
        assert_eq!(answer.dates, ["2026-11-17", "2026-11-18"]);
        assert_eq!(values(answer), [None, Some(0.0)]);
    })
    .await;
    let whole = aggregate(client, flow).await.unwrap();
    assert_eq!(values(whole), [Some(0.0); 3]);
}

#[tokio::test]
async fn the_flow_of_an_interval_is_of_all_of_its_days() {
    let (_world, mut client) = world().await;
    let client = &mut client;
    let monthly = GetAggregateRequest {
        from: Some("2026-10-01".to_owned()),
        interval: Some(SeriesInterval::Month.into()),
        ..total("20")
    };
    let days = |from: &str| TimeBounds { from: Some(from.to_owned()), ..TimeBounds::default() };
    for (from, expected) in
        [("2026-10-01", [Some(111.0), Some(333.0)]), ("2026-10-02", [None, Some(333.0)])]
    {
        let since = scope(vec![permission(Vec::new(), days(from))]);
        let answer = within(&since, aggregate(client, monthly.clone())).await.unwrap();
        assert_eq!(values(answer), expected, "{from}");
    }
    // A month may not be ended on any day to learn of its weeks.
    let months = TimeBounds { granularity_min: Some(3), ..TimeBounds::default() };
    within(&scope(vec![permission(Vec::new(), months)]), async {
        let answer = aggregate(client, monthly).await.unwrap();
        assert_eq!(answer.dates, ["2026-10-01"]);
        let refused = refusal(aggregate(client, total("20")).await);
        assert!(refused.contains("interval"), "{refused}");
    })
    .await;
}

#[tokio::test]
async fn the_newest_value_is_the_newest_visible_one() {
    let (_world, mut client) = world().await;
    let client = &mut client;
    let late = TimeBounds { min_lag_minutes: Some(3 * 1_440), ..days_back(30) };
    let late = scope(vec![permission(vec![is_in(Dimension::Measure, &[71])], late)]);
    let request = GetLatestRequest {
        keys: vec![asset("bill", "71"), asset("bill", "20")],
        ..GetLatestRequest::default()
    };
    within(&late, async {
        let answer = latest(client, request.clone()).await;
        assert_eq!(answer.results.len(), 1);
        let newest = &answer.results[0];
        assert_eq!((newest.value, newest.date.as_deref()), (Some(1.0), Some("2026-11-16")));
        let unknown: Vec<_> = answer.unknown.iter().map(|one| one.reason.as_str()).collect();
        assert_eq!(unknown, ["access.scope"]);
        let alone = GetLatestRequest { keys: vec![asset("bill", "20")], ..Default::default() };
        let refused = refusal(client.get_latest_text(alone).await);
        assert!(refused.contains("measure"), "{refused}");
    })
    .await;
    let answer = latest(client, request).await;
    assert_eq!(answer.results[0].date.as_deref(), Some("2026-11-18"));
}

#[tokio::test]
async fn a_selection_outside_the_scope_is_refused_and_names_the_dimension() {
    let (_world, mut client) = world().await;
    let client = &mut client;
    let mut recent = treasuries();
    recent.permissions[0].r#where.push(is_in(Dimension::Measure, &[71]));
    recent.permissions[0].time = Some(days_back(3));
    within(&recent, async {
        let filter = Some(by_class("stablecoins"));
        let refused =
            refusal(aggregate(client, GetAggregateRequest { filter, ..total("71") }).await);
        assert!(refused.contains("asset class"), "{refused}");
        let filter = Some(by_class("treasuries"));
        let answer = aggregate(client, GetAggregateRequest { filter, ..total("71") }).await;
        assert_eq!(values(answer.unwrap()), [Some(1.0); 2]);
        let refused = refusal(aggregate(client, total("20")).await);
        assert!(refused.contains("measure"), "{refused}");
        let to = Some("2026-11-16".to_owned());
        let refused = refusal(aggregate(client, GetAggregateRequest { to, ..total("71") }).await);
        assert!(refused.contains("days"), "{refused}");
        let old = GetSeriesRequest {
            keys: vec![asset("bill", "71")],
            to: Some("2026-11-16".to_owned()),
            ..GetSeriesRequest::default()
        };
        let refused = refusal(client.get_series(old).await);
        assert!(refused.contains("days"), "{refused}");
    })
    .await;
}

#[tokio::test]
async fn a_number_of_all_networks_is_hidden_with_one_of_them() {
    let (world, mut client) = world().await;
    world.load("network,one,71,2026-11-18,1\nnetwork,two,71,2026-11-18,1").await;
    announce(
        &world,
        r#"UPDATE subjects SET catalog_id = 11, scope_attributes = '{"network_slugs": ["one"]}'
               WHERE slug = 'one';
           UPDATE subjects SET catalog_id = 12, scope_attributes = '{"network_slugs": ["two"]}'
               WHERE slug = 'two';
           UPDATE subjects SET version = version + 1,
               scope_attributes = scope_attributes || '{"network_slugs": ["one", "two"]}'
               WHERE slug = 'bill';
           UPDATE subjects SET scope_attributes = scope_attributes || '{"network_slugs": ["one"]}'
               WHERE slug = 'coin'"#,
    )
    .await;
    world.refresh().await;
    for (networks, expected) in [(&[11][..], 10.0), (&[11, 12], 11.0)] {
        let scope = scope(vec![permission(
            vec![is_in(Dimension::Network, networks)],
            TimeBounds::default(),
        )]);
        let answer = within(&scope, aggregate(&mut client, total("71"))).await.unwrap();
        assert_eq!(values(answer), [Some(expected); 3], "{networks:?}");
    }
}

#[tokio::test]
async fn series_of_several_endpoints_have_the_days_of_their_own_scopes() {
    let (world, mut client) = world().await;
    world.load("network,one,71,2026-11-16,5\nnetwork,one,71,2026-11-18,7").await;
    world.refresh().await;
    world.clock.advance(Duration::from_hours(1));
    let protocols = Scope {
        endpoint: Endpoint::ProtocolTimeseries.into(),
        ..scope(vec![permission(Vec::new(), days_back(3))])
    };
    let network = SeriesKey { subject_kind: SubjectKind::Network.into(), ..asset("one", "71") };
    let of = |asset: SeriesKey, as_of: Option<&str>| GetSeriesRequest {
        keys: vec![network.clone(), asset],
        from: Some("2026-11-16".to_owned()),
        to: Some("2026-11-18".to_owned()),
        as_of: as_of.map(str::to_owned),
        ..GetSeriesRequest::default()
    };
    let (one, other) = (
        Scope { further: vec![treasuries()], ..protocols.clone() },
        Scope { further: vec![protocols], ..treasuries() },
    );
    for scope in [one, other] {
        within(&scope, async {
            for as_of in [None, Some("2026-11-20T12:30:00Z")] {
                let answer = client.get_series(of(asset("bill", "71"), as_of)).await;
                let answer = answer.unwrap().into_inner();
                let lines: Vec<_> = answer.lines.iter().map(|line| shown(&line.values)).collect();
                assert_eq!(lines, [[None, None, Some(7.0)], [Some(1.0); 3]], "{as_of:?}");
            }
            let hidden = client.get_series(of(asset("coin", "71"), None)).await;
            assert_eq!(Problem::from(hidden.unwrap_err()).reason, "series_not_found");
        })
        .await;
    }
}

#[tokio::test]
async fn what_cannot_be_narrowed_is_refused() {
    let (_world, mut client) = world().await;
    let client = &mut client;
    let mut by_region = treasuries();
    by_region.permissions[0].r#where = vec![is_in(Dimension::Region, &[1])];
    let mut by_fields = treasuries();
    let names = vec!["coverage".to_owned()];
    by_fields.permissions[0].fields = Some(Fields { mode: FieldMode::Except.into(), names });
    for scope in [by_region, by_fields] {
        within(&scope, async { refusal(aggregate(client, total("71")).await) }).await;
    }
    let protocols = Scope { endpoint: Endpoint::ProtocolTimeseries.into(), ..treasuries() };
    let several = Scope { further: vec![protocols], ..treasuries() };
    within(&several, async { refusal(aggregate(client, total("71")).await) }).await;
    within(&treasuries(), async {
        refusal(client.get_datasets(proto::timeseries::v1::GetDatasetsRequest {}).await);
    })
    .await;
}
