//! Team procedures: validation before identity is called.

use std::time::Duration;

use crate::support::identity::user_id;
use crate::support::{CUSTOMER, STALE_ADMIN, World};
use serde_json::{Value, json};

async fn refusal(world: &World, procedure: &str, input: Value) -> (String, String) {
    let browser = world.signed_in(CUSTOMER);
    let answer = browser.post(&format!("/api/trpc/{procedure}"), &input.to_string()).await;
    let reason = answer.json()["error"]["data"]["reason"].clone();
    (answer.code(), reason.as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn invalid_input_does_not_reach_identity() {
    let world = World::start().await;
    let team = user_id(50);
    let member = json!({ "organization_id": team, "user_id": "nobody", "role": "owner" });
    for (procedure, input, expected) in [
        ("teams.switch", json!({ "organization_id": "x" }), "id_invalid"),
        ("teams.create", json!({ "name": "a\nb" }), "text_invalid"),
        ("teams.create", json!({ "name": "x".repeat(201) }), "text_too_long"),
        ("teams.setRole", member, "id_invalid"),
        (
            "teams.invite",
            json!({ "organization_id": team, "email": "x".repeat(255), "role": "member" }),
            "text_too_long",
        ),
        (
            "teams.invite",
            json!({ "organization_id": team, "email": "a@b.test", "role": "king" }),
            "input_invalid",
        ),
        (
            "teams.claimDomain",
            json!({ "organization_id": team, "domain": "x".repeat(255) }),
            "text_too_long",
        ),
        ("teams.checkDomain", json!({ "organization_id": "x" }), "id_invalid"),
        ("teams.withdrawDomain", json!({}), "input_invalid"),
        ("teams.dismiss", json!({ "organization_id": "x" }), "id_invalid"),
        ("teams.accept", json!({ "token": "x".repeat(201) }), "text_too_long"),
        ("teams.accept", json!({ "id": "x" }), "id_invalid"),
        // No one can act in the name of another user.
        ("teams.leave", json!({ "organization_id": team, "user_id": user_id(2) }), "input_invalid"),
    ] {
        let (code, reason) = refusal(&world, procedure, input).await;
        assert_eq!((code.as_str(), reason.as_str()), ("BAD_REQUEST", expected), "{procedure}");
    }
    assert!(world.identity.calls().is_empty());
}

#[tokio::test]
async fn a_valid_change_reaches_identity() {
    let world = World::start().await;
    let browser = world.signed_in(CUSTOMER);
    let input = json!({ "organization_id": user_id(50) }).to_string();
    for procedure in [
        "teams.switch",
        "teams.leave",
        "teams.join",
        "teams.dismiss",
        "teams.checkDomain",
        "teams.withdrawDomain",
    ] {
        let answer = browser.post(&format!("/api/trpc/{procedure}"), &input).await;
        assert_eq!(answer.status, 200, "{procedure}");
    }
    let input = json!({ "organization_id": user_id(50), "domain": "harbour.example" });
    let answer = browser.post("/api/trpc/teams.claimDomain", &input.to_string()).await;
    assert_eq!(answer.status, 200);
    assert_eq!(world.identity.calls().len(), 7);
}

#[tokio::test]
async fn what_gives_power_over_a_team_needs_a_fresh_sign_in() {
    let world = World::start().await;
    let stale = world.signed_in(STALE_ADMIN);
    for procedure in [
        "claimDomain",
        "checkDomain",
        "withdrawDomain",
        "setRole",
        "removeMember",
        "invite",
        "resend",
    ] {
        let answer = stale.post(&format!("/api/trpc/teams.{procedure}"), "{}").await;
        let reason = answer.json()["error"]["data"]["reason"].clone();
        assert_eq!(reason, "fresh_sign_in_required", "{procedure}");
    }
    assert!(world.identity.calls().is_empty());
    // Giving up power or withdrawing an offer needs no fresh sign-in, so that a user who notices a theft can act at once.
    let leave = json!({ "organization_id": user_id(50) });
    assert_eq!(stale.post("/api/trpc/teams.leave", leave.to_string()).await.status, 200);
    let revoke = json!({ "organization_id": user_id(50), "id": user_id(51) });
    assert_eq!(stale.post("/api/trpc/teams.revoke", revoke.to_string()).await.status, 200);
}

#[test]
fn only_edits_and_calls_that_wait_for_mail_or_dns_may_take_longer() {
    let registry = gateway::procedures::registry();
    let (edits, others): (Vec<_>, Vec<_>) = registry
        .all()
        .iter()
        .filter(|procedure| procedure.limits.deadline > Duration::from_secs(2))
        .partition(|procedure| procedure.changes.is_some());
    let names: Vec<_> = others.iter().map(|procedure| procedure.name).collect();
    let expected = [
        "passkeys.finishRegistration",
        "passkeys.remove",
        "passkeys.setSecondFactor",
        "accountData.requestErasure",
        "accountData.cancelErasure",
        "teams.checkDomain",
        "teams.invite",
        "teams.resend",
        "adminUsers.removePasskeys",
    ];
    assert_eq!(names, expected);
    for edit in edits {
        assert_eq!(edit.limits.deadline, Duration::from_secs(10), "{}", edit.name);
    }
}
