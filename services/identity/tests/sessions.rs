//! Sessions: hashed, rolling, revocable.

use std::time::Duration;

use crate::world::{self, World};
use kit::clock::DAY;
use kit::error::{ErrorCode, Problem};
use kit::peers::on_behalf_of;
use kit::testing::as_administrator;
use proto::identity::v1::{
    EndSessionRequest, GetUserRequest, ListSessionsRequest, RevokeOtherSessionsRequest,
    RevokeSessionRequest, SessionEntry, SignInMethod,
};
use proto::query::v1::Query;

async fn list(world: &mut World, token: &str) -> Vec<SessionEntry> {
    let person = world.person(token).await;
    let call = world.identity.list_sessions(ListSessionsRequest {});
    on_behalf_of(Some(person), call).await.unwrap().into_inner().results
}

#[tokio::test]
async fn unknown_and_malformed_tokens_resolve_to_no_session() {
    let mut world = World::new().await;
    world.sign_in("user@example.com").await;
    let hostile =
        ["", "x", "' OR ''='", "\0", &"0".repeat(64), &"é".repeat(32), &"f".repeat(1_000_000)];
    for token in hostile {
        assert!(world.session(token).await.is_none());
    }
}

#[tokio::test]
async fn only_a_hash_of_the_token_is_stored() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let hash: Vec<u8> = sqlx::query_scalar("SELECT token_hash FROM sessions")
        .fetch_one(&mut world.db.raw().await)
        .await
        .unwrap();
    assert_eq!(hash, identity::secrets::session_hash(&token));
    assert!(world.session(&hex::encode(hash)).await.is_none());
}

#[tokio::test]
async fn a_session_ends_with_its_life() {
    let mut world = World::with(&[("SESSION_MAX_AGE", "60")]).await;
    let token = world.sign_in("user@example.com").await;
    world.clock.advance(Duration::from_secs(59));
    assert!(world.session(&token).await.is_some());
    world.clock.advance(Duration::from_secs(1));
    assert!(world.session(&token).await.is_none());
    assert_eq!(identity::sessions::delete_expired::delete_expired(&world.ctx).await.unwrap(), 1);
}

#[tokio::test]
async fn a_touch_extends_only_what_is_older_than_the_update_age() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let end = world.session(&token).await.unwrap().expires_at;

    world.clock.advance(Duration::from_secs(86_399));
    assert_eq!(world.resolve(&token, true).await.unwrap().expires_at, end);
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(world.resolve(&token, false).await.unwrap().expires_at, end);
    let extended = world.resolve(&token, true).await.unwrap().expires_at;
    assert_eq!(extended, end + i64::try_from(DAY.as_millis()).unwrap());
    assert_eq!(world.session(&token).await.unwrap().expires_at, extended);

    world.clock.advance(29 * DAY);
    assert!(world.session(&token).await.is_some(), "it outlives its first end");
}

#[tokio::test]
async fn no_use_extends_a_session_beyond_its_absolute_end() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let started = world.now();
    for _ in 0..89 {
        world.clock.advance(DAY);
        assert!(world.resolve(&token, true).await.is_some());
    }
    let end = world.session(&token).await.unwrap().expires_at;
    assert_eq!(end, kit::clock::milliseconds(started + 90 * DAY));
    world.clock.advance(DAY);
    assert!(world.resolve(&token, true).await.is_none());

    let mut world = World::with(&[("SESSION_ABSOLUTE_MAX_AGE", "60")]).await;
    let token = world.sign_in("user@example.com").await;
    let started = kit::clock::milliseconds(world.now());
    assert_eq!(world.session(&token).await.unwrap().expires_at, started + 60_000);
    for huge in ["600", &u64::MAX.to_string()] {
        let mut world = world.again(&[("SESSION_ABSOLUTE_MAX_AGE", huge)]).await;
        assert!(world.session(&token).await.is_some(), "{huge}");
    }
}

#[tokio::test]
async fn a_shorter_absolute_age_ends_sessions_that_are_stored() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    world.clock.advance(Duration::from_mins(1));
    let mut world = world.again(&[("SESSION_ABSOLUTE_MAX_AGE", "60")]).await;
    assert!(world.session(&token).await.is_none());
    let link = world.link("user@example.com").await;
    world.visit_with(&link, Some(&token)).await.unwrap();
}

#[tokio::test]
async fn sessions_past_their_absolute_end_are_neither_listed_nor_counted() {
    let mut world = World::new().await;
    let old = world.sign_in("user@example.com").await;
    world.clock.advance(Duration::from_mins(1));
    let token = world.sign_in("user@example.com").await;
    let mut world = world.again(&[("SESSION_ABSOLUTE_MAX_AGE", "60")]).await;
    assert!(world.session(&old).await.is_none());

    let end = kit::clock::milliseconds(world.now()) + 60_000;
    let session = world.session(&token).await.unwrap();
    assert_eq!(session.expires_at, end);
    let entries = list(&mut world, &token).await;
    let ends: Vec<_> = entries.iter().map(|entry| (entry.id.clone(), entry.expires_at)).collect();
    assert_eq!(ends, [(session.id, end)]);
    let id = session.user.unwrap().id;
    world.make_administrator(&id).await;
    let call = world.administration.list_users(Query::default());
    let users = as_administrator(&id, call).await.unwrap().into_inner();
    assert_eq!(users.results.iter().map(|user| user.sessions).collect::<Vec<_>>(), [1]);
    let call = world.administration.get_user(GetUserRequest { id: id.clone() });
    let detail = as_administrator(&id, call).await.unwrap().into_inner();
    assert_eq!(detail.user.unwrap().sessions, 1);
}

#[tokio::test]
async fn uses_of_a_session_with_a_shorter_absolute_end_write_nothing() {
    let mut world = World::new().await;
    let token = world.sign_in("user@example.com").await;
    let end = kit::clock::milliseconds(world.now() + 3 * DAY);
    world.clock.advance(2 * DAY);
    let age = (3 * DAY).as_secs().to_string();
    let mut world = world.again(&[("SESSION_ABSOLUTE_MAX_AGE", &age)]).await;
    // The first use writes when the session was seen.
    assert_eq!(world.resolve(&token, true).await.unwrap().expires_at, end);
    let written = row_version(&world).await;
    for touch in [true, false, true] {
        assert_eq!(world.resolve(&token, touch).await.unwrap().expires_at, end);
    }
    assert_eq!(row_version(&world).await, written);
}

/// The transaction that wrote the only session.
async fn row_version(world: &World) -> String {
    sqlx::query_scalar("SELECT xmin::text FROM sessions")
        .fetch_one(&mut world.db.raw().await)
        .await
        .unwrap()
}

#[tokio::test]
async fn signing_in_again_ends_the_session_it_replaces() {
    let mut world = World::new().await;
    let elsewhere = world.sign_in("user@example.com").await;
    let mut token = world.sign_in("user@example.com").await;
    for _ in 0..3 {
        let link = world.link("user@example.com").await;
        let next = world.visit_with(&link, Some(&token)).await.unwrap().session_token.unwrap();
        assert!(world.session(&token).await.is_none());
        token = next;
    }
    assert_eq!(list(&mut world, &token).await.len(), 2);
    assert!(world.session(&elsewhere).await.is_some(), "other browsers stay signed in");
    let revoked = world.subjects().await;
    assert_eq!(revoked.iter().filter(|one| *one == "evt.identity.session.revoked.v1").count(), 3);
}

#[tokio::test]
async fn signing_out_ends_this_session_and_no_other() {
    let mut world = World::new().await;
    let first = world.sign_in("user@example.com").await;
    let second = world.sign_in("user@example.com").await;
    for _ in 0..2 {
        let request = EndSessionRequest { token: first.clone(), visitor: None };
        world.identity.end_session(request).await.unwrap();
    }
    assert!(world.session(&first).await.is_none());
    assert!(world.session(&second).await.is_some());
    let revoked = world.subjects().await;
    assert_eq!(revoked.iter().filter(|one| *one == "evt.identity.session.revoked.v1").count(), 1);
}

#[tokio::test]
async fn a_user_sees_their_sessions_with_the_network_only() {
    let mut world = World::new().await;
    let first = world.sign_in("user@example.com").await;
    world.clock.advance(Duration::from_mins(10));
    let second = world.sign_in("user@example.com").await;
    world.sign_in("other@example.com").await;

    let entries = list(&mut world, &first).await;
    assert_eq!(entries.len(), 2);
    let current = entries.iter().find(|entry| entry.current).unwrap();
    assert_eq!(current.id, world.session(&first).await.unwrap().id);
    assert_eq!(current.network, "203.0.113.0/24");
    assert_eq!(current.user_agent, "Browser/1");
    assert_eq!(current.method(), SignInMethod::Email);
    assert_eq!(current.last_seen_at, kit::clock::milliseconds(world.now()));
    assert!(current.created_at < current.last_seen_at);
    assert_eq!(list(&mut world, &second).await.len(), 2);
}

#[tokio::test]
async fn a_user_ends_one_session_or_all_others_but_never_a_strangers() {
    let mut world = World::new().await;
    let mine = world.sign_in("user@example.com").await;
    let also = world.sign_in("user@example.com").await;
    let third = world.sign_in("user@example.com").await;
    let strange = world.sign_in("stranger@example.com").await;
    let person = Some(world.person(&mine).await);

    for id in [
        world.session(&strange).await.unwrap().id,
        "nonsense".to_owned(),
        kit::id::new().to_string(),
    ] {
        let call = world.identity.revoke_session(RevokeSessionRequest { id });
        let problem: Problem = on_behalf_of(person.clone(), call).await.unwrap_err().into();
        assert_eq!((problem.code, &*problem.reason), (ErrorCode::NotFound, "session_not_found"));
    }
    let id = world.session(&also).await.unwrap().id;
    let call = world.identity.revoke_session(RevokeSessionRequest { id });
    on_behalf_of(person.clone(), call).await.unwrap();
    assert!(world.session(&also).await.is_none());

    let call = world.identity.revoke_other_sessions(RevokeOtherSessionsRequest {});
    let answer = on_behalf_of(person, call).await.unwrap().into_inner();
    assert_eq!(answer.revoked, 1);
    assert!(world.session(&third).await.is_none());
    assert!(world.session(&mine).await.is_some() && world.session(&strange).await.is_some());
}

#[tokio::test]
async fn a_read_that_races_the_sign_out_does_not_bring_the_session_back() {
    let mut world = World::with(&[("SESSION_UPDATE_AGE", "0")]).await;
    for _ in 0..20 {
        let token = world.sign_in("user@example.com").await;
        world.clock.advance(Duration::from_secs(1));
        let mut other = world.identity.clone();
        let request = EndSessionRequest { token: token.clone(), visitor: None };
        let (_, ended) = tokio::join!(world.resolve(&token, true), other.end_session(request));
        ended.unwrap();
        assert!(world.session(&token).await.is_none());
    }
}

#[tokio::test]
async fn the_user_agent_is_stored_short_and_printable() {
    let mut world = World::new().await;
    let link = world.link("user@example.com").await;
    let mut request = world::finish_request(&link, None);
    request.visitor = Some(proto::identity::v1::Visitor {
        address: "<script>".into(),
        user_agent: format!("Bad\0\r\n{}", "x".repeat(10_000)),
    });
    let signed_in = world.identity.finish_email_sign_in(request).await.unwrap().into_inner();
    let entry = list(&mut world, &signed_in.session_token.unwrap()).await.remove(0);
    assert!(entry.user_agent.starts_with("Badx") && entry.user_agent.len() == 256);
    assert_eq!(entry.network, "unknown");
}
