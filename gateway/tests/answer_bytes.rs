//! Batches of long answers: how many calls run at a time, and which of them fit.

use std::time::Duration;

use crate::support::World;
use crate::support::browser::Answer;
use kit::config::Env;
use kit::testing::eventually;
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
