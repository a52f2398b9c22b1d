//! The editor's procedures: validation before the catalog is called, and the requests that it receives.

use crate::support::identity::user_id;
use crate::support::{ADMIN, World};
use kit::error::Violation;
use serde_json::{Value, json};

async fn post(world: &World, procedure: &str, input: &Value) -> (u16, Value) {
    let browser = world.signed_in(ADMIN);
    let answer = browser.post(&format!("/api/trpc/{procedure}"), input.to_string()).await;
    (answer.status, answer.json())
}

#[tokio::test]
async fn invalid_input_does_not_reach_the_catalog() {
    let world = World::start().await;
    let calls = world.catalog.call_count();
    let records = |records: Value| json!({"resource": "issuers", "records": records});
    for (procedure, input, reason) in [
        ("catalog.save", records(json!([["slug", "a"]])), "input_invalid"),
        (
            "catalog.save",
            records(json!(vec![json!({"slug": "x".repeat(6_000)}); 100])),
            "records_too_large",
        ),
        (
            "catalog.save",
            json!({"resource": "issuers", "records": [{"slug": "a"}], "user_id": user_id(1)}),
            "input_invalid",
        ),
        ("catalog.save", json!({"resource": "a\nb", "records": [{}]}), "text_invalid"),
        (
            "catalog.remove",
            json!({"resource": "issuers", "slug": "x".repeat(400)}),
            "text_too_long",
        ),
        ("catalog.remove", json!({"resource": "issuers"}), "input_invalid"),
    ] {
        let (status, answer) = post(&world, procedure, &input).await;
        assert_eq!((status, &answer["error"]["data"]["reason"]), (400, &json!(reason)));
    }
    assert_eq!(world.catalog.call_count(), calls);
}

#[tokio::test]
async fn the_catalog_receives_the_author() {
    let world = World::start().await;
    let record = json!({"slug": "a", "name": "A", "rate": 0.1, "topics": ["x", 1], "note": null});
    let input = json!({"resource": "issuers", "records": [record]});
    let (status, answer) = post(&world, "catalog.save", &input).await;
    assert_eq!(status, 200, "{answer}");
    let saved = world.catalog.saved();
    assert_eq!((saved.len(), saved[0].resource.as_str()), (1, "issuers"));
    assert_eq!(world.catalog.authors(), [user_id(2)]);
    assert_eq!(serde_json::from_str::<Value>(&saved[0].records_json).unwrap(), json!([record]));
}

#[tokio::test]
async fn each_invalid_value_is_reported_with_its_path() {
    let world = World::start().await;
    let place =
        |path: &str, message: &str| Violation { path: path.into(), message: message.into() };
    world.catalog.refuse(vec![
        place("records[0].slug", "expected words"),
        place("records[0].status", "expected one of open, full"),
    ]);
    let input = json!({"resource": "loans", "records": [{"slug": "A b"}]});
    let (status, answer) = post(&world, "catalog.save", &input).await;
    let data = &answer["error"]["data"];
    assert_eq!(
        (status, &data["code"], &data["path"]),
        (400, &json!("BAD_REQUEST"), &json!("catalog.save"))
    );
    assert_eq!(data["reason"], "record_invalid");
    assert_eq!(
        data["fields"],
        json!([
            {"path": "records[0].slug", "message": "expected words"},
            {"path": "records[0].status", "message": "expected one of open, full"},
        ])
    );
}
