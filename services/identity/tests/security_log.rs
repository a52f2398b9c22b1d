//! The lines of the security log about sign-ins, links, sessions, roles, domains, members and invitations.

use std::time::Duration;

use crate::world::{World, finish_request, visitor};
use kit::testing::{SecurityLog, as_administrator, as_user};
use proto::identity::v1::{
    DeactivateUserRequest, EndSessionRequest, EndUserSessionsRequest, FinishEmailSignInRequest,
    MembershipRole, RevokeOtherSessionsRequest, Role, SetUserRoleRequest,
};
use serde_json::{Value, json};

const USER: &str = "user@example.com";

/// Event and outcome of each entry.
fn words(entries: &[Value]) -> Vec<String> {
    let word = |entry: &Value, name: &str| entry[name].as_str().unwrap().to_owned();
    entries.iter().map(|entry| [word(entry, "event"), word(entry, "outcome")].join(" ")).collect()
}

#[tokio::test]
async fn a_sign_in_is_written_from_the_link_to_the_session() {
    let mut world = World::new().await;
    let log = SecurityLog::record();
    let link = world.link(USER).await;
    let token = world.visit(&link).await.unwrap().session_token.unwrap();
    let user = world.user(&token).await.id;
    let lines = log.lines();
    let entries: Vec<Value> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(words(&entries), ["link_sent success", "link_used success", "sign_in success"]);
    let owner = entries[0]["principal"].as_str().unwrap();
    assert!(owner.starts_with("email:"), "{owner}");
    assert_eq!((&entries[1]["principal"], &entries[2]["principal"]), (&json!(user), &json!(user)));
    assert_eq!(entries[2]["method"], "email");
    for entry in &entries {
        assert_eq!(entry["network"], "203.0.113.0/24");
        assert!(entry["trace_id"].is_string(), "{entry}");
    }
    for secret in ["@", "203.0.113.7", link.token.as_str(), token.as_str()] {
        assert!(lines.iter().all(|line| !line.contains(secret)), "{secret} in {lines:?}");
    }

    world.visit(&link).await.unwrap_err();
    let entries = log.entries();
    assert_eq!(words(&entries), ["link_used refused"]);
    assert_eq!(entries[0]["reason"], "link_invalid");
    assert_eq!(entries[0]["principal"], owner);
}

#[tokio::test]
async fn a_link_is_refused_elsewhere_and_later() {
    let mut world = World::new().await;
    let link = world.link(USER).await;
    let log = SecurityLog::record();
    let elsewhere =
        FinishEmailSignInRequest { browser_nonce: String::new(), ..finish_request(&link, None) };
    world.identity.finish_email_sign_in(elsewhere).await.unwrap_err();
    world.clock.advance(Duration::from_mins(11));
    world.visit(&link).await.unwrap_err();
    let no_address =
        FinishEmailSignInRequest { email: "no address".to_owned(), ..finish_request(&link, None) };
    world.identity.finish_email_sign_in(no_address).await.unwrap_err();
    let entries = log.entries();
    assert_eq!(words(&entries), ["link_used refused"; 3]);
    assert_eq!(entries[0]["reason"], "other_browser");
    assert_eq!(entries[1]["reason"], "link_expired");
    assert_eq!(entries[2]["reason"], "link_invalid");
    assert_eq!(entries[0]["principal"], entries[1]["principal"]);
}

#[tokio::test]
async fn a_second_sign_in_of_a_browser_is_a_step_up_of_the_same_user_alone() {
    let mut world = World::new().await;
    let token = world.sign_in(USER).await;
    let user = world.user(&token).await.id;
    let link = world.link(USER).await;
    let log = SecurityLog::record();
    let token = world.visit_with(&link, Some(&token)).await.unwrap().session_token.unwrap();
    let entries = log.entries();
    let step_up = ["link_used", "step_up", "session_ended", "sign_in"];
    assert_eq!(words(&entries), step_up.map(|event| format!("{event} success")));
    assert_eq!((&entries[1]["principal"], &entries[1]["method"]), (&json!(user), &json!("email")));

    let link = world.link("other@example.com").await;
    log.lines();
    world.visit_with(&link, Some(&token)).await.unwrap();
    let entries = log.entries();
    let sign_in = ["link_used success", "session_ended success", "sign_in success"];
    assert_eq!(words(&entries), sign_in);
    // The browser had the session of the user before.
    let network = json!("203.0.113.0/24");
    assert_eq!(ending(&entries[1]), [&json!("replaced"), &json!(user), &json!(user), &network]);
}

/// The cause, user, principal and network of the end of a session.
fn ending(entry: &Value) -> [&Value; 4] {
    ["cause", "user", "principal", "network"].map(|name| &entry[name])
}

#[tokio::test]
async fn a_session_that_its_browser_ends_has_its_user_as_principal() {
    let mut world = World::new().await;
    let token = world.sign_in(USER).await;
    let user = json!(world.user(&token).await.id);
    let link = world.link(USER).await;
    let log = SecurityLog::record();
    let token = world.visit_with(&link, Some(&token)).await.unwrap().session_token.unwrap();
    let network = json!("203.0.113.0/24");
    let replaced = &log.entries()[2];
    assert_eq!(ending(replaced), [&json!("replaced"), &user, &user, &network]);

    for ended in [1, 0] {
        let request = EndSessionRequest { token: token.clone(), visitor: Some(visitor()) };
        world.identity.end_session(request).await.unwrap();
        let entries = log.entries();
        assert_eq!(entries.len(), ended, "a session ends once");
        for entry in &entries {
            assert_eq!(ending(entry), [&json!("signed_out"), &user, &user, &network]);
        }
    }
}

#[tokio::test]
async fn the_first_proof_of_an_address_ends_the_sessions_from_before_it_in_the_name_of_its_owner() {
    let mut world = World::new().await;
    let token = world.sign_in(USER).await;
    let user = json!(world.user(&token).await.id);
    sqlx::query("UPDATE users SET email_verified_at = NULL WHERE email = $1")
        .bind(USER)
        .execute(&mut world.db.raw().await)
        .await
        .unwrap();
    let link = world.link(USER).await;
    let log = SecurityLog::record();
    world.visit(&link).await.unwrap();
    let entries = log.entries();
    assert_eq!(words(&entries)[0], "session_ended success");
    let network = json!("203.0.113.0/24");
    assert_eq!(ending(&entries[0]), [&json!("all"), &user, &user, &network]);
}

#[tokio::test]
async fn the_limits_of_mails_and_a_mail_that_cannot_be_sent_are_written() {
    let mut world = World::with(&[("SIGNIN_LIMITS", "on")]).await;
    let log = SecurityLog::record();
    for _ in 0..5 {
        world.ask_for_link(USER).await.unwrap();
    }
    world.ask_for_link(USER).await.unwrap_err();
    let entries = log.entries();
    assert_eq!(entries.len(), 6);
    let limited = &entries[5];
    assert_eq!((&limited["event"], &limited["outcome"]), (&json!("limit_hit"), &json!("refused")));
    assert_eq!(limited["reason"], "mails_per_address");
    assert_eq!(limited["operation"], "sign_in_mail");
    assert_eq!(limited["principal"], entries[0]["principal"]);

    let mut world = world.again(&[("SMTP_URL", "smtp://127.0.0.1:1")]).await;
    world.ask_for_link(USER).await.unwrap_err();
    let entries = log.entries();
    assert_eq!(words(&entries), ["link_sent failure"]);
    assert_eq!(entries[0]["reason"], "mail_not_sent");
}

#[tokio::test]
async fn changes_by_administrators_are_written_with_their_principal() {
    let mut world = World::new().await;
    let actor = world.administrator("root@example.com").await;
    let token = world.sign_in(USER).await;
    let user = world.user(&token).await.id;
    let log = SecurityLog::record();

    for (role, event) in
        [(Role::Admin, "administrator_appointed"), (Role::Customer, "role_changed")]
    {
        let request = SetUserRoleRequest { id: user.clone(), role: role.into() };
        as_administrator(&actor, world.administration.set_user_role(request)).await.unwrap();
        let entries = log.entries();
        let expected = ["administrator_action success".to_owned(), format!("{event} success")];
        assert_eq!(words(&entries), expected);
        assert_eq!(entries[0]["action"], "user.role_changed");
        for entry in &entries {
            assert_eq!(entry["principal"], json!(actor));
            assert_eq!(entry["user"], json!(user));
        }
    }

    let request = EndUserSessionsRequest { id: user.clone(), session_id: None };
    as_administrator(&actor, world.administration.end_user_sessions(request)).await.unwrap();
    let entries = log.entries();
    assert_eq!(words(&entries), ["session_ended success", "administrator_action success"]);
    assert_eq!((&entries[0]["sessions"], &entries[0]["cause"]), (&json!(1), &json!("all")));
    assert_eq!(entries[0]["principal"], json!(actor));

    let request = DeactivateUserRequest { id: user.clone(), note: None };
    as_administrator(&actor, world.administration.deactivate_user(request)).await.unwrap();
    assert_eq!(words(&log.entries()), ["administrator_action success"]);
    let link = world.link(USER).await;
    world.visit(&link).await.unwrap_err();
    let entries = log.entries();
    assert_eq!(words(&entries), ["link_sent success", "sign_in refused"]);
    assert_eq!(entries[1]["reason"], "account_deactivated");
    assert_eq!(entries[1]["principal"], json!(user));

    // A change that is rolled back is not logged.
    let request = SetUserRoleRequest { id: actor.clone(), role: Role::Customer.into() };
    as_administrator(&actor, world.administration.set_user_role(request)).await.unwrap_err();
    assert_eq!(log.lines(), [] as [&str; 0]);
}

#[tokio::test]
async fn a_user_who_ends_sessions_is_their_principal() {
    let mut world = World::new().await;
    let token = world.sign_in(USER).await;
    world.sign_in(USER).await;
    let person = world.person(&token).await;
    let log = SecurityLog::record();
    let call = world.identity.revoke_other_sessions(RevokeOtherSessionsRequest {});
    kit::peers::on_behalf_of(Some(person.clone()), call).await.unwrap();
    let entries = log.entries();
    assert_eq!(words(&entries), ["session_ended success"]);
    assert_eq!(entries[0]["cause"], "others");
    assert_eq!(
        (&entries[0]["principal"], &entries[0]["user"]),
        (&json!(person.user_id), &json!(person.user_id))
    );
}

#[tokio::test]
async fn members_and_domains_of_teams_are_written() {
    let mut world = World::new().await;
    let (team, owner, member) = world.pair().await;
    let log = SecurityLog::record();
    world.set_team_role(&owner, &team, &member, MembershipRole::Owner).await.unwrap();
    world.remove(&owner, &team, &member).await.unwrap();
    let entries = log.entries();
    assert_eq!(words(&entries), ["member_changed success", "member_changed success"]);
    for (entry, role) in entries.iter().zip([json!("owner"), Value::Null]) {
        assert_eq!(entry["role"], role);
        assert_eq!(entry["user"], json!(member.id));
        assert_eq!(entry["organization"], json!(team));
        assert_eq!(entry["principal"], json!(owner.id));
    }

    world.open_to_domain(&owner, &team).await.unwrap();
    let opened = log.entries();
    world.withdraw_domain(&owner, &team).await.unwrap();
    let closed = log.entries();
    for (entries, domain) in [(opened, json!("example.com")), (closed, Value::Null)] {
        assert_eq!(words(&entries), ["domain_changed success"]);
        assert_eq!((&entries[0]["domain"], &entries[0]["organization"]), (&domain, &json!(team)));
    }
}

#[tokio::test]
async fn an_invitation_is_written_with_its_sender_and_its_role() {
    let mut world = World::new().await;
    let owner = world.test_user("owner@example.com").await;
    let team = world.create_team(&owner, "Harbour Desk").await.unwrap();
    let log = SecurityLog::record();
    let guest = "guest@example.com";
    let sent = world.invite_as(&owner, &team, guest, MembershipRole::Owner).await.unwrap();
    world.resend(&owner, &team, &sent.id).await.unwrap();
    let lines = log.lines();
    assert!(lines.iter().all(|line| !line.contains('@')), "{lines:?}");
    let entries: Vec<Value> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(words(&entries), ["invitation_sent success", "invitation_sent success"]);
    for entry in &entries {
        assert_eq!((&entry["role"], &entry["organization"]), (&json!("owner"), &json!(team)));
        assert_eq!(
            (&entry["invitation"], &entry["principal"]),
            (&json!(sent.id), &json!(owner.id))
        );
    }

    let silent = world.again(&[("SMTP_URL", "smtp://127.0.0.1:1")]).await;
    silent.invite(&owner, &team, "other@example.com").await.unwrap_err();
    let entries = log.entries();
    assert_eq!(words(&entries), ["invitation_sent failure"]);
    assert_eq!(entries[0]["reason"], "mail_not_sent");
}

#[tokio::test]
async fn a_call_without_the_role_it_needs_is_refused_with_its_person() {
    let mut world = World::new().await;
    let token = world.sign_in(USER).await;
    let user = world.user(&token).await.id;
    let log = SecurityLog::record();
    let request = SetUserRoleRequest { id: user.clone(), role: Role::Admin.into() };
    as_user(&user, world.administration.set_user_role(request)).await.unwrap_err();
    let entries = log.entries();
    assert_eq!(words(&entries), ["rpc_refused refused"]);
    assert_eq!(entries[0]["reason"], "role_required");
    assert_eq!(entries[0]["rpc"], "/identity.v1.Administration/SetUserRole");
    assert_eq!((&entries[0]["peer"], &entries[0]["principal"]), (&json!("gateway"), &json!(user)));
    assert_eq!(entries[0]["network"], "127.0.0.0/24");
}
