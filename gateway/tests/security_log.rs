//! The lines of the security log about refused requests.

use crate::rates::{self, limited};
use crate::support::browser::{Browser, raw};
use crate::support::identity::user_id;
use crate::support::{CUSTOMER, World};
use kit::config::Env;
use kit::testing::{SecurityLog, eventually};
use serde_json::{Value, json};
use tokio::net::TcpStream;

/// The texts of these fields of each entry, without those that are null.
fn fields(entries: &[Value], names: &[&str]) -> Vec<String> {
    let texts = |entry: &Value| {
        let texts: Vec<&str> = names.iter().filter_map(|name| entry[name].as_str()).collect();
        texts.join(" ")
    };
    entries.iter().map(texts).collect()
}

#[tokio::test]
async fn a_refused_call_is_written_with_its_caller_and_network() {
    let world = World::start().await;
    let log = SecurityLog::record();
    let list = "/api/trpc/adminUsers.list?input=%7B%7D";
    let unknown = world.signed_in("unknown");
    assert_eq!(unknown.get("/api/trpc/users.getProfile").await.status, 401);
    assert_eq!(world.signed_in(CUSTOMER).get(list).await.status, 403);
    let export = format!("/api/download/account/{}.json", user_id(98));
    assert_eq!(unknown.get(&export).await.status, 401);
    let entries = log.entries();
    let names = ["event", "outcome", "reason", "procedure", "wire"];
    assert_eq!(
        fields(&entries, &names),
        [
            "call_refused refused unauthenticated users.getProfile trpc",
            "call_refused refused role_required adminUsers.list trpc",
            "call_refused refused unauthenticated accountData.authorizeDownload download",
        ]
    );
    let principals: Vec<&Value> = entries.iter().map(|entry| &entry["principal"]).collect();
    assert_eq!(principals, [&Value::Null, &json!(user_id(1)), &Value::Null]);
    for entry in &entries {
        assert_eq!(entry["network"], "127.0.0.0/24");
        assert!(entry["trace_id"].is_string(), "{entry}");
    }
}

#[tokio::test]
async fn a_call_for_a_record_of_others_is_written_as_refused() {
    let world = World::start().await;
    let member = world.signed_in(CUSTOMER);
    let log = SecurityLog::record();
    let export = format!("/api/download/account/{}.json", user_id(97));
    assert_eq!(member.get(&export).await.status, 404);
    let entries = log.entries();
    let names = ["event", "outcome", "reason", "procedure", "wire", "principal"];
    let line = "call_refused refused export_not_found accountData.authorizeDownload download";
    assert_eq!(fields(&entries, &names), [format!("{line} {}", user_id(1))]);
}

#[tokio::test]
async fn a_call_that_is_answered_or_does_not_exist_is_not_written() {
    let world = World::start().await;
    let log = SecurityLog::record();
    assert_eq!(world.signed_in(CUSTOMER).get("/api/trpc/users.getProfile").await.status, 200);
    assert_eq!(world.get("/api/trpc/no.such").await.status, 404);
    assert_eq!(log.lines(), [] as [&str; 0]);
}

#[tokio::test]
async fn a_visitor_who_shows_no_session_and_has_to_sign_in_is_not_written() {
    let world = World::start().await;
    let log = SecurityLog::record();
    assert_eq!(world.get("/api/trpc/users.getProfile").await.status, 401);
    let export = format!("/api/download/account/{}.json", user_id(98));
    assert_eq!(world.get(&export).await.status, 401);
    assert_eq!(log.lines(), [] as [&str; 0]);
}

#[tokio::test]
async fn a_body_that_is_too_large_and_a_form_of_another_site_are_written() {
    let world = World::start().await;
    let member = world.signed_in(CUSTOMER);
    let log = SecurityLog::record();
    let update = "/api/trpc/userSettings.updateProfile";
    assert_eq!(member.post(update, vec![b' '; (1 << 20) + 1]).await.status, 413);
    let form = member.with("content-type", "text/plain");
    assert_eq!(form.send("POST", update, Some(b"{}")).await.status, 415);
    assert_eq!(world.get(&format!("/api/trpc/{}", "x".repeat(33 << 10))).await.status, 414);
    let entries = log.entries();
    assert_eq!(
        fields(&entries, &["event", "reason", "operation", "route"]),
        [
            "limit_hit payload_too_large userSettings.updateProfile",
            "request_refused unsupported_media_type /api/trpc",
            "request_refused uri_too_long /api/trpc",
        ]
    );
    assert_eq!(entries[0]["principal"], json!(user_id(1)));
}

#[tokio::test]
async fn a_connection_beyond_the_limit_is_written() {
    let env = Env::default().with("CONNECTIONS_PER_ADDRESS", "1");
    let world = World::with(env, None).await;
    let _held = TcpStream::connect(world.address).await.unwrap();
    let log = SecurityLog::record();
    let refused = raw(world.address, b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert_eq!(refused.status, 503);
    let entries = log.entries();
    let names = ["event", "reason", "network", "operation"];
    assert_eq!(fields(&entries, &names), ["limit_hit connections 127.0.0.0/24 connection"]);
}

#[tokio::test]
async fn forged_sessions_beyond_the_rate_of_look_ups_are_written_where_calls_go_on_without_one() {
    let world = limited("session-lookup=1/3600").await;
    let address = rates::network().to_string();
    let forger = |token: &str| world.signed_in(token).with("x-forwarded-for", &address);
    let query = format!("/api/trpc/{}", rates::QUERY);
    assert_eq!(forger("first").get(&query).await.status, 200);
    let log = SecurityLog::record();
    let batch = format!("/api/trpc/{0},{0},no.such,{0}?batch=1", rates::QUERY);
    for (target, status) in [
        (query.as_str(), 200),
        (batch.as_str(), 207),
        ("/api/trpc/no.such", 404),
        ("/api/download/assets.csv", 200),
        ("/api/auth/csrf", 200),
        ("/api/trpc/users.getProfile", 429),
    ] {
        assert_eq!(forger("forged").get(target).await.status, status, "{target}");
    }
    assert_eq!(
        fields(&log.entries(), &["event", "reason", "operation"]),
        [
            "limit_hit rate_limited session-lookup",
            "limit_hit rate_limited session-lookup",
            "limit_hit rate_limited session-lookup",
            "limit_hit rate_limited session-lookup",
            "limit_hit rate_limited /api/auth",
            "limit_hit rate_limited session-lookup",
            "limit_hit rate_limited users.getProfile",
        ],
        "one of each request, however many calls it has"
    );
}

#[tokio::test]
async fn events_beyond_the_rate_are_written_though_they_are_accepted() {
    let world = limited("tracking=1/3600").await;
    let sender = world.anonymous().with("x-forwarded-for", &rates::network().to_string());
    let event = json!({"name": "x", "properties": {"pathname": "/"}}).to_string();
    let log = SecurityLog::record();
    for _ in 0..2 {
        assert_eq!(sender.post("/api/trpc/analytics.track", &event).await.status, 200);
    }
    let entries = fields(&log.entries(), &["event", "reason", "operation"]);
    assert_eq!(entries, ["limit_hit rate_limited analytics.track"]);
}

#[tokio::test]
async fn a_call_without_memory_for_its_answer_is_written() {
    // The number of pages of the most rows that have room at a time.
    const HELD: usize = 8;
    let world = World::with(Env::default().with("ANSWER_MEMORY_MIB", "16"), None).await;
    world.catalog.list("networks", &json!([]));
    let closed = world.catalog.close().await;
    let page = json!({"pagination": {"perPage": 1_000}});
    let target = Browser::query("networks.list", &page);
    let log = SecurityLog::record();
    let held = futures::future::join_all((0..HELD).map(|_| world.get(&target)));
    let (_, refused) = tokio::join!(held, async {
        let begun = || async { world.catalog.calls_of("ListRows") == HELD };
        eventually("all of them are called", begun).await;
        let refused = world.get(&target).await;
        drop(closed);
        refused
    });
    assert_eq!((refused.status, refused.code().as_str()), (503, "SERVICE_UNAVAILABLE"));
    let entries = fields(&log.entries(), &["event", "reason", "operation"]);
    assert_eq!(entries, ["limit_hit busy networks.list"]);
}
