//! Every procedure against every kind of caller, in one table.

use std::fmt::Write as _;

use crate::support::browser::{Answer, Browser};
use crate::support::identity::user_id;
use crate::support::{ADMIN, CUSTOMER, STALE_ADMIN, World};
use gateway::call::procedure::{Kind, Procedure};
use proto::access::v1::{Action, ApiKeyScope, Endpoint};

const EXPIRED: &str = "was-once-valid";

/// Input is empty on purpose: past the rule, a procedure that needs one says BAD_REQUEST.
async fn ask(browser: &Browser, procedure: &Procedure) -> Answer {
    let target = format!("/api/trpc/{}", procedure.name);
    match procedure.kind {
        Kind::Query => browser.get(&target).await,
        Kind::Mutation => browser.post(&target, "").await,
    }
}

fn word(answer: &Answer) -> String {
    match answer.code().as_str() {
        "none" => "OK".to_owned(),
        code => code.to_owned(),
    }
}

#[tokio::test]
async fn each_procedure_admits_whom_its_rule_says() {
    let world = World::start().await;
    let forged = "f".repeat(64);
    let key = world.access.have_key(1, |_| {});
    let scope = ApiKeyScope {
        actions: vec![Action::List.into()],
        endpoints: vec![Endpoint::Assets.into()],
        ..ApiKeyScope::default()
    };
    let scoped = world.access.have_key(2, |key| key.scopes = vec![scope]);
    let callers = [
        ("anonymous", world.anonymous()),
        ("expired", world.signed_in(EXPIRED)),
        ("forged", world.signed_in(&forged)),
        ("overlong", world.signed_in(&"x".repeat(4_000))),
        (
            "prefixed",
            world.anonymous().with("cookie", &format!("__Secure-next-auth.session-token={ADMIN}")),
        ),
        ("member", world.signed_in(CUSTOMER)),
        ("admin", world.signed_in(ADMIN)),
        ("stale admin", world.signed_in(STALE_ADMIN)),
        ("key", world.program(&key)),
        ("key for a list", world.program(&scoped)),
    ];
    let mut table = String::new();
    for procedure in gateway::procedures::registry().all() {
        writeln!(table, "{} ({:?})", procedure.name, procedure.access).unwrap();
        for (name, browser) in &callers {
            let answer = ask(browser, procedure).await;
            writeln!(table, "  {name}: {}", word(&answer)).unwrap();
        }
    }
    insta::assert_snapshot!(table);
}

#[tokio::test]
async fn a_revoked_role_admits_no_longer() {
    let world = World::start().await;
    let admin = world.signed_in(ADMIN);
    let list = "/api/trpc/adminUsers.list?input=%7B%7D";
    assert_eq!(admin.get(list).await.status, 200);
    world.identity.change(ADMIN, |user| user.set_role(proto::identity::v1::Role::Customer));
    assert_eq!(admin.get(list).await.code(), "FORBIDDEN");
    world.identity.end(ADMIN);
    assert_eq!(admin.get(list).await.code(), "UNAUTHORIZED");
}

#[tokio::test]
async fn a_write_of_an_administrator_needs_a_fresh_sign_in_and_a_read_does_not() {
    let world = World::start().await;
    let input = format!(r#"{{"id":"{}","role":"ADMIN"}}"#, user_id(1));
    let stale = world.signed_in(STALE_ADMIN);
    let answer = stale.post("/api/trpc/adminUsers.setRole", &input).await;
    assert_eq!((answer.status, answer.code().as_str()), (403, "FORBIDDEN"));
    assert_eq!(answer.json()["error"]["data"]["reason"], "fresh_sign_in_required");
    assert!(world.identity.calls().is_empty());
    assert_eq!(stale.get("/api/trpc/adminUsers.list?input=%7B%7D").await.status, 200);
    let fresh = world.signed_in(ADMIN).post("/api/trpc/adminUsers.setRole", &input).await;
    assert_eq!(fresh.status, 200);
    // How one signs in is changed after a fresh sign-in by everybody.
    let answer = stale.post("/api/trpc/passkeys.setSecondFactor", r#"{"enabled":false}"#).await;
    assert_eq!(answer.json()["error"]["data"]["reason"], "fresh_sign_in_required");
    assert!(!world.identity.calls().contains_key("SetSecondFactor"));
    // A customer learns nothing of it, however old the sign-in is.
    let customer = world.signed_in(CUSTOMER);
    let answer = customer.post("/api/trpc/adminUsers.setRole", &input).await;
    assert_eq!(answer.json()["error"]["data"]["reason"], "role_required");
}
