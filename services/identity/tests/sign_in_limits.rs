//! Others on a network do not keep a signed-in user from signing in again, as changes need it.

use crate::world::{NONCE, World, visitor};
use kit::error::{ErrorCode, Problem};
use proto::identity::v1::{StartEmailSignInRequest, StartPasskeySignInRequest};

const USER: &str = "user@example.com";
const OTHER: &str = "other@example.com";

/// Requests a link with the session that the browser has; the code of a refusal.
async fn ask(world: &mut World, email: &str, session: Option<&str>) -> Result<(), ErrorCode> {
    let request = StartEmailSignInRequest {
        email: email.to_owned(),
        visitor: Some(visitor()),
        browser_nonce: NONCE.to_owned(),
        session_token: session.map(str::to_owned),
        ..StartEmailSignInRequest::default()
    };
    let answer = world.identity.start_email_sign_in(request).await;
    answer.map(drop).map_err(|status| Problem::from(status).code)
}

async fn start_passkey(world: &mut World, session: Option<&str>) -> Result<(), ErrorCode> {
    let request = StartPasskeySignInRequest {
        visitor: Some(visitor()),
        browser_nonce: NONCE.to_owned(),
        session_token: session.map(str::to_owned),
    };
    let answer = world.identity.start_passkey_sign_in(request).await;
    answer.map(drop).map_err(|status| Problem::from(status).code)
}

#[tokio::test]
async fn a_signed_in_user_is_sent_a_link_beside_a_network_that_used_up_its_mails() {
    let mut world = World::with(&[("SIGNIN_LIMITS", "on")]).await;
    let token = world.sign_in(USER).await;
    for email in [USER, OTHER] {
        while ask(&mut world, email, None).await.is_ok() {}
    }
    let mut number = 0;
    while ask(&mut world, &format!("user{number}@example.com"), None).await.is_ok() {
        number += 1;
    }
    for _ in 0..5 {
        ask(&mut world, USER, Some(&token)).await.unwrap();
    }
    // It has a bound, and is for the address of the user alone.
    let forged = "f".repeat(64);
    for (email, session) in
        [(USER, Some(&*token)), (OTHER, Some(&*token)), (USER, Some(&*forged)), (USER, None)]
    {
        let refused = ask(&mut world, email, session).await;
        assert_eq!(refused, Err(ErrorCode::Limited), "{email} {session:?}");
    }
}

#[tokio::test]
async fn a_signed_in_user_uses_a_passkey_beside_a_network_that_used_up_its_starts() {
    let mut world = World::with(&[("SIGNIN_LIMITS", "on")]).await;
    let token = world.sign_in(USER).await;
    let mut starts = 0;
    while start_passkey(&mut world, None).await.is_ok() {
        starts += 1;
    }
    assert!(starts >= 300, "{starts}");
    for _ in 0..30 {
        start_passkey(&mut world, Some(&token)).await.unwrap();
    }
    assert_eq!(start_passkey(&mut world, Some(&token)).await, Err(ErrorCode::Limited));
}
