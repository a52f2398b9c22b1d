//! One trace from the browser's request to the consumer of the event it caused.

use faultkit::processes::eventually;
use reqwest::Method;
use serde_json::json;
use stack::{Browser, Options, Stack};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const ABOVE: &str = "00f067aa0ba902b7";

#[tokio::test]
async fn a_request_is_one_trace_down_to_the_consumer_of_its_event() {
    let stack = Stack::start().await;
    let mut browser = Browser::at(&stack, "gateway-1");
    let link = browser.mailed_link("traced@example.test").await;
    let path = link.split_once("/api/").unwrap().1;
    let request = browser
        .request(Method::GET, &format!("/api/{path}"))
        .header("traceparent", format!("00-{TRACE}-{ABOVE}-01"));
    assert_eq!(request.send().await.unwrap().status().as_u16(), 302);

    let of_service = |service: &str| {
        let mut spans = stack.receiver.spans();
        spans.retain(|span| span.service == service);
        spans.retain(|span| span.trace_id == TRACE || span.links.iter().any(|link| link == TRACE));
        spans
    };
    eventually("every hop has sent its span", async || {
        ["gateway", "identity", "profiles"].iter().all(|service| !of_service(service).is_empty())
    })
    .await;
    let gateway = of_service("gateway");
    assert!(gateway.iter().any(|span| span.parent_id == ABOVE), "{gateway:#?}");
    let identity = of_service("identity");
    let served = identity.iter().find(|span| span.name.contains("FinishEmailSignIn")).unwrap();
    assert!(
        gateway.iter().any(|span| span.span_id == served.parent_id),
        "the service's span hangs under the gateway's"
    );
    eventually("the publication of the event is part of the trace", async || {
        of_service("identity").iter().any(|span| span.text.contains("evt.identity.user.created"))
    })
    .await;
    eventually("the consumer's work is part of the trace", async || {
        of_service("profiles").iter().any(|span| span.text.contains("evt.identity.user.created"))
    })
    .await;
}

#[tokio::test]
async fn the_last_spans_are_sent_before_the_end() {
    let options =
        Options { settings: vec![("TRACE_SAMPLE_RATIO", "1".to_owned())], ..Options::default() };
    let mut stack = Stack::start_with(options).await;
    let mut browser = Browser::at(&stack, "gateway-1");
    browser.sign_in("last@example.test").await;
    let input = json!({"preferences": {"darkMode": true}});
    assert_eq!(browser.mutate("userSettings.updatePreferences", &input).await.status, 200);
    for name in ["gateway-1", "profiles-1"] {
        let process = stack.process(name);
        process.signal("TERM").await;
        assert!(process.ended().await, "{name} did not end well");
    }
    let spans = stack.receiver.spans();
    assert!(spans.iter().any(|span| span.name.contains("UpdatePreferences")));
}

#[tokio::test]
async fn a_collector_that_is_silent_or_away_holds_up_neither_answers_nor_the_end() {
    // Bound, and never accepted from: the connection opens and stays silent.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("http://{}", listener.local_addr().unwrap());
    let nobody = format!("http://127.0.0.1:{}", faultkit::processes::free_port());
    for collector in [silent, nobody] {
        let settings = vec![
            ("TRACE_SAMPLE_RATIO", "1".to_owned()),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", collector),
        ];
        let mut stack = Stack::start_with(Options { settings, ..Options::default() }).await;
        let mut browser = Browser::at(&stack, "gateway-1");
        browser.sign_in("somebody@example.test").await;
        assert_eq!(browser.query("users.getProfile").await.status, 200);
        for name in stack.names() {
            let process = stack.process(&name);
            process.signal("TERM").await;
            assert!(process.ended().await, "{name} did not end well");
        }
    }
}
