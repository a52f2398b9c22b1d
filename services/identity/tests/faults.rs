//! Calls while the database is away.

use crate::world::World;
use faultkit::proxy::Proxy;
use kit::config::Env;
use kit::error::{ErrorCode, Problem};
use kit::testing::eventually;
use proto::identity::v1::{EndSessionRequest, ResolveSessionRequest, StartEmailSignInRequest};

async fn proxied() -> (Proxy, World) {
    let url = Env::process().required("TEST_DATABASE_URL").unwrap();
    let url = url::Url::parse(&url).unwrap();
    let upstream = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432));
    let proxy = Proxy::start(&upstream).await;
    let world = World::with(&[("DATABASE_ADDRESS", &proxy.address())]).await;
    (proxy, world)
}

async fn refusals(world: &mut World, token: &str) -> Vec<ErrorCode> {
    let resolve = ResolveSessionRequest { token: token.to_owned(), touch: true };
    let end = EndSessionRequest { token: "0".repeat(64), visitor: None };
    let start =
        StartEmailSignInRequest { email: "user@example.com".to_owned(), ..Default::default() };
    let refused = [
        world.identity.resolve_session(resolve).await.map(drop),
        world.identity.end_session(end).await.map(drop),
        world.identity.start_email_sign_in(start).await.map(drop),
    ];
    refused.into_iter().map(|answer| Problem::from(answer.unwrap_err()).code).collect()
}

async fn recovers(world: &World, token: &str) {
    eventually("the session is found again", || {
        let mut identity = world.identity.clone();
        let request = ResolveSessionRequest { token: token.to_owned(), touch: false };
        async move { identity.resolve_session(request).await.is_ok() }
    })
    .await;
}

#[tokio::test]
async fn a_silent_database_is_unavailable_and_nobody_is_signed_out() {
    let (proxy, mut world) = proxied().await;
    let token = world.sign_in("user@example.com").await;
    proxy.go_dark();
    assert_eq!(refusals(&mut world, &token).await, [ErrorCode::Unavailable; 3]);
    proxy.light_up();
    recovers(&world, &token).await;
    assert!(world.session(&token).await.is_some());
}

#[tokio::test]
async fn a_database_that_drops_its_connections_is_found_again() {
    let (proxy, mut world) = proxied().await;
    let token = world.sign_in("user@example.com").await;
    for _ in 0..3 {
        proxy.cut();
        recovers(&world, &token).await;
    }
    assert!(world.session(&token).await.is_some());
    assert_eq!(std::fs::read_dir(world.mails.path()).unwrap().count(), 1);
}
