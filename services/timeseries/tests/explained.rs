//! Explanations of one number: its origin, its versions, and why it is missing.

use std::time::Duration;

use crate::support::{self, World, asset};
use kit::error::{ErrorCode, Problem};
use proto::query::v1::Query;
use proto::timeseries::v1::{GetExplanationRequest, GetLatestRequest};

fn day(text: &str) -> String {
    text.to_owned()
}

#[tokio::test]
async fn a_number_is_explained_by_its_load_and_everything_known_before() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-01-02,2").await;
    world.clock.advance(Duration::from_hours(1));
    world.load_as("later.csv", "asset,coin,71,2026-01-02,-3").await;
    world.clock.advance(Duration::from_hours(1));
    world.load("asset,coin,71,2026-01-02,4").await;
    let mut client = world.serve().await;
    let request = GetExplanationRequest {
        key: Some(asset("coin", "71")),
        date: Some(day("2026-01-05")),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    assert_eq!(
        (explanation.value, explanation.value_date.as_deref()),
        (Some(4.0), Some("2026-01-02"))
    );
    assert_eq!(explanation.date, "2026-01-05");
    let versions: Vec<_> = explanation
        .versions
        .iter()
        .map(|version| (version.value, version.reason.as_deref()))
        .collect();
    assert_eq!(versions, [(Some(4.0), None), (None, Some("negative")), (Some(2.0), None)]);
    let load = explanation.versions[1].load.clone().unwrap();
    assert_eq!((load.file.as_str(), load.licence.as_str()), ("later.csv", "CC0-1.0"));
    assert_eq!(load.withheld_reasons[0].count, 1);
    assert_eq!(load.hash.len(), 64);

    let listed = client.list_restatements(Query::default()).await.unwrap().into_inner();
    let log: Vec<_> = listed
        .results
        .iter()
        .map(|one| (one.earlier_value, one.value, one.reason.as_deref()))
        .collect();
    assert_eq!(log, [(None, Some(4.0), None), (Some(2.0), None, Some("negative"))]);
    assert!(listed.results.iter().all(|one| one.licence == "CC0-1.0" && one.load_id > 0));
    let loads = client.list_loads(Query::default()).await.unwrap().into_inner();
    assert_eq!(loads.results.len(), 3);
    let series = client.list_series(Query::default()).await.unwrap().into_inner();
    assert_eq!(series.results[0].subject_slug, "coin");
    assert_eq!(series.results[0].licence, "CC0-1.0");

    let then = |at: &str| Query { as_of: Some(at.to_owned()), ..Query::default() };
    for (at, restated, loaded) in [
        ("2026-11-19", 0, 0),
        ("2026-11-20T12:59:59Z", 0, 1),
        ("2026-11-20T13:00:00Z", 1, 2),
        ("2026-11-20", 2, 3),
        ("2999-12-31", 2, 3),
    ] {
        let listed = client.list_restatements(then(at)).await.unwrap().into_inner().results;
        let loads = client.list_loads(then(at)).await.unwrap().into_inner().results;
        assert_eq!((listed.len(), loads.len()), (restated, loaded), "{at}");
    }
    let problem = Problem::from(client.list_series(then("2026-11-20")).await.unwrap_err());
    assert_eq!((problem.code, &*problem.reason), (ErrorCode::Invalid, "query_misplaced"));
}

#[tokio::test]
async fn a_withheld_value_states_its_reason_on_every_day_it_would_be_carried_to() {
    let world = World::start().await;
    world.load("asset,coin,3,2026-01-01,1\nasset,coin,3,2026-01-08,1.01").await;
    world.clock.advance(Duration::from_hours(1));
    world.load_as("later.csv", "asset,coin,3,2026-01-09,-1").await;
    let mut client = world.serve().await;
    let mut explain = async |measure: &str, date: &str| {
        let request = GetExplanationRequest {
            key: Some(asset("coin", measure)),
            date: Some(day(date)),
            ..GetExplanationRequest::default()
        };
        client.get_explanation(request).await.unwrap().into_inner()
    };
    for date in ["2026-01-09", "2026-01-12"] {
        let explanation = explain("net_asset_value_dollar", date).await;
        assert_eq!((explanation.value, explanation.date.as_str()), (None, date));
        let reasons: Vec<_> =
            explanation.versions.iter().map(|version| version.reason.as_deref()).collect();
        assert_eq!(reasons, [Some("negative")], "{date}");
        assert_eq!(explanation.series.unwrap().carry_days, 7);
    }
    let explanation = explain("yield_7d", "2026-01-09").await;
    assert_eq!(explanation.value, None);
    let reasons = explanation.inputs.iter().map(|input| {
        input.versions.iter().map(|version| version.reason.as_deref().unwrap_or_default()).collect()
    });
    let reasons: Vec<Vec<&str>> = reasons.collect();
    assert_eq!(reasons, [vec!["negative"], Vec::new()], "the one before it is not to blame");
}

#[tokio::test]
async fn a_flow_is_not_carried_to_another_day() {
    let world = World::start().await;
    world
        .load(
            "asset,coin,20,2026-11-10,10\nasset,coin,20,2026-11-19,30\n\
             asset,coin,14,2026-11-10,4\nasset,coin,14,2026-11-19,6\n\
             asset,coin,15,2026-11-10,4\nasset,coin,15,2026-11-19,6",
        )
        .await;
    let mut client = world.serve().await;
    for (measure, change, carried) in
        [("20", None, None), ("14", None, None), ("15", Some(2.0), Some(4.0))]
    {
        let keys = vec![asset("coin", measure)];
        let request = GetLatestRequest { keys, as_of: None };
        let value = &support::latest(&mut client, request).await.results[0];
        assert_eq!(value.changes[1].amount, change, "{measure}");
        assert!(!value.is_stale, "a day later is early enough");
        let request = GetExplanationRequest {
            key: Some(asset("coin", measure)),
            date: Some(day("2026-11-12")),
            ..GetExplanationRequest::default()
        };
        let explanation = client.get_explanation(request).await.unwrap().into_inner();
        assert_eq!(
            (explanation.value, explanation.value_date.is_some()),
            (carried, carried.is_some())
        );
    }
}

#[tokio::test]
async fn an_explanation_of_an_earlier_state_is_of_the_newest_value_known_then() {
    let world = World::start().await;
    world.load("asset,coin,71,2026-01-01,1\nasset,coin,71,2026-01-02,2").await;
    world.clock.advance(Duration::from_hours(48));
    world.load("asset,coin,71,2026-11-20,3").await;
    let mut client = world.serve().await;
    let request = GetExplanationRequest {
        key: Some(asset("coin", "71")),
        date: None,
        as_of: Some(day("2026-11-21")),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    assert_eq!(
        (explanation.date.as_str(), explanation.value, explanation.versions.len()),
        ("2026-01-02", Some(2.0), 1)
    );
    assert_eq!(explanation.series.unwrap().last_date.as_deref(), Some("2026-01-02"));
}
