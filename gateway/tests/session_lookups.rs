//! Look-ups of sessions: rarely for tokens that nobody has, and once for requests at the same time.

use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use crate::rates::{self, call, limited, network};
use crate::support::CUSTOMER;
use crate::support::identity::Behavior;

const PROFILE: &str = "/api/trpc/users.getProfile";

#[tokio::test]
async fn forged_sessions_are_looked_up_only_so_often_and_keep_nobody_from_their_session() {
    let world = limited("session-lookup=3/3600").await;
    world.identity.change(CUSTOMER, |user| user.id = kit::id::new().to_string());
    let network = network();
    let with = |token: &str, network: Ipv6Addr| {
        world.signed_in(token).with("x-forwarded-for", &network.to_string())
    };
    let person = with(CUSTOMER, network);
    assert_eq!(call(&person).await.status, 200);
    let before = world.identity.resolved();
    for number in 0..10 {
        let forger = with(&format!("forged-{number}"), network);
        let public = call(&forger).await;
        assert_eq!((public.status, public.header("retry-after")), (200, None), "for the address");
        for (target, status) in [("/api/trpc/no.such", 404), ("/api/auth/csrf", 200)] {
            assert_eq!(forger.get(target).await.status, status, "{target}");
        }
        let refused = forger.get(PROFILE).await;
        assert_eq!((refused.status, refused.code().as_str()), (429, "TOO_MANY_REQUESTS"));
        let after = refused.header("retry-after").unwrap();
        assert!(refused.text().contains(&format!("try again in {after} s")), "{refused:?}");
        let policy = r#""session-lookup";q=3;w=3600"#;
        assert_eq!(refused.header("ratelimit-policy"), Some(policy));
        assert!(refused.header("ratelimit").unwrap().starts_with(r#""session-lookup";r=0;t="#));
    }
    assert_eq!(world.identity.resolved() - before, 2, "that of the person was the third");

    // This gateway caches no session without the bus, so each of these is looked up.
    for _ in 0..5 {
        assert_eq!(person.get(PROFILE).await.status, 200);
        assert_eq!(person.get("/api/auth/session").await.status, 200);
    }
    assert_eq!(with("forged", rates::network()).get("/api/auth/csrf").await.status, 200);
    assert_eq!(world.identity.resolved() - before, 2 + 5 * 3 + 1);

    // A session that has ended is as unknown as a forged one, from the look-up that shows it.
    world.identity.end(CUSTOMER);
    let before = world.identity.resolved();
    for status in [401, 429, 429] {
        assert_eq!(person.get(PROFILE).await.status, status);
    }
    assert_eq!(world.identity.resolved() - before, 1);
}

#[tokio::test]
async fn requests_with_one_unknown_token_at_the_same_time_count_once_and_share_its_look_up() {
    let world = limited("session-lookup=1/3600").await;
    for (token, is_valid) in [("forged", false), (CUSTOMER, true)] {
        let address = IpAddr::from(network());
        let owner = async |token: &str| {
            let owner = world.state.pipeline.session_owner(token, address, None).await;
            owner.map(|owner| owner.is_some()).map_err(|failure| failure.code.status())
        };
        let before = world.identity.resolved();
        // All have begun before the first of them is answered.
        let all = tokio::join!(owner(token), owner(token), owner(token));
        assert_eq!(all, (Ok(is_valid), Ok(is_valid), Ok(is_valid)), "{token}");
        assert_eq!(world.identity.resolved() - before, 1, "{token}");
        // The next one counts for itself, unless it is known by then; so does another one at the same time.
        let again = if is_valid { Ok(true) } else { Err(429) };
        assert_eq!(owner(token).await, again, "{token}");
        let both = tokio::join!(owner("other"), owner("another"));
        assert_eq!(both, (Err(429), Err(429)));
    }
}

#[tokio::test]
async fn a_look_up_whose_time_is_over_is_made_again_for_a_request_that_came_later() {
    let world = limited("session-lookup=10/3600").await;
    let address = IpAddr::from(network());
    let owner = || world.state.pipeline.session_owner(CUSTOMER, address, None);
    let before = world.identity.resolved();
    world.identity.be(Behavior::Hanging);
    let (first, second, ()) = tokio::join!(
        owner(),
        async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            owner().await
        },
        async {
            tokio::time::sleep(Duration::from_millis(1_500)).await;
            assert_eq!(world.identity.resolved() - before, 1, "they share the first look-up");
            world.identity.be(Behavior::Well);
        }
    );
    assert_eq!(first.err().map(|failure| failure.code.status()), Some(504));
    assert!(second.unwrap().is_some(), "it had a second left");
    assert_eq!(world.identity.resolved() - before, 2);
}
