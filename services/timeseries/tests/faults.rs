//! Answers while the database is unavailable.

use crate::support::{World, asset, shown};
use faultkit::proxy::Proxy;
use kit::db::{Db, DbConfig};
use kit::error::{ErrorCode, Problem};
use kit::testing::eventually;
use proto::query::v1::{GetMetaRequest, Paging, Query};
use proto::timeseries::v1::timeseries_client::TimeseriesClient;
use proto::timeseries::v1::{GetAggregateRequest, GetSeriesRequest};
use timeseries::context::Context;
use timeseries::snapshot;

#[tokio::test]
async fn numbers_are_answered_from_memory_with_their_age_and_lists_are_not() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-11-18,5").await;
    let (_, place) = world.test_db.url.split_once('@').unwrap();
    let (upstream, _) = place.split_once('/').unwrap();
    let proxy = Proxy::start(upstream).await;
    let url = world.test_db.url.replace(upstream, &proxy.address());
    let db = Db::connect_optional(&world.app, &DbConfig::from_url(&url).unwrap());
    let ctx = Context { db, ..world.context() };
    snapshot::refresh(&ctx.db, &ctx.snapshot, world.clock.now()).await.unwrap();
    snapshot::read_newest(&ctx.db, &ctx.snapshot).await.unwrap();
    let known = ctx.snapshot.current_at();
    let any = "127.0.0.1:0".parse().unwrap();
    let address = kit::grpc::serve(&world.app, any, timeseries::routes(ctx.clone())).await.unwrap();
    let url = format!("http://{address}");
    let channel = kit::grpc::connect(&world.app, "TIMESERIES_URL", &url).await.unwrap();
    let client = TimeseriesClient::new(channel);
    let request =
        || GetSeriesRequest { keys: vec![asset("coin", "71")], ..GetSeriesRequest::default() };

    let page = |page| Query {
        pagination: Some(Paging { page: Some(page), ..Paging::default() }),
        ..Query::default()
    };
    let newest = client.clone().list_transactions_text(page(1)).await.unwrap().into_inner();

    proxy.go_dark();
    world.clock.advance(std::time::Duration::from_hours(1));
    assert!(snapshot::refresh(&ctx.db, &ctx.snapshot, world.clock.now()).await.is_err());
    let answer = client.clone().get_series(request()).await.unwrap().into_inner();
    assert_eq!(shown(&answer.lines[0].values), [Some(5.0)]);
    assert_eq!(answer.current_at, known, "as old as it is");
    let earlier = GetSeriesRequest { as_of: Some("2026-11-19".to_owned()), ..request() };
    let problem = Problem::from(client.clone().get_series(earlier).await.unwrap_err());
    assert_eq!(problem.code, ErrorCode::Unavailable);
    let kept = client.clone().list_transactions_text(page(1)).await.unwrap().into_inner();
    assert_eq!(kept, newest, "they are in memory too");
    let problem = Problem::from(client.clone().list_loads(Query::default()).await.unwrap_err());
    assert_eq!(problem.code, ErrorCode::Unavailable);
    let request = GetMetaRequest { resource: "loads".to_owned() };
    assert!(!client.clone().get_meta(request).await.unwrap().into_inner().fields.is_empty());

    proxy.light_up();
    eventually("lists work again", || async {
        client.clone().list_loads(Query::default()).await.is_ok()
    })
    .await;
    let report = world.app.health.report().await;
    assert_eq!(report.status, "ready", "{report:?}");
}

#[tokio::test]
async fn answers_wait_for_memory_and_are_refused_without_it() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-11-18,5").await;
    world.refresh().await;
    let ctx = world.context();
    let any = "127.0.0.1:0".parse().unwrap();
    let address = kit::grpc::serve(&world.app, any, timeseries::routes(ctx.clone())).await.unwrap();
    let url = format!("http://{address}");
    let channel = kit::grpc::connect(&world.app, "TIMESERIES_URL", &url).await.unwrap();
    let client = TimeseriesClient::new(channel);
    let series =
        GetSeriesRequest { keys: vec![asset("coin", "71")], ..GetSeriesRequest::default() };
    let aggregate =
        GetAggregateRequest { measure: "71".to_owned(), ..GetAggregateRequest::default() };
    let is_answered = async || {
        let series = client.clone().get_series_text(series.clone()).await.map(drop);
        let aggregate = client.clone().get_aggregate_text(aggregate.clone()).await.map(drop);
        [series, aggregate].map(|answer| {
            answer.map_err(|status| {
                let problem = Problem::from(status);
                (problem.code, problem.reason.into_owned())
            })
        })
    };
    assert_eq!(is_answered().await, [Ok(()), Ok(())]);
    eventually("the answers are sent", || async { ctx.answers.held() == 0 }).await;

    let others = ctx.answers.take(usize::MAX, std::time::Duration::ZERO).await.unwrap();
    let busy = || Err((ErrorCode::Unavailable, "busy".to_owned()));
    assert_eq!(is_answered().await, [busy(), busy()]);
    drop(others);
    assert_eq!(is_answered().await, [Ok(()), Ok(())]);
}
