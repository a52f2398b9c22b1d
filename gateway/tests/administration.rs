//! Administration procedures: validation before identity is called, and the name in which it is called.

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
async fn invalid_input_does_not_reach_identity() {
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
        (
            "adminOrganizations.setPlan",
            json!({ "id": id, "plan": "TRIAL_ALL_ACCESS", "ends_at": "tomorrow" }),
            "input_invalid",
        ),
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
        // No one can act in the name of another user.
        (
            "adminUsers.setRole",
            json!({ "id": id, "role": "ADMIN", "actor_id": user_id(2) }),
            "input_invalid",
        ),
    ] {
        let (code, reason) = refusal(&world, procedure, input).await;
        assert_eq!((code.as_str(), reason.as_str()), ("BAD_REQUEST", expected), "{procedure}");
    }
    assert!(world.identity.calls().is_empty());
}

#[tokio::test]
async fn changes_are_made_in_the_name_of_the_caller() {
    let world = World::start().await;
    // The service refuses what an administrator does to themselves; the fake compares both names.
    let oneself = json!({ "id": user_id(2), "role": "CUSTOMER" });
    let (code, reason) = refusal(&world, "adminUsers.setRole", oneself).await;
    assert_eq!((code.as_str(), reason.as_str()), ("PRECONDITION_FAILED", "last_administrator"));
    let another = json!({ "id": user_id(1), "role": "ADMIN" });
    assert_eq!(refusal(&world, "adminUsers.setRole", another).await.0, "none");
}

#[tokio::test]
async fn the_end_of_a_plan_reaches_identity_to_the_millisecond() {
    let world = World::start().await;
    let set = async |ends_at: Value| {
        let input = json!({ "id": user_id(50), "plan": "TRIAL_ALL_ACCESS", "ends_at": ends_at });
        refusal(&world, "adminOrganizations.setPlan", input).await
    };
    assert_eq!(set(json!("2026-12-14T23:59:59.999Z")).await.0, "none");
    for other in [json!("2026-12-14T23:59:59.998Z"), Value::Null] {
        let refused = set(other).await;
        assert_eq!(refused, ("BAD_REQUEST".to_owned(), "plan_end_required".to_owned()));
    }
    let input = json!({ "id": user_id(50), "plan": "PREMIUM_ALL_ACCESS" });
    assert_eq!(refusal(&world, "adminOrganizations.setPlan", input).await.0, "none");
}

#[tokio::test]
async fn a_list_takes_the_query_grammar() {
    let world = World::start().await;
    let query = json!({
        "filter": { "operator": "equals", "field": "role", "value": "ADMIN" },
        "pagination": { "page": 1, "perPage": 50 },
    });
    let target = Browser::query("adminUsers.list", &query);
    let answer = world.signed_in(ADMIN).get(&target).await;
    let data = answer.json()["result"]["data"].clone();
    assert_eq!(data["results"][0]["state"], "active");
    assert_eq!(data["pagination"]["nextCursor"], Value::Null);
    assert_eq!(world.signed_in(CUSTOMER).get(&target).await.code(), "FORBIDDEN");
}
