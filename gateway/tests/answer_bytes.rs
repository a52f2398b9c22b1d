//! Batches of long answers: how many calls run at a time, and which of them fit.

use crate::support::World;
use crate::support::browser::Answer;
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
    assert!(answer.body.len() < 34 << 20, "{}", answer.body.len());
    let entries = answer.json();
    let entries = entries.as_array().unwrap();
    let answered = entries.iter().filter(|entry| entry["result"].is_object()).count();
    assert_eq!((entries.len(), answered, world.catalog.calls_of("ListRows")), (CALLS, 17, 17));
    assert!(entries[..17].iter().all(|entry| entry["result"].is_object()), "in their order");
    for refused in &entries[17..] {
        let error = &refused["error"];
        assert_eq!(error["data"]["reason"], "answer_too_large");
        assert_eq!(error["data"]["httpStatus"], 413);
        assert!(error["message"].as_str().unwrap().contains("17 of its calls fit"), "{error}");
    }
    assert_eq!(pages(&world, 17).await.status, 200, "so many fit");
}

#[tokio::test]
async fn eight_calls_of_a_batch_run_at_a_time() {
    let world = World::start().await;
    world.catalog.list("networks", &json!([]));
    let closed = world.catalog.close().await;
    let (answer, ()) = tokio::join!(pages(&world, CALLS), async {
        kit::testing::eventually("eight are called", || async {
            world.catalog.calls_of("ListRows") == 8
        })
        .await;
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        assert_eq!(world.catalog.calls_of("ListRows"), 8);
        drop(closed);
    });
    assert_eq!((answer.status, world.catalog.calls_of("ListRows")), (200, CALLS));
}
