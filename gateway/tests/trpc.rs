//! The tRPC wire format, byte by byte.

use crate::support::browser::Browser;
use crate::support::identity::{Behavior, user_id};
use crate::support::{ADMIN, CUSTOMER, World};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto::timeseries::v1::{GetAggregateResponse, MeasureKind, SeriesInterval};
use serde_json::{Value, json};

const PROFILE: &str = r#"{"profile":{"occupation":"Analyst","acquisitionChannel":"Podcast","assetClassInterests":["Stablecoins"],"shouldReceiveMarketing":true}}"#;

#[tokio::test]
async fn returns_the_whole_user_record() {
    let world = World::start().await;
    let answer = world.signed_in(CUSTOMER).get("/api/trpc/users.getProfile").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let plan = json!({
        "id": user_id(21), "type": "FREE", "organization_id": user_id(11), "ends_at": null,
    });
    let organization = json!({
        "id": user_id(11), "name": "Organization 1", "domain": null, "scope": "personal",
        "plan": plan,
    });
    let expected = json!({
        "id": user_id(1),
        "name": "Person 1",
        "email": "person1@example.test",
        "emailVerified": "2023-11-14T22:13:20.123Z",
        "image": null,
        "role": "CUSTOMER",
        "organization": organization,
        "profile": {
            "occupation": "", "acquisitionChannel": "", "assetClassInterests": [],
            "shouldReceiveMarketing": false,
        },
        "preferences": {"darkMode": false},
        "memberships": [{
            "id": user_id(31), "role": "owner", "organization_id": user_id(11),
            "organization": organization,
        }],
        "features": {
            "enable-data-downloads": false,
            "enable-asset-entity-pages": false,
            "enable-asset-charting-page": false,
            "enable-jurisdiction-explorer": false,
            "enable-api-keys": true,
            "enable-admin-tools": false,
            "enable-experimental-features": false,
        },
        "intercom_hmac": null,
        "passkeyRequired": false,
        "erasureDueAt": null,
    });
    assert_eq!(answer.json(), json!({"result": {"data": expected}}));
}

#[tokio::test]
async fn saves_and_shows_a_profile() {
    let world = World::start().await;
    let browser = world.signed_in(CUSTOMER);
    let saved = browser.post("/api/trpc/userSettings.updateProfile", PROFILE).await;
    assert_eq!(saved.status, 200);
    let sent: Value = serde_json::from_str(PROFILE).unwrap();
    assert_eq!(saved.json()["result"]["data"], sent);
    let saved = browser
        .post("/api/trpc/userSettings.updatePreferences", r#"{"preferences":{"darkMode":true}}"#)
        .await;
    assert_eq!(saved.json()["result"]["data"], json!({"preferences": {"darkMode": true}}));
    let record = browser.get("/api/trpc/users.getProfile").await.json();
    assert_eq!(record["result"]["data"]["profile"], sent["profile"]);
    assert_eq!(record["result"]["data"]["preferences"]["darkMode"], true);
}

#[tokio::test]
async fn fails_as_the_protocol_says() {
    let world = World::start().await;
    let json_type = |browser: Browser| browser.with("content-type", "application/json");
    let (anonymous, member) = (world.anonymous(), world.signed_in(CUSTOMER));
    let update = "/api/trpc/userSettings.updateProfile";
    let read = "/api/trpc/users.getProfile";
    for (browser, method, target, body, status, code) in [
        (anonymous.clone(), "GET", read, "", 401, "UNAUTHORIZED"),
        (json_type(anonymous.clone()), "GET", read, "", 401, "UNAUTHORIZED"),
        (
            anonymous.clone().with("content-type", "text/plain"),
            "GET",
            read,
            "",
            401,
            "UNAUTHORIZED",
        ),
        (json_type(anonymous.clone()), "POST", update, "{", 401, "UNAUTHORIZED"),
        (json_type(anonymous.clone()), "POST", "/api/trpc/no.such", "{", 404, "NOT_FOUND"),
        (anonymous.clone(), "GET", "/api/trpc/", "", 404, "NOT_FOUND"),
        (anonymous.clone(), "GET", "/api/trpc", "", 404, "NOT_FOUND"),
        (anonymous.clone(), "GET", "/api/trpc/__proto__", "", 404, "NOT_FOUND"),
        (anonymous.clone(), "GET", "/api/trpc/Users.getProfile", "", 404, "NOT_FOUND"),
        (anonymous.clone(), "GET", "/api/trpc/users/getProfile", "", 404, "NOT_FOUND"),
        (json_type(member.clone()), "POST", read, "", 405, "METHOD_NOT_SUPPORTED"),
        (member.clone(), "GET", update, "", 405, "METHOD_NOT_SUPPORTED"),
        (json_type(member.clone()), "PUT", update, PROFILE, 405, "METHOD_NOT_SUPPORTED"),
        (json_type(member.clone()), "DELETE", update, PROFILE, 405, "METHOD_NOT_SUPPORTED"),
        (json_type(member.clone()), "OPTIONS", update, "", 405, "METHOD_NOT_SUPPORTED"),
        (member.clone(), "OPTIONS", update, "", 415, "UNSUPPORTED_MEDIA_TYPE"),
        (member.clone(), "POST", update, PROFILE, 415, "UNSUPPORTED_MEDIA_TYPE"),
        (
            member.clone().with("content-type", "text/plain"),
            "POST",
            update,
            PROFILE,
            415,
            "UNSUPPORTED_MEDIA_TYPE",
        ),
        (
            member.clone().with("content-type", "Application/JSON ; charset=utf-8"),
            "POST",
            update,
            PROFILE,
            200,
            "none",
        ),
        (json_type(member.clone()), "POST", update, "", 400, "BAD_REQUEST"),
        (json_type(member.clone()), "POST", update, "{", 400, "BAD_REQUEST"),
        (json_type(member.clone()), "POST", update, "null", 400, "BAD_REQUEST"),
        (json_type(member.clone()), "POST", update, "{}", 400, "BAD_REQUEST"),
        (anonymous.clone(), "GET", "/api/trpc/users%ZZ", "", 400, "BAD_REQUEST"),
        (anonymous.clone(), "GET", "/api/trpc/users%FF", "", 400, "BAD_REQUEST"),
        (
            anonymous.clone(),
            "GET",
            "/api/trpc/search.getInitialSearchGroups?input=%7B",
            "",
            200,
            "none",
        ),
    ] {
        let answer = browser.send(method, target, Some(body.as_bytes())).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{method} {target} {body}"
        );
        assert_eq!(answer.header("content-type"), Some("application/json"), "{method} {target}");
        if code != "none" {
            let error = &answer.json()["error"];
            assert_eq!(error["data"]["httpStatus"], status);
            assert!(!error["message"].as_str().unwrap().is_empty());
            assert!(error["data"].get("stack").is_none());
        }
    }
    assert_eq!(world.profiles.writes(), 1);
}

#[tokio::test]
async fn reads_the_session_cookie_in_each_of_its_forms() {
    let world = World::start().await;
    let name = "next-auth.session-token";
    let (first, second) = CUSTOMER.split_at(4);
    for cookie in [
        format!("{name}={CUSTOMER}"),
        format!("{name}=\"{CUSTOMER}\""),
        format!("{name}={}", CUSTOMER.replace('-', "%2D")),
        format!("{name}.1={second}; {name}.0={first}"),
    ] {
        let browser = world.anonymous().with("cookie", &cookie);
        assert_eq!(browser.get("/api/trpc/users.getProfile").await.status, 200, "{cookie}");
    }
}

#[tokio::test]
async fn a_head_request_runs_nothing() {
    let world = World::start().await;
    let answer = world.signed_in(CUSTOMER).send("HEAD", "/api/trpc/users.getProfile", None).await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert_eq!(world.identity.resolved(), 0);
}

#[tokio::test]
async fn names_the_allowed_method() {
    let world = World::start().await;
    let answer = world.anonymous().get("/api/trpc/userSettings.updateProfile").await;
    assert_eq!(answer.header("allow"), Some("POST"));
    let answer = world.anonymous().post("/api/trpc/users.getProfile", "").await;
    assert_eq!(answer.header("allow"), Some("GET"));
}

#[tokio::test]
async fn answers_a_batch_in_order() {
    let world = World::start().await;
    let target =
        "/api/trpc/search.getInitialSearchGroups,no.such,users.getProfile?batch=1&input=%7B%7D";
    let answer = world.anonymous().get(target).await;
    assert_eq!(answer.status, 207);
    let entries = answer.json();
    assert!(entries[0]["result"]["data"].is_array());
    assert_eq!(entries[1]["error"]["data"]["path"], "no.such");
    assert_eq!(entries[1]["error"]["code"], -32004);
    assert_eq!(entries[2]["error"]["data"]["code"], "UNAUTHORIZED");
    let target = "/api/trpc/no.such%2Cno.other?batch=1";
    let answer = world.anonymous().get(target).await;
    assert_eq!((answer.status, answer.json().as_array().unwrap().len()), (404, 2));
    let answer = world.anonymous().get("/api/trpc/no.such,no.other").await;
    assert_eq!(answer.json()["error"]["data"]["path"], "no.such,no.other");
}

#[tokio::test]
async fn gives_each_call_of_a_batch_its_own_input() {
    let world = World::start().await;
    let body = format!(r#"{{"0":{PROFILE},"2":{{"id":"{}"}},"9":"surplus"}}"#, user_id(41));
    let target =
        "/api/trpc/userSettings.updateProfile,userSettings.updateProfile,sessions.revoke?batch=1";
    let answer = world.signed_in(CUSTOMER).post(target, body).await;
    assert_eq!(answer.status, 207);
    let entries = answer.json();
    assert!(entries[0]["result"]["data"]["profile"].is_object());
    assert_eq!(entries[1]["error"]["data"]["reason"], "input_missing");
    assert_eq!(entries[2], json!({"result": {"data": {}}}));
}

#[tokio::test]
async fn refuses_a_batch_of_both_kinds_as_a_whole() {
    let world = World::start().await;
    let target = "/api/trpc/users.getProfile,userSettings.updateProfile?batch=1";
    let answer = world.signed_in(CUSTOMER).post(target, "{}").await;
    assert_eq!((answer.status, answer.code().as_str()), (400, "BAD_REQUEST"));
    assert!(answer.json()["error"]["data"].get("path").is_none());
}

#[tokio::test]
async fn a_batch_that_is_too_large_runs_nothing() {
    let world = World::start().await;
    let browser = world.signed_in(CUSTOMER);
    let name = "users.getProfile";
    let many = vec![name; 1_000].join(",");
    for names in [many, vec![name; 51].join("%2C"), ",".repeat(10_000), "%2c".repeat(5_000)] {
        let answer = browser.get(&format!("/api/trpc/{names}?batch=1")).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "BAD_REQUEST"));
    }
    assert_eq!((world.identity.resolved(), world.profiles.reads()), (0, 0));
    let fifty = vec![name; 50].join(",");
    let answer = browser.get(&format!("/api/trpc/{fifty}?batch=1")).await;
    assert_eq!((answer.status, answer.json().as_array().unwrap().len()), (200, 50));
}

#[tokio::test]
async fn a_batch_whose_answers_are_too_large_says_how_many_fit() {
    let world = World::start().await;
    let answer = GetAggregateResponse {
        kind: MeasureKind::Stock.into(),
        interval: SeriesInterval::Day.into(),
        // Small enough that each call ends within its deadline on a busy machine.
        dates: vec!["2026-01-01".to_owned(); 31_000],
        ..GetAggregateResponse::default()
    };
    world.catalog.answer_with("GetAggregate", &answer);
    let browser = world.anonymous();
    let ask = async |calls: usize| {
        let input =
            |call: usize| format!("\"{call}\":{{\"measure\":\"71\",\"group_limit\":{}}}", call + 1);
        let inputs = (0..calls).map(input).collect::<Vec<_>>().join(",");
        let input = utf8_percent_encode(&format!("{{{inputs}}}"), NON_ALPHANUMERIC).to_string();
        let names = vec!["timeseries.aggregate"; calls].join(",");
        browser.get(&format!("/api/trpc/{names}?batch=1&input={input}")).await
    };
    let whole = ask(4).await;
    assert_eq!((whole.status, whole.json().as_array().unwrap().len()), (200, 4));
    let refused = ask(50).await;
    let entries = refused.json();
    let entries = entries.as_array().unwrap();
    assert_eq!((refused.status, entries.len()), (207, 50));
    let fitting = entries.iter().take_while(|entry| entry["result"].is_object()).count();
    // The answers are longer than their estimates: which calls have begun depends on which of them ended first.
    assert_eq!(fitting, (16 << 20) / (whole.body.len() / 4));
    assert_eq!(ask(fitting).await.status, 200, "so many fit");
    for entry in &entries[fitting..] {
        let error = &entry["error"];
        assert_eq!(error["data"]["reason"], "answer_too_large");
        assert_eq!(error["data"]["httpStatus"], 413);
        let message = format!(
            "The answers of this batch exceed 16 MiB, or 8 million values to calculate; its first {fitting} calls fit"
        );
        assert_eq!(error["message"], message);
    }
}

#[tokio::test]
async fn bad_values_are_bad_requests() {
    let world = World::start().await;
    let browser = world.signed_in(CUSTOMER);
    let with = |occupation: &str, interests: &str, more: &str| {
        format!(
            r#"{{"profile":{{"occupation":{occupation},"acquisitionChannel":"","assetClassInterests":{interests},"shouldReceiveMarketing":false{more}}}}}"#
        )
    };
    for body in [
        with("\"Astronaut\"", "[]", ""),
        with("7", "[]", ""),
        with("null", "[]", ""),
        with("\"Ana\\u0000lyst\"", "[]", ""),
        with("\"\"", "[\"\"]", ""),
        with("\"\"", "[\"Stablecoins\", 1]", ""),
        with("\"\"", "{}", ""),
        with("\"\"", "[]", ",\"admin\":true"),
        with(&format!("\"{}\"", "x".repeat(100_000)), "[]", ""),
        with("\"\\ud800\"", "[]", ""),
        with("1e999", "[]", ""),
        format!("{}{}", "[".repeat(200_000), "]".repeat(200_000)),
        format!("{{\"a\":{}1{}}}", "[".repeat(101), "]".repeat(101)),
    ] {
        let answer = browser.post("/api/trpc/userSettings.updateProfile", &body).await;
        let start = &body[..body.len().min(80)];
        assert_eq!((answer.status, answer.code().as_str()), (400, "BAD_REQUEST"), "{start}");
        assert_eq!(answer.json()["error"]["data"]["path"], "userSettings.updateProfile");
    }
    let broken = b"{\"profile\":\"\xff\xfe\"}";
    let answer = browser.post("/api/trpc/userSettings.updateProfile", broken).await;
    assert_eq!(answer.code(), "BAD_REQUEST");
    assert_eq!(world.profiles.writes(), 0);
}

#[tokio::test]
async fn bounds_body_target_and_headers() {
    let world = World::start().await;
    let browser = world.signed_in(CUSTOMER);
    let padded = format!("{}{}", PROFILE, " ".repeat((1 << 20) - PROFILE.len()));
    let update = "/api/trpc/userSettings.updateProfile";
    assert_eq!(browser.post(update, &padded).await.status, 200);
    let answer = browser.post(update, format!("{padded} ")).await;
    assert_eq!((answer.status, answer.code().as_str()), (413, "PAYLOAD_TOO_LARGE"));
    assert_eq!(answer.json()["error"]["data"]["path"], "userSettings.updateProfile");
    let answer = browser.post(&format!("{update}?batch=1"), vec![b' '; 3 << 20]).await;
    assert_eq!(
        (answer.status, answer.json()[0]["error"]["data"]["httpStatus"].as_u64()),
        (413, Some(413))
    );

    for size in [33 << 10, 60 << 10] {
        let answer = world.get(&format!("/api/trpc/{}", "x".repeat(size))).await;
        assert_eq!(answer.status, 414);
        assert_eq!(answer.json()["error"]["data"]["httpStatus"], 414);
    }
    for size in [33 << 10, 100 << 10] {
        let browser = world.anonymous().with("x-padding", &"x".repeat(size));
        let answer = browser.get("/api/trpc/users.getProfile").await;
        assert_eq!(answer.status, 431, "{size}");
        assert_eq!(answer.json()["error"]["data"]["httpStatus"], 431);
    }
    assert_eq!(world.get(&format!("/{}", "x".repeat(70_000))).await.status, 414);

    let mut browser = world.signed_in(CUSTOMER);
    for at in 0..400 {
        browser = browser.with(&format!("x-{at}"), "1");
    }
    assert_eq!(browser.get("/api/trpc/users.getProfile").await.status, 200);
    let browser = browser.with("x-padding", &"x".repeat(33 << 10));
    assert_eq!(browser.get("/api/trpc/users.getProfile").await.code(), "BAD_REQUEST");
}

#[tokio::test]
async fn answers_administrators() {
    let world = World::start().await;
    let admin = world.signed_in(ADMIN);
    let answer = admin.get(&Browser::query("adminUsers.list", &json!({}))).await;
    assert_eq!(answer.json()["result"]["data"]["results"][0]["role"], "CUSTOMER");
    assert_eq!(answer.json()["result"]["data"]["pagination"]["nextCursor"], Value::Null);
    let answer = admin
        .post(
            "/api/trpc/adminUsers.setRole",
            json!({"id": user_id(2), "role": "CUSTOMER"}).to_string(),
        )
        .await;
    assert_eq!((answer.status, answer.code().as_str()), (412, "PRECONDITION_FAILED"));
    assert_eq!(answer.json()["error"]["data"]["reason"], "last_administrator");
    let answer = admin
        .post("/api/trpc/adminUsers.setFeatures", r#"{"id":"me","features":["enable-api-keys"]}"#)
        .await;
    assert_eq!(answer.json()["error"]["data"]["reason"], "id_invalid");
}

#[tokio::test]
async fn reports_a_service_that_is_away() {
    let world = World::start().await;
    let browser = world.signed_in(CUSTOMER);
    let ask = || browser.get("/api/trpc/users.getProfile");
    for (behavior, status, code) in [
        (Behavior::Away, 503, "SERVICE_UNAVAILABLE"),
        (Behavior::Broken, 500, "INTERNAL_SERVER_ERROR"),
        (Behavior::Hanging, 504, "GATEWAY_TIMEOUT"),
        (Behavior::Well, 200, "none"),
    ] {
        world.profiles.be(behavior);
        let answer = ask().await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{behavior:?}");
        assert_eq!(answer.header("retry-after").is_some(), status == 503, "{behavior:?}");
        assert!(!answer.text().contains("relation"), "{behavior:?}");
    }
    world.identity.be(Behavior::Away);
    assert_eq!(ask().await.status, 503);
    let public = browser.get("/api/trpc/search.getInitialSearchGroups").await;
    assert_eq!(public.status, 200, "a public procedure is answered even then");
}

#[tokio::test]
async fn a_quota_that_a_service_counts_says_when_to_try_again() {
    let world = World::start().await;
    world.profiles.be(Behavior::Limited);
    let browser = world.signed_in(CUSTOMER);
    let alone = browser.get("/api/trpc/users.getProfile").await;
    assert_eq!((alone.status, alone.code().as_str()), (429, "TOO_MANY_REQUESTS"));
    assert_eq!(alone.json()["error"]["data"]["reason"], "too_many_exports");
    assert_eq!(alone.header("retry-after"), Some("60"));
    let batch = "/api/trpc/users.getProfile,search.getInitialSearchGroups?batch=1";
    let batch = browser.get(batch).await;
    assert_eq!((batch.status, batch.header("retry-after")), (207, Some("60")));
}

#[tokio::test]
async fn an_event_is_accepted_without_the_bus_if_it_is_valid() {
    let world = World::start().await;
    let track = "/api/trpc/analytics.track";
    let event = json!({"name": "x", "logRocketSessionUrl": null, "properties": {"pathname": "/"}});
    let answer = world.anonymous().post(track, event.to_string()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let seen = json!({"pathname": "/"});
    for bad in [
        json!({"name": "x", "properties": {"pathname": 1}}),
        json!({"name": "x", "properties": {"pathname": ""}}),
        json!({"name": "x", "properties": {"pathname": null}}),
        json!({"name": "x", "properties": {}}),
        json!({"name": "", "properties": seen}),
        json!({"name": "x".repeat(101), "properties": seen}),
        json!({"name": "x\n", "properties": seen}),
        json!({"name": "x"}),
        json!({"name": "x", "properties": []}),
        json!({"name": "x", "properties": seen, "extra": 1}),
        json!({"name": "x", "logRocketSessionUrl": "x".repeat(2_049), "properties": seen}),
        json!({"name": "x", "properties": {"pathname": "/", "a": vec!["x"; 30_000]}}),
        json!({"name": "x", "properties": {"pathname": "/", "a": "\u{0}"}}),
    ] {
        let answer = world.anonymous().post(track, bad.to_string()).await;
        assert_eq!(answer.code(), "BAD_REQUEST", "{:.80}", bad.to_string());
    }
}

#[tokio::test]
async fn long_answers_are_compressed_on_request_unless_a_call_failed() {
    const NAMES: &str = "users.getProfile,users.getProfile,users.getProfile,users.getProfile";
    let world = World::start().await;
    let visitor = |accepted| world.signed_in(CUSTOMER).with("accept-encoding", accepted);
    let plain = world.signed_in(CUSTOMER).get(&format!("/api/trpc/{NAMES}?batch=1")).await;
    for (accepted, coding) in [
        ("gzip, deflate, br, zstd", Some("zstd")),
        ("gzip, deflate", Some("gzip")),
        ("br", None),
        ("identity", None),
    ] {
        let answer = visitor(accepted).get(&format!("/api/trpc/{NAMES}?batch=1")).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (200, coding), "{accepted}");
        assert!(answer.header("vary").unwrap().contains("accept-encoding"));
        assert_eq!(answer.body.len() < plain.body.len(), coding.is_some(), "{accepted}");
        assert_eq!(answer.decoded(), plain.body, "{accepted}");
    }
    let short = visitor("gzip").get("/api/trpc/users.getProfile").await;
    let failed = visitor("gzip").get(&format!("/api/trpc/{NAMES},users.nobody?batch=1")).await;
    assert_eq!((short.status, short.header("content-encoding")), (200, None));
    assert_eq!((failed.status, failed.header("content-encoding")), (207, None));
    assert!(failed.body.len() > plain.body.len());
}
