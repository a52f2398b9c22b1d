//! Inputs with members that their procedure does not have, such as a role or an owner: refused by name, before any service is asked.

use crate::support::browser::{Answer, Browser};
use crate::support::identity::user_id;
use crate::support::{ADMIN, World};
use gateway::call::access::Access;
use gateway::call::procedure::{Kind, Procedure};
use serde_json::{Value, json};

/// Values that a caller would like to set about themselves, their organization or a record.
const WISHES: [&str; 20] = [
    "role",
    "roleId",
    "role_id",
    "userId",
    "user_id",
    "organizationId",
    "organization_id",
    "ownerId",
    "owner_id",
    "createdBy",
    "created_by",
    "plan",
    "features",
    "isAdmin",
    "is_admin",
    "managed",
    "kind",
    "status",
    "version",
    "__proto__",
];

/// Whether a wish is an input of a procedure, whose service checks it for the caller.
fn is_input(procedure: &str, wish: &str) -> bool {
    match procedure.split_once('.').unwrap().0 {
        "teams" => ["role", "user_id", "organization_id"].contains(&wish),
        "apiKeys" => wish == "version",
        "plans" => wish == "plan",
        _ => false,
    }
}

async fn send(browser: &Browser, procedure: &Procedure, input: &Value) -> Answer {
    match procedure.kind {
        Kind::Query => browser.get(&Browser::query(procedure.name, input)).await,
        Kind::Mutation => {
            browser.post(&format!("/api/trpc/{}", procedure.name), input.to_string()).await
        }
    }
}

/// Whether the input was refused because of this member.
fn is_unknown(answer: &Answer, place: &str) -> bool {
    let error = &answer.json()["error"];
    answer.status == 400
        && error["data"]["reason"] == "input_invalid"
        && error["message"] == format!("{place}: not a known field")
}

#[tokio::test]
async fn no_procedure_takes_a_member_that_it_does_not_have() {
    let world = World::start().await;
    let browser = world.signed_in(ADMIN);
    let registry = gateway::procedures::registry();
    let mut tried = 0;
    for procedure in registry.all().iter().filter(|procedure| procedure.takes_input) {
        for value in [json!("ADMIN"), json!(null), json!({"role": "ADMIN"})] {
            let answer = send(&browser, procedure, &json!({"no_such_member": value})).await;
            assert!(is_unknown(&answer, "no_such_member"), "{} {answer:?}", procedure.name);
            tried += 1;
        }
    }
    assert!(tried > 300, "{tried}");
    assert_eq!(world.profiles.writes(), 0);
    for call in ["ListRows", "GetRow", "GetMeta", "ListGroups"] {
        assert_eq!(world.catalog.calls_of(call), 0, "{call}");
    }
    assert!(world.identity.calls().is_empty(), "{:?}", world.identity.calls());
}

#[tokio::test]
async fn members_set_nothing_about_themselves_that_is_not_theirs() {
    let world = World::start().await;
    let browser = world.signed_in(ADMIN);
    let registry = gateway::procedures::registry();
    let of_members = registry.all().iter().filter(|procedure| {
        procedure.kind == Kind::Mutation
            && procedure.takes_input
            && matches!(
                procedure.access,
                Access::Public | Access::Member | Access::Fresh(Access::Member)
            )
    });
    let mut accepted = Vec::new();
    for procedure in of_members {
        for wish in WISHES {
            let answer = send(&browser, procedure, &json!({wish: user_id(2)})).await;
            if !is_unknown(&answer, wish) {
                accepted.push((procedure.name, wish));
            }
        }
    }
    assert!(accepted.contains(&("teams.setRole", "role")), "{accepted:?}");
    accepted.retain(|(procedure, wish)| !is_input(procedure, wish));
    assert!(accepted.is_empty(), "{accepted:?}");
    assert_eq!(world.profiles.writes(), 0);
}

#[tokio::test]
async fn queries_have_no_hidden_members_at_any_depth() {
    let world = World::start().await;
    let before = world.catalog.calls();
    let filter = json!({"operator": "equals", "field": "slug", "value": "a"});
    for (place, input) in [
        ("pagination.organization_id", json!({"pagination": {"organization_id": "x"}})),
        ("sort.sql", json!({"sort": {"sql": "1; DROP TABLE assets"}})),
        ("aggregate.having", json!({"aggregate": {"having": "x"}})),
        ("filter.scope", json!({"filter": {"scope": "everything", "operator": "and"}})),
        ("scope", json!({"scope": {"permissions": []}, "filter": filter})),
        ("min_epoch", json!({"min_epoch": 0})),
        ("audience", json!({"audience": "administrators"})),
    ] {
        let answer = world.get(&Browser::query("assets.list", &input)).await;
        assert!(is_unknown(&answer, place), "{place}: {answer:?}");
    }
    assert_eq!(world.catalog.calls(), before);
}
