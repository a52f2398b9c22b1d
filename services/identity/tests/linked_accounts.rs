//! Accounts at an OpenID provider that users link to themselves, keep and remove.

use std::time::Duration;

use crate::world::oidc::{
    finish, go, linked_accounts, provider, reason, remove_account, settings, settings_of_two,
    sign_in, sign_in_at, step_up, world,
};
use crate::world::{self, World, newest_mail};
use kit::error::ErrorCode;
use kit::testing::{SecurityLog, as_administrator};
use proto::identity::v1::{FinishOidcSignInRequest, Role, SetUserRoleRequest};
use serde_json::json;

#[tokio::test]
async fn an_address_that_a_user_has_is_never_linked_by_itself() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    world.sign_in("alice@example.test").await;
    assert_eq!(reason(sign_in(&mut world, "alice", None).await), "oauth_account_not_linked");
    world.sign_in("unverified@example.test").await;
    assert_eq!(reason(sign_in(&mut world, "unverified", None).await), "oauth_account_not_linked");
    assert_eq!(world.user_count().await, 2);
}

#[tokio::test]
async fn a_signed_in_user_links_an_unknown_account_and_keeps_the_session() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = world.sign_in("me@example.com").await;
    let linked = sign_in(&mut world, "alice", Some(&session)).await.unwrap();
    assert_eq!(linked.session_token, None);
    assert_eq!(linked.expires_at, world.session(&session).await.unwrap().expires_at);

    let elsewhere = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    assert_eq!(world.user(&elsewhere).await.email, "me@example.com");
    assert_eq!(world.user_count().await, 1);
}

#[tokio::test]
async fn signing_in_again_with_a_linked_account_replaces_the_session() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let old = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    let before = world.session(&old).await.unwrap();
    world.clock.advance(Duration::from_mins(16));
    let new = sign_in(&mut world, "alice", Some(&old)).await.unwrap().session_token.unwrap();
    assert!(world.session(&old).await.is_none(), "the session that was replaced has ended");
    let after = world.session(&new).await.unwrap();
    assert_eq!(before.user.unwrap().id, after.user.unwrap().id);
    assert_eq!(after.expires_at - before.expires_at, 16 * 60 * 1000);
}

#[tokio::test]
async fn linking_an_account_needs_a_fresh_sign_in() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = world.sign_in("me@example.com").await;
    world.clock.advance(Duration::from_mins(15));
    let refused = sign_in(&mut world, "alice", Some(&session)).await;
    assert_eq!(reason(refused), "fresh_sign_in_required");
    assert!(world.session(&session).await.is_some(), "the session goes on");
    assert_eq!(world.user_count().await, 1);

    let link = world.link("me@example.com").await;
    let session = world.visit_with(&link, Some(&session)).await.unwrap().session_token.unwrap();
    world.clock.advance(Duration::from_mins(15) - Duration::from_millis(1));
    let linked = sign_in(&mut world, "alice", Some(&session)).await.unwrap();
    assert_eq!(linked.session_token, None);
}

#[tokio::test]
async fn a_linked_account_is_announced_listed_and_removed_by_its_user_alone() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = world.sign_in("me@example.com").await;
    let user = world.user(&session).await.id;
    assert!(linked_accounts(&mut world, &user).await.is_empty());
    sign_in(&mut world, "alice", Some(&session)).await.unwrap();

    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("To: me@example.com\r\n"), "{mail}");
    world::check_contents(&mail, "on Assay at 127.0.0.1:8080");
    world::check_inert(&mail);
    assert!(mail.contains("The Peer account alice at example. test was linked"), "{mail}");
    let mails = std::fs::read_dir(world.mails.path()).unwrap().count();
    let again = sign_in(&mut world, "alice", Some(&session)).await.unwrap();
    let session = again.session_token.unwrap();
    sign_in(&mut world, "alice", None).await.unwrap();
    let later = std::fs::read_dir(world.mails.path()).unwrap().count();
    assert_eq!(later, mails, "one notice for one link");

    let accounts = linked_accounts(&mut world, &user).await;
    assert_eq!(accounts.len(), 1);
    assert_eq!(accounts[0].provider_name, "Peer");
    assert_eq!(accounts[0].email.as_deref(), Some("alice@example.test"));
    assert!(accounts[0].steps_up);
    assert_eq!(accounts[0].linked_at, kit::clock::milliseconds(world.now()));

    let stranger = world.sign_in("stranger@example.com").await;
    let stranger = world.user(&stranger).await.id;
    let unknown = kit::id::new().to_string();
    for (user, id) in
        [(&stranger, accounts[0].id.as_str()), (&user, unknown.as_str()), (&user, "nonsense")]
    {
        let problem = remove_account(&mut world, user, id).await.unwrap_err();
        assert_eq!(problem.code, ErrorCode::NotFound);
        assert_eq!(problem.reason, "linked_account_not_found");
    }
    remove_account(&mut world, &user, &accounts[0].id).await.unwrap();
    assert!(linked_accounts(&mut world, &user).await.is_empty());
    assert!(world.session(&session).await.is_some(), "sessions go on");
    let alice = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    assert_ne!(world.user(&alice).await.id, user, "the account no longer signs its user in");
}

#[tokio::test]
async fn the_last_account_of_a_user_without_a_verified_address_stays() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = sign_in(&mut world, "unverified-me", None).await.unwrap().session_token.unwrap();
    let user = world.user(&session).await.id;
    let first = linked_accounts(&mut world, &user).await.remove(0).id;
    let refused = remove_account(&mut world, &user, &first).await.unwrap_err();
    assert_eq!(refused.reason, "account_unverified");

    // The provider named no time of the sign-in that began the session.
    let refused = sign_in(&mut world, "alice", Some(&session)).await;
    assert_eq!(reason(refused), "fresh_sign_in_required");
    let again = step_up(&mut world, "unverified-me", Some(&session)).await.unwrap();
    let session = again.session_token.unwrap();
    sign_in(&mut world, "alice", Some(&session)).await.unwrap();
    remove_account(&mut world, &user, &first).await.unwrap();
    let second = linked_accounts(&mut world, &user).await.remove(0).id;
    let refused = remove_account(&mut world, &user, &second).await.unwrap_err();
    assert_eq!(refused.reason, "account_unverified");
    assert_eq!(linked_accounts(&mut world, &user).await.len(), 1);
}

#[tokio::test]
async fn a_notice_goes_to_the_verified_address_of_the_user_or_to_nobody() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = sign_in(&mut world, "unverified-me", None).await.unwrap().session_token.unwrap();
    let user = world.user(&session).await.id;
    let again = step_up(&mut world, "unverified-me", Some(&session)).await.unwrap();
    let session = again.session_token.unwrap();
    // The provider has verified the address of this account, which is not that of the user.
    let log = SecurityLog::record();
    sign_in(&mut world, "alice", Some(&session)).await.unwrap();
    let mails = std::fs::read_dir(world.mails.path()).unwrap().count();
    assert_eq!(mails, 0, "an address that was never verified may be somebody else's");
    // The security log and the page of the user have the account nevertheless.
    let entries = log.entries();
    let linked = entries.iter().find(|entry| entry["event"] == "linked_account_changed").unwrap();
    assert_eq!((&linked["change"], &linked["user"]), (&json!("added"), &json!(user)));
    let accounts = linked_accounts(&mut world, &user).await;
    assert!(accounts.iter().any(|one| one.email.as_deref() == Some("alice@example.test")));

    let link = world.link("unverified-me@example.test").await;
    let session = world.visit_with(&link, Some(&session)).await.unwrap().session_token.unwrap();
    sign_in(&mut world, "bob", Some(&session)).await.unwrap();
    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("To: unverified-me@example.test\r\n"), "{mail}");
    assert!(mail.contains("The Peer account bob at example. test was linked"), "{mail}");
}

#[tokio::test]
async fn an_account_whose_notice_cannot_be_sent_is_not_linked() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = world.sign_in("me@example.com").await;
    let providers = settings(&peer);
    let away = [("OIDC_PROVIDERS", providers.as_str()), ("SMTP_URL", "smtp://127.0.0.1:1")];
    let mut world = world.again(&away).await;
    assert_eq!(reason(sign_in(&mut world, "alice", Some(&session)).await), "callback");
    let user = world.user(&session).await.id;
    assert!(linked_accounts(&mut world, &user).await.is_empty());
}

#[tokio::test]
async fn the_account_of_another_user_is_not_taken_over() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    sign_in(&mut world, "alice", None).await.unwrap();
    let session = world.sign_in("me@example.com").await;
    let refused = sign_in(&mut world, "alice", Some(&session)).await;
    assert_eq!(reason(refused), "oauth_account_not_linked");
    assert_eq!(world.user(&session).await.email, "me@example.com");
}

#[tokio::test]
async fn a_user_of_one_provider_does_not_pass_for_that_of_another() {
    let (peer, other) = (provider(&[]).await, provider(&["--claims-in-id-token"]).await);
    let providers = settings_of_two(&peer, &other);
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers)]).await;
    let mine = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    let alice = world.user(&mine).await.id;
    // The subject and the verified address of Alice, as another provider names them.
    let refused = sign_in_at(&mut world, "other", "alice", None).await;
    assert_eq!(reason(refused), "oauth_account_not_linked");
    assert_eq!(world.user_count().await, 1);

    // With another address, the same subject there is another user.
    let theirs = sign_in_at(&mut world, "other", "moved-alice", None).await.unwrap();
    let theirs = theirs.session_token.unwrap();
    let namesake = world.user(&theirs).await.id;
    assert_ne!(namesake, alice);
    assert_eq!(world.user_count().await, 2);
    let refused = sign_in_at(&mut world, "other", "alice", Some(&mine)).await;
    assert_eq!(reason(refused), "oauth_account_not_linked");
    let refused = sign_in(&mut world, "alice", Some(&theirs)).await;
    assert_eq!(reason(refused), "oauth_account_not_linked");
    for (at, user) in [("peer", &alice), ("other", &namesake)] {
        let again = sign_in_at(&mut world, at, "alice", None).await.unwrap();
        assert_eq!(&world.user(&again.session_token.unwrap()).await.id, user, "{at}");
        assert_eq!(linked_accounts(&mut world, user).await.len(), 1, "{at}");
    }
}

#[tokio::test]
async fn accounts_at_two_providers_become_one_user_by_its_own_act_alone() {
    let (peer, other) = (provider(&[]).await, provider(&[]).await);
    let providers = settings_of_two(&peer, &other);
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers)]).await;
    let session = world.sign_in("me@example.com").await;
    let user = world.user(&session).await.id;
    for at in ["peer", "other"] {
        sign_in_at(&mut world, at, "alice", Some(&session)).await.unwrap();
    }
    assert_eq!(linked_accounts(&mut world, &user).await.len(), 2);
    for at in ["peer", "other"] {
        let again = sign_in_at(&mut world, at, "alice", None).await.unwrap();
        assert_eq!(world.user(&again.session_token.unwrap()).await.id, user, "{at}");
    }
    assert_eq!(world.user_count().await, 1);
}

#[tokio::test]
async fn the_answer_of_one_provider_is_none_of_another() {
    let (peer, other) = (provider(&[]).await, provider(&[]).await);
    let providers = settings_of_two(&peer, &other);
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers)]).await;
    let issuer = format!("http://127.0.0.1:{}", other.port);
    for issuer in [None, Some(issuer)] {
        let request = go(&mut world, "alice").await.request(None);
        let issuer = issuer.or_else(|| request.issuer.clone());
        let request = FinishOidcSignInRequest { provider: "other".to_owned(), issuer, ..request };
        assert_eq!(reason(finish(&mut world, request).await), "oauth_callback");
    }
    assert_eq!(world.user_count().await, 0);
}

async fn demote(world: &mut World, user: &str) {
    let actor = world.administrator("actor@example.com").await;
    let request = SetUserRoleRequest { id: user.to_owned(), role: Role::Customer.into() };
    as_administrator(&actor, world.administration.set_user_role(request)).await.unwrap();
}

#[tokio::test]
async fn a_demotion_holds_when_a_linked_account_signs_in() {
    let peer = provider(&[]).await;
    let providers = settings(&peer);
    let named = ("ADMIN_EMAILS", "me@example.com,alice@example.test");
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers), named]).await;
    // By mail first, with an account linked later; and by the provider from the start.
    let mine = world.sign_in("me@example.com").await;
    sign_in(&mut world, "bob", Some(&mine)).await.unwrap();
    let alice = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    for (token, login) in [(&mine, "bob"), (&alice, "alice")] {
        let user = world.user(token).await;
        assert_eq!(user.role(), Role::Admin, "{login}");
        demote(&mut world, &user.id).await;
        for _ in 0..2 {
            let again = sign_in(&mut world, login, None).await.unwrap().session_token.unwrap();
            let seen = world.user(&again).await;
            assert_eq!((&seen.id, seen.role()), (&user.id, Role::Customer), "{login}");
        }
        world.sign_in(&user.email).await;
        assert_eq!(world.user(token).await.role(), Role::Customer, "{login}");
    }
}

#[tokio::test]
async fn a_user_who_proves_the_address_in_the_same_browser_keeps_the_linked_account() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = sign_in(&mut world, "unverified-me", None).await.unwrap().session_token.unwrap();
    let link = world.link("unverified-me@example.test").await;
    world.visit_with(&link, Some(&session)).await.unwrap();
    let again = sign_in(&mut world, "unverified-me", None).await.unwrap().session_token.unwrap();
    assert!(world.user(&again).await.email_verified_at.is_some());
}
