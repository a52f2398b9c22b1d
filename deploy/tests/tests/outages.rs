//! Dependencies that go away and come back, while everything runs.

use std::time::Duration;

use faultkit::processes::eventually;
use serde_json::{Value, json};
use stack::{Answer, Browser, Options, Stack};

/// Long past the deadline of the edge, even on a busy machine: what takes longer hangs.
const HANGS: Duration = Duration::from_secs(30);

fn profile(occupation: &str) -> Value {
    json!({"profile": {"occupation": occupation, "acquisitionChannel": "Podcast",
        "assetClassInterests": ["Stablecoins"], "shouldReceiveMarketing": false}})
}

async fn soon(call: impl Future<Output = Answer>) -> Answer {
    tokio::time::timeout(HANGS, call).await.expect("the call hangs")
}

fn assert_unavailable(answer: &Answer) {
    assert_eq!(answer.status, 503, "{answer:?}");
    assert_eq!(answer.json["error"]["data"]["code"], "SERVICE_UNAVAILABLE");
    assert!(answer.retry_after.is_some(), "{answer:?}");
}

#[tokio::test]
async fn without_postgres_calls_say_so_and_recover_by_themselves() {
    let mut stack = Stack::start().await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("somebody@example.test").await;
    assert_eq!(browser.query("users.getProfile").await.status, 200);
    // The list that is read last.
    let in_memory = r#"catalog_memory_records{resource="tokens"}"#;
    eventually("the records are in memory", async || {
        stack.operator("catalog-1").get("/metrics").await.text.contains(in_memory)
    })
    .await;

    stack.postgres.kill().await;
    // Public lists, their files and what describes them come from memory.
    let visitor = Browser::at(&stack, "gateway-1");
    for path in [
        "/api/trpc/networks.list?input=%7B%7D",
        "/api/trpc/networks.meta",
        "/api/download/networks.csv",
    ] {
        let answer = soon(visitor.get(path)).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
    }
    assert_unavailable(&soon(browser.query("users.getProfile")).await);
    assert_unavailable(
        &soon(browser.mutate("userSettings.updateProfile", &profile("Analyst"))).await,
    );
    let session = soon(browser.get("/api/auth/session")).await;
    assert_ne!(session.text, "{}", "an outage must not look like a sign-out");
    assert_eq!(soon(browser.query("search.getInitialSearchGroups")).await.status, 200);
    let ready = soon(stack.operator("profiles-1").get("/readyz")).await;
    assert_eq!((ready.status, ready.json["missing"][0].as_str()), (503, Some("postgres")));
    let ready = soon(stack.operator("gateway-1").get("/readyz")).await;
    assert_eq!((ready.status, &ready.json["status"]), (200, &json!("degraded")));
    // Numbers are answered from memory, and so are records where they had been read by then.
    let missing = ready.json["missing"].as_array().expect("a list");
    let without_memory: Vec<_> = missing.iter().filter(|name| *name != "catalog").collect();
    assert_eq!(without_memory, ["identity", "profiles", "access"], "{ready:?}");

    stack.postgres.start().await;
    eventually("reads recover", async || browser.query("users.getProfile").await.status == 200)
        .await;
    eventually("writes recover", async || {
        browser.mutate("userSettings.updateProfile", &profile("Trader")).await.status == 200
    })
    .await;
}

#[tokio::test]
async fn without_timeseries_what_was_read_last_comes_from_memory_as_a_file_too() {
    let mut stack = Stack::start().await;
    let visitor = Browser::at(&stack, "gateway-1");
    let list = "/api/trpc/loads.list?input=%7B%7D";
    let is_kept = r#"gateway_answers_total{outcome="hit"}"#;
    // From then on the gateway knows the present state of the numbers.
    eventually("answers are kept", async || {
        assert_eq!(visitor.get(list).await.status, 200);
        stack.operator("gateway-1").get("/metrics").await.text.contains(is_kept)
    })
    .await;
    let paths = [list, "/api/trpc/datasets.list", "/api/download/loads.csv"];
    let mut before = Vec::new();
    for path in paths {
        before.push(soon(visitor.get(path)).await);
    }
    stack.process("timeseries-1").kill().await;
    for (path, before) in paths.iter().zip(&before) {
        let answer = soon(visitor.get(path)).await;
        assert_eq!((answer.status, &answer.text), (200, &before.text), "{path}: {answer:?}");
    }
    // Longer than answers serve while their service is there.
    tokio::time::sleep(Duration::from_secs(16)).await;
    for (path, before) in paths.iter().zip(&before) {
        let answer = soon(visitor.get(path)).await;
        assert_eq!((answer.status, &answer.text), (200, &before.text), "{path}: {answer:?}");
    }
    // No visitor had asked for it before.
    assert_unavailable(&soon(visitor.get("/api/trpc/transactions.meta")).await);
    stack.restart("timeseries-1").await;
}

#[tokio::test]
async fn a_hanging_postgres_delays_callers_until_their_deadline_at_most() {
    let stack = Stack::start().await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("somebody@example.test").await;
    stack.postgres.signal("STOP").await;
    let answer = soon(browser.mutate("userSettings.updateProfile", &profile("Analyst"))).await;
    assert!(answer.status == 503 || answer.status == 504 || answer.status == 200, "{answer:?}");
    stack.postgres.signal("CONT").await;
    eventually("calls recover", async || {
        browser.mutate("userSettings.updateProfile", &profile("Trader")).await.status == 200
    })
    .await;
}

#[tokio::test]
async fn losing_redis_ends_no_session() {
    let mut stack = Stack::start().await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("somebody@example.test").await;
    stack.redis.kill().await;
    assert_eq!(soon(browser.query("users.getProfile")).await.status, 200);
    Browser::at(&stack, "gateway-1").sign_in("another@example.test").await;
    stack.redis.start().await;
    assert_eq!(browser.query("users.getProfile").await.status, 200);
}

#[tokio::test]
async fn without_the_bus_nothing_fails_and_no_event_is_lost() {
    let mut stack = Stack::start().await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("somebody@example.test").await;
    let event = json!({"name": "x", "logRocketSessionUrl": null, "properties": {"pathname": "/"}});
    assert_eq!(browser.mutate("analytics.track", &event).await.status, 200);

    stack.nats.kill().await;
    assert_eq!(soon(browser.mutate("analytics.track", &event)).await.status, 200);
    let saved = soon(browser.mutate("userSettings.updateProfile", &profile("Analyst"))).await;
    assert_eq!(saved.status, 200, "{saved:?}");
    let mut late = Browser::at(&stack, "gateway-1");
    late.sign_in("late@example.test").await;
    assert_eq!(soon(late.query("users.getProfile")).await.status, 200);
    let ready = stack.operator("profiles-1").get("/readyz").await;
    assert_eq!(ready.json["checks"]["nats"].as_str().map(|text| text == "ok"), Some(false));

    // Even with nothing of what it had kept.
    stack.nats.forget();
    stack.nats.start().await;
    stack
        .await_metrics("gateway-1", "what waited is sent", |text| {
            text.contains("gateway_events_waiting 0")
        })
        .await;
    for service in ["identity-1", "profiles-1"] {
        stack
            .await_metrics(service, "the outbox drains", |text| text.contains("outbox_pending 0"))
            .await;
    }
}

#[tokio::test]
async fn without_storage_on_the_bus_nothing_fails_and_no_event_is_lost() {
    let mut stack = Stack::start().await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("somebody@example.test").await;
    // Its streams are gone, and it has no room for others.
    stack.nats.kill().await;
    stack.nats.forget();
    stack.nats.limit_store("1MB");
    stack.nats.start().await;
    let event = json!({"name": "x", "logRocketSessionUrl": null, "properties": {"pathname": "/"}});
    assert_eq!(soon(browser.mutate("analytics.track", &event)).await.status, 200);
    let saved = soon(browser.mutate("userSettings.updateProfile", &profile("Analyst"))).await;
    assert_eq!(saved.status, 200, "{saved:?}");
    Browser::at(&stack, "gateway-1").sign_in("late@example.test").await;
    for service in ["identity-1", "profiles-1"] {
        stack
            .await_metrics(service, "the bus is full", |text| text.contains("outbox_bus_full 1"))
            .await;
        let operator = stack.operator(service);
        eventually("the bus is connected", async || {
            operator.get("/readyz").await.json["checks"]["nats"] == json!("ok")
        })
        .await;
        assert!(stack.process(service).runs());
    }

    stack.nats.kill().await;
    stack.nats.limit_store("1TB");
    stack.nats.start().await;
    stack
        .await_metrics("gateway-1", "what waited is sent", |text| {
            text.contains("gateway_events_waiting 0")
        })
        .await;
    for service in ["identity-1", "profiles-1"] {
        stack
            .await_metrics(service, "the outbox drains", |text| {
                text.contains("outbox_bus_full 0") && text.contains("outbox_pending 0")
            })
            .await;
    }
}

#[tokio::test]
async fn calls_survive_the_death_of_one_of_two_replicas() {
    let mut stack = Stack::start_with(Options { replicas: 2, ..Options::default() }).await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("somebody@example.test").await;
    stack.process("profiles-1").kill().await;
    for _ in 0..100 {
        let answer = soon(browser.query("users.getProfile")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    stack.restart("profiles-1").await;
    stack.process("identity-2").kill().await;
    for _ in 0..100 {
        assert_eq!(soon(browser.query("users.getProfile")).await.status, 200);
    }
}
