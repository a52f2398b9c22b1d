//! Batches of long answers and of heavy calculations: how many calls run at a time, and which of them fit.

use std::time::Duration;

use crate::rates;
use crate::support::browser::{Answer, Browser};
use crate::support::{CUSTOMER, World};
use futures::future::join_all;
use kit::config::Env;
use kit::testing::eventually;
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, MeasureKind, SeriesInterval,
};
use serde_json::{Map, Value, json};

const CALLS: usize = 50;

/// As many pages of a list in one request, each of the most rows.
async fn pages(world: &World, calls: usize) -> Answer {
    let page = json!({"pagination": {"perPage": 1_000}});
    let inputs: Map<String, Value> =
        (0..calls).map(|call| (call.to_string(), page.clone())).collect();
    let input: String =
        url::form_urlencoded::byte_serialize(json!(inputs).to_string().as_bytes()).collect();
    let names = vec!["networks.list"; calls].join(",");
    world.get(&format!("/api/trpc/{names}?batch=1&input={input}")).await
}

#[tokio::test]
async fn a_batch_is_answered_as_far_as_it_fits() {
    let world = World::start().await;
    world.catalog.list("networks", &json!(["x".repeat(1_900_000)]));
    let answer = pages(&world, CALLS).await;
    assert_eq!((answer.status, answer.header("retry-after")), (207, None));
    assert!(answer.body.len() <= 16 << 20, "{}", answer.body.len());
    let entries = answer.json();
    let entries = entries.as_array().unwrap();
    let answered = entries.iter().filter(|entry| entry["result"].is_object()).count();
    assert_eq!((entries.len(), answered, world.catalog.calls_of("ListRows")), (CALLS, 8, 8));
    assert!(entries[..8].iter().all(|entry| entry["result"].is_object()), "in their order");
    for refused in &entries[8..] {
        let error = &refused["error"];
        assert_eq!(error["data"]["reason"], "answer_too_large");
        assert_eq!(error["data"]["httpStatus"], 413);
        assert!(error["message"].as_str().unwrap().contains("first 8 calls fit"), "{error}");
    }
    assert_eq!(pages(&world, 8).await.status, 200, "so many fit");
}

#[tokio::test]
async fn eight_calls_of_a_batch_run_at_a_time() {
    let world = World::start().await;
    world.catalog.list("networks", &json!([]));
    let closed = world.catalog.close().await;
    let (answer, ()) = tokio::join!(pages(&world, CALLS), async {
        eventually("eight are called", || async { world.catalog.calls_of("ListRows") == 8 }).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(world.catalog.calls_of("ListRows"), 8);
        drop(closed);
    });
    assert_eq!((answer.status, world.catalog.calls_of("ListRows")), (200, CALLS));
}

#[tokio::test]
async fn a_caller_waits_for_its_own_answers_only_so_long() {
    let env = Env::default().with("ANSWER_MEMORY_PER_CALLER_MIB", "16");
    let world = World::with(env, None).await;
    world.catalog.list("networks", &json!([]));
    let closed = world.catalog.close().await;
    // Eight pages of the first request take nearly all; the second one finds no room until they are sent.
    let (_, second, ()) = tokio::join!(
        pages(&world, 8),
        async {
            eventually("eight are called", || async { world.catalog.calls_of("ListRows") == 8 })
                .await;
            pages(&world, 2).await
        },
        async {
            eventually("eight are called", || async { world.catalog.calls_of("ListRows") == 8 })
                .await;
            tokio::time::sleep(Duration::from_millis(1_200)).await;
            drop(closed);
        }
    );
    assert_eq!((second.status, second.header("retry-after")), (429, Some("1")), "{second:?}");
    assert!(second.text().contains("answers_in_flight"), "{second:?}");
    assert_eq!(pages(&world, 2).await.status, 200, "the others are sent");
}

/// A gateway whose aggregates have short answers.
async fn world_of_aggregates() -> World {
    let world = World::start().await;
    let answer = GetAggregateResponse {
        kind: MeasureKind::Stock.into(),
        interval: SeriesInterval::Year.into(),
        ..GetAggregateResponse::default()
    };
    world.catalog.answer_with("GetAggregate", &answer);
    world
}

/// The input of an aggregate whose days are calculated from this one on, for a short answer.
fn aggregate(measure: &str, from: &str) -> Value {
    json!({"measure": measure, "group_by": "asset", "group_limit": 100,
        "from": from, "to": "2025-12-31", "interval": "year"})
}

/// As many aggregates in one request, each of about 400,000 values to calculate for a short answer.
async fn heavy(browser: &Browser, measure: &str, calls: usize) -> Answer {
    aggregates(browser, vec![aggregate(measure, "2015-01-01"); calls]).await
}

/// The aggregates of these inputs in one request.
async fn aggregates(browser: &Browser, inputs: Vec<Value>) -> Answer {
    let names = vec!["timeseries.aggregate"; inputs.len()].join(",");
    let by_call = inputs.into_iter().enumerate().map(|(call, input)| (call.to_string(), input));
    let inputs = Value::from(by_call.collect::<Map<String, Value>>()).to_string();
    let input: String = url::form_urlencoded::byte_serialize(inputs.as_bytes()).collect();
    browser.get(&format!("/api/trpc/{names}?batch=1&input={input}")).await
}

/// How many calls for aggregates of a measure the service has received.
fn aggregates_of(world: &World, measure: &str) -> usize {
    let requests = world.catalog.requests::<GetAggregateRequest>("GetAggregateText");
    requests.iter().filter(|request| request.measure == measure).count()
}

#[tokio::test]
async fn heavy_calls_of_a_batch_run_in_turn_and_beyond_the_whole_not_at_all() {
    let world = world_of_aggregates().await;
    let browser = world.anonymous();
    let closed = world.catalog.close().await;
    let (answer, ()) = tokio::join!(heavy(&browser, "71", 10), async {
        eventually("two are called", || async { aggregates_of(&world, "71") == 2 }).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(aggregates_of(&world, "71"), 2);
        drop(closed);
    });
    assert_eq!((answer.status, aggregates_of(&world, "71")), (200, 10), "{answer:?}");

    let answer = heavy(&browser, "72", CALLS).await;
    let entries = answer.json();
    let entries = entries.as_array().unwrap();
    let fitting = entries.iter().take_while(|entry| entry["result"].is_object()).count();
    assert_eq!((answer.status, entries.len()), (207, CALLS));
    assert_eq!(fitting, 19, "each is 102 lines of about 4,000 days, of 8 million in all");
    assert!(aggregates_of(&world, "72") < 30, "the others never ran");
    for refused in &entries[fitting..] {
        let error = &refused["error"];
        assert_eq!(error["data"]["reason"], "answer_too_large");
        let fits = format!("its first {fitting} calls fit");
        assert!(error["message"].as_str().unwrap().contains(&fits), "{error}");
    }
}

#[tokio::test]
async fn the_first_calls_of_a_batch_fit_in_whatever_order_they_are_counted() {
    let world = rates::limited("reading=1000/3600").await;
    let answer = GetAggregateResponse {
        kind: MeasureKind::Stock.into(),
        interval: SeriesInterval::Day.into(),
        // Behind one answer of this length another estimate fits, and behind two it does not.
        dates: vec!["2026-01-01".to_owned(); 40_000],
        ..GetAggregateResponse::default()
    };
    world.catalog.answer_with("GetAggregate", &answer);
    let browser = world.anonymous().with("x-forwarded-for", &rates::network().to_string());
    // Estimated as 16 MB.
    let daily = |call: usize| {
        json!({"measure": "71", "group_by": "asset", "group_limit": 100 - call,
            "from": "2010-01-01", "to": "2025-12-31", "interval": "day"})
    };
    for calls in [1, 2, 3, 3, 3, 3, 4, 4, 4, 4] {
        let answer = aggregates(&browser, (0..calls).map(daily).collect()).await;
        let entries = answer.json();
        let entries = entries.as_array().unwrap();
        let fitting = entries.iter().take_while(|entry| entry["result"].is_object()).count();
        assert_eq!((entries.len(), fitting), (calls, calls.min(2)), "{:?}", entries.last());
        for refused in &entries[fitting..] {
            let message = refused["error"]["message"].as_str().unwrap();
            assert!(message.contains("its first 2 calls fit"), "{message}");
        }
    }
}

#[tokio::test]
async fn batches_of_heavy_calculations_leave_another_caller_its_work() {
    let world = world_of_aggregates().await;
    let (visitor, user) = (world.anonymous(), world.signed_in(CUSTOMER));
    let closed = world.catalog.close().await;
    let batches = join_all((0..6).map(|_| heavy(&visitor, "71", CALLS)));
    let other = async {
        eventually("the batches run", || async { aggregates_of(&world, "71") >= 8 }).await;
        heavy(&user, "72", 1).await
    };
    let opening = async {
        eventually("the other call runs", || async { aggregates_of(&world, "72") == 1 }).await;
        // Two calls of each batch would be more than the share of a caller.
        let running = aggregates_of(&world, "71");
        assert!(running < 12, "{running}");
        drop(closed);
    };
    let (batches, other, ()) = tokio::join!(batches, other, opening);
    assert_eq!(other.status, 200, "{other:?}");
    for answer in batches {
        assert!([207, 413, 429].contains(&answer.status), "{answer:?}");
    }
}

#[tokio::test]
async fn a_file_takes_the_work_of_its_caller_until_its_answer_is_there() {
    let world = world_of_aggregates().await;
    let browser = world.anonymous();
    // As many values as a caller may have calculated at a time.
    let query = aggregate("71", "1900-01-01").to_string();
    let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
    let target = format!("/api/download/timeseries.aggregate.csv?query={query}");
    let closed = world.catalog.close().await;
    let (file, ()) = tokio::join!(browser.get(&target), async {
        let calculated = || async { !world.catalog.aggregates().is_empty() };
        eventually("the file is calculated", calculated).await;
        let call = heavy(&browser, "72", 1).await;
        assert_eq!((call.status, call.header("retry-after")), (429, Some("1")), "{call:?}");
        assert!(call.text().contains("answers_in_flight"), "{call:?}");
        drop(closed);
    });
    assert_eq!(file.status, 200, "{file:?}");
    assert_eq!(heavy(&browser, "72", 1).await.status, 200, "the work is returned");
}
