//! Administration through the door: what is refused before identity is asked, and in whose name it is asked.

use crate::support::browser::Browser;
use crate::support::identity::user_id;
use crate::support::{ADMIN, CUSTOMER, World};
use serde_json::{Value, json};

async fn refusal(world: &World, procedure: &str, input: Value) -> (String, String) {
    let browser = world.signed_in(ADMIN);
    let answer = browser.post(&format!("/api/trpc/{procedure}"), &input.to_string()).await;
    let reason = answer.json()["error"]["data"]["reason"].clone();
    (answer.code(), reason.as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn what_cannot_be_valid_does_not_reach_identity() {
    let world = World::start().await;
    let id = user_id(50);
    for (procedure, input, expected) in [
        ("adminUsers.setRole", json!({ "id": "me", "role": "ADMIN" }), "id_invalid"),
        ("adminUsers.setRole", json!({ "id": id, "role": "KING" }), "input_invalid"),
        ("adminUsers.setFeatures", json!({ "id": id, "features": ["all"] }), "input_invalid"),
        (
            "adminUsers.setFeatures",
            json!({ "id": id, "features": vec!["enable-api-keys"; 21] }),
            "too_many_features",
        ),
        ("adminUsers.deactivate", json!({ "id": id, "note": "a\nb" }), "text_invalid"),
        ("adminUsers.deactivate", json!({ "id": id, "note": "x".repeat(501) }), "text_too_long"),
        ("adminUsers.endSession", json!({ "id": id, "session_id": "x" }), "id_invalid"),
        ("adminOrganizations.setPlan", json!({ "id": id, "plan": "GOLD" }), "input_invalid"),
        ("adminOrganizations.rename", json!({ "id": id, "name": "a\nb" }), "text_invalid"),
        ("adminOrganizations.removeMember", json!({ "id": id, "user_id": "nobody" }), "id_invalid"),
        ("adminOrganizations.setScope", json!({ "id": id, "scope": "guild" }), "input_invalid"),
        (
            "adminOrganizations.setScope",
            json!({ "id": id, "scope": "team", "name": "a\nb" }),
            "text_invalid",
        ),
        (
            "adminOrganizations.addMember",
            json!({ "id": id, "email": "x".repeat(255), "role": "member" }),
            "text_too_long",
        ),
        (
            "adminOrganizations.addMember",
            json!({ "id": id, "email": "a@b.example", "role": "king" }),
            "input_invalid",
        ),
        // Nobody acts in the name of somebody else.
        (
            "adminUsers.setRole",
            json!({ "id": id, "role": "ADMIN", "actor_id": user_id(2) }),
            "input_invalid",
        ),
    ] {
        let (code, reason) = refusal(&world, procedure, input).await;
        assert_eq!((code.as_str(), reason.as_str()), ("BAD_REQUEST", expected), "{procedure}");
    }
    assert!(world.identity.asked().is_empty());
}

#[tokio::test]
async fn the_caller_is_the_one_who_acts() {
    let world = World::start().await;
    // The service refuses what an administrator does to themselves; the fake compares both names.
    let oneself = json!({ "id": user_id(2), "role": "CUSTOMER" });
    let (code, reason) = refusal(&world, "adminUsers.setRole", oneself).await;
    assert_eq!((code.as_str(), reason.as_str()), ("PRECONDITION_FAILED", "last_administrator"));
    let another = json!({ "id": user_id(1), "role": "ADMIN" });
    assert_eq!(refusal(&world, "adminUsers.setRole", another).await.0, "none");
}

#[tokio::test]
async fn a_list_is_asked_in_the_grammar() {
    let world = World::start().await;
    let query = json!({
        "filter": { "operator": "equals", "field": "role", "value": "ADMIN" },
        "pagination": { "page": 1, "perPage": 50 },
    });
    let asked = Browser::query("adminUsers.list", &query);
    let answer = world.signed_in(ADMIN).get(&asked).await;
    let data = answer.json()["result"]["data"].clone();
    assert_eq!(data["results"][0]["state"], "active");
    assert_eq!(data["pagination"]["nextCursor"], Value::Null);
    assert_eq!(world.signed_in(CUSTOMER).get(&asked).await.code(), "FORBIDDEN");
}
