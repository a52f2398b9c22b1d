//! The places of calculations, which users share.

use std::fmt::Write as _;
use std::time::Duration;

use crate::support::World;
use futures::future::join_all;
use kit::error::Problem;
use kit::testing::as_user;
use proto::timeseries::v1::{GetAggregateRequest, SeriesGroupBy, SeriesInterval};
use timeseries::calculations::Calculations;
use timeseries::context::{Context, answer_budget};

async fn world_of_assets() -> World {
    let world = World::start().await;
    let mut rows = String::new();
    for asset in 0..20 {
        writeln!(rows, "asset,asset-{asset},71,2026-11-19,{}", 100 + asset).unwrap();
    }
    world.load(&rows).await;
    world.refresh().await;
    world
}

/// Much work for a short answer, which no rollup has.
fn heavy_request() -> GetAggregateRequest {
    GetAggregateRequest {
        measure: "71".to_owned(),
        group_by: Some(SeriesGroupBy::Asset.into()),
        group_limit: Some(1),
        interval: Some(SeriesInterval::Year.into()),
        from: Some("1990-01-01".to_owned()),
        ..GetAggregateRequest::default()
    }
}

#[tokio::test]
async fn batches_of_heavy_calculations_leave_turns_to_another_user() {
    let world = world_of_assets().await;
    let ctx = Context { calculations: Calculations::side_by_side(1), ..world.context() };
    let client = world.serve_with(ctx).await;
    let ask = |user: &'static str| {
        let (mut client, request) = (client.clone(), heavy_request());
        async move { as_user(user, client.get_aggregate(request)).await.map_err(Problem::from) }
    };
    let batches = join_all((0..6 * 8).map(|_| ask("busy")));
    let (batches, other) = tokio::join!(batches, ask("other"));
    assert!(!other.unwrap().into_inner().groups.is_empty());
    let refused = batches.into_iter().filter_map(Result::err);
    let reasons: Vec<_> = refused.map(|problem| problem.reason).collect();
    assert!(reasons.iter().all(|reason| reason == "busy"), "{reasons:?}");
}

#[tokio::test]
async fn calls_that_wait_for_a_place_hold_no_memory() {
    let world = world_of_assets().await;
    // Room for one answer at a time.
    let (answers, calculations) = (answer_budget(1), Calculations::side_by_side(1));
    let ctx = Context { answers, calculations, ..world.context() };
    let client = world.serve_with(ctx.clone()).await;
    let ask = || {
        let mut client = client.clone();
        async move { client.get_aggregate(heavy_request()).await.map_err(Problem::from) }
    };
    let place = ctx.calculations.place().await.unwrap();
    let held = async {
        // For longer than an answer waits for memory.
        tokio::time::sleep(Duration::from_millis(700)).await;
        let held = ctx.answers.held();
        drop(place);
        held
    };
    let (first, second, held) = tokio::join!(ask(), ask(), held);
    assert_eq!(held, 0);
    for answer in [first, second] {
        assert!(!answer.unwrap().into_inner().groups.is_empty());
    }
}

#[tokio::test]
async fn calls_that_wait_for_an_earlier_state_hold_no_memory() {
    let world = world_of_assets().await;
    let ctx = Context { earlier_states: Calculations::side_by_side(1), ..world.context() };
    let mut client = world.serve_with(ctx.clone()).await;
    let request = GetAggregateRequest { as_of: Some("2026-11-19".to_owned()), ..heavy_request() };
    let place = ctx.earlier_states.place().await.unwrap();
    let held = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let held = ctx.answers.held();
        drop(place);
        held
    };
    let (answer, held) = tokio::join!(client.get_aggregate(request), held);
    assert_eq!(held, 0);
    answer.unwrap();
}
