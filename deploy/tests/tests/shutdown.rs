//! Processes that are asked to stop, under load.

#![expect(clippy::disallowed_methods, reason = "the load belongs to the test, not to an app")]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use faultkit::processes::eventually;
use kit::grpc::DEFAULT_DEADLINE;
use serde_json::json;
use stack::{Answer, Browser, Options, Stack};

#[tokio::test]
async fn a_service_can_be_replaced_under_load_without_a_failed_request() {
    let mut stack = Stack::start_with(Options { replicas: 2, ..Options::default() }).await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("somebody@example.test").await;
    let done = Arc::new(AtomicBool::new(false));
    let sent = Arc::new(AtomicUsize::new(0));
    let load: Vec<_> = (0..4)
        .map(|number| {
            let (browser, done, sent) = (browser.clone(), done.clone(), sent.clone());
            tokio::spawn(async move {
                while !done.load(Ordering::SeqCst) {
                    let answer = if number == 0 {
                        let dark = json!({"preferences": {"darkMode": true}});
                        browser.mutate("userSettings.updatePreferences", &dark).await
                    } else {
                        browser.query("users.getProfile").await
                    };
                    assert_eq!(answer.status, 200, "{answer:?}");
                    sent.fetch_add(1, Ordering::SeqCst);
                }
            })
        })
        .collect();
    for name in ["profiles-1", "profiles-2", "identity-1", "identity-2"] {
        let before = sent.load(Ordering::SeqCst);
        eventually("load runs", async || sent.load(Ordering::SeqCst) > before + 50).await;
        let process = stack.process(name);
        process.signal("TERM").await;
        assert!(process.ended().await, "{name} did not end well");
        stack.restart(name).await;
    }
    done.store(true, Ordering::SeqCst);
    for task in load {
        let ended = task.await;
        assert!(ended.is_ok(), "{}", stack.process("gateway-1").output());
    }
}

/// A call that timeseries answers each time: none equals another, so that the gateway knows no answer.
async fn loads(browser: &Browser, number: usize) -> Answer {
    let file = format!("none-{number}.csv");
    let input = json!({"filter": {"operator": "notEquals", "field": "file", "value": file}});
    let input: String =
        url::form_urlencoded::byte_serialize(input.to_string().as_bytes()).collect();
    browser.query(&format!("loads.list?input={input}")).await
}

#[tokio::test]
async fn calls_of_a_service_that_restarts_alone_are_refused_at_once_and_never_run_out_of_time() {
    const RESTARTS: usize = 2;
    let mut stack = Stack::start().await;
    let browser = Browser::at(&stack, "gateway-1");
    assert_eq!(loads(&browser, 0).await.status, 200);
    let done = Arc::new(AtomicBool::new(false));
    let sent = Arc::new(AtomicUsize::new(0));
    let bad = Arc::new(Mutex::new(Vec::new()));
    let refused = Arc::new(Mutex::new(Vec::new()));
    let load = {
        let (browser, done, sent) = (browser.clone(), done.clone(), sent.clone());
        let (bad, refused) = (bad.clone(), refused.clone());
        tokio::spawn(async move {
            while !done.load(Ordering::SeqCst) {
                let number = sent.fetch_add(1, Ordering::SeqCst) + 1;
                let began = Instant::now();
                let answer = loads(&browser, number).await;
                match (answer.status, answer.retry_after.is_some()) {
                    (200, _) => {}
                    (503, true) => refused.lock().unwrap().push(began.elapsed()),
                    _ => bad.lock().unwrap().push(answer),
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
    };
    for _ in 0..RESTARTS {
        let before = sent.load(Ordering::SeqCst);
        eventually("load runs", async || sent.load(Ordering::SeqCst) > before + 10).await;
        let process = stack.process("timeseries-1");
        process.signal("TERM").await;
        assert!(process.ended().await, "timeseries did not end well");
        let before = refused.lock().unwrap().len();
        eventually("calls are refused", async || refused.lock().unwrap().len() > before + 20).await;
        stack.restart("timeseries-1").await;
    }
    done.store(true, Ordering::SeqCst);
    load.await.unwrap();
    let bad = std::mem::take(&mut *bad.lock().unwrap());
    assert!(bad.is_empty(), "{bad:?}: {}", stack.process("gateway-1").output());
    // A call that finds the process silent waits until it is given up; the next ones know. Calls are made one after the
    // other, so a pause of a busy machine delays one of them, too.
    let refused = std::mem::take(&mut *refused.lock().unwrap());
    let late = refused.iter().filter(|time| **time > DEFAULT_DEADLINE / 2).count();
    assert!(late <= RESTARTS, "{refused:?}");
    eventually("calls are answered again", async || loads(&browser, 0).await.status == 200).await;
}

#[tokio::test]
async fn a_gateway_answers_accepted_requests_before_it_stops() {
    let mut stack = Stack::start().await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("somebody@example.test").await;
    // The services hang, so the requests are under way when the gateway is asked to stop.
    for name in ["profiles-1"] {
        stack.process(name).signal("STOP").await;
    }
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let browser = browser.clone();
            let dark = json!({"preferences": {"darkMode": true}});
            tokio::spawn(
                async move { browser.mutate("userSettings.updatePreferences", &dark).await },
            )
        })
        .collect();
    stack
        .await_metrics("gateway-1", "the requests are under way", |text| {
            text.lines().any(|line| line.starts_with("gateway_requests_in_flight 8"))
        })
        .await;
    stack.process("gateway-1").signal("TERM").await;
    stack.process("profiles-1").signal("CONT").await;
    for task in waiting {
        let answer = task.await.unwrap();
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    assert!(stack.process("gateway-1").ended().await);
}
