//! The places of calculations, which users share.

use std::fmt::Write as _;

use crate::support::World;
use futures::future::join_all;
use kit::error::Problem;
use kit::testing::as_user;
use proto::timeseries::v1::{GetAggregateRequest, SeriesGroupBy, SeriesInterval};
use timeseries::calculations::Calculations;
use timeseries::context::Context;

#[tokio::test]
async fn batches_of_heavy_calculations_leave_turns_to_another_user() {
    let world = World::start().await;
    let mut rows = String::new();
    for asset in 0..20 {
        writeln!(rows, "asset,asset-{asset},71,2026-11-19,{}", 100 + asset).unwrap();
    }
    world.load(&rows).await;
    world.refresh().await;
    let ctx = Context { calculations: Calculations::side_by_side(1), ..world.context() };
    let client = world.serve_with(ctx).await;
    let request = GetAggregateRequest {
        measure: "71".to_owned(),
        group_by: Some(SeriesGroupBy::Asset.into()),
        group_limit: Some(1),
        interval: Some(SeriesInterval::Year.into()),
        from: Some("1990-01-01".to_owned()),
        ..GetAggregateRequest::default()
    };
    let ask = |user: &'static str| {
        let (mut client, request) = (client.clone(), request.clone());
        async move { as_user(user, client.get_aggregate(request)).await.map_err(Problem::from) }
    };
    let batches = join_all((0..6 * 8).map(|_| ask("busy")));
    let (batches, other) = tokio::join!(batches, ask("other"));
    assert!(!other.unwrap().into_inner().groups.is_empty());
    let refused = batches.into_iter().filter_map(Result::err);
    let reasons: Vec<_> = refused.map(|problem| problem.reason).collect();
    assert!(reasons.iter().all(|reason| reason == "busy"), "{reasons:?}");
}
