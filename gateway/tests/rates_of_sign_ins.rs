//! Rates of requests under `/api/auth`: refused ones count, and sign-ins of signed-in users count for them.

use crate::rates::{at, counts_in_redis, env, limited, network, parameter};
use crate::support::browser::{Answer, Browser};
use crate::support::{CUSTOMER, World};
use kit::testing;

const FORM: &str = "application/x-www-form-urlencoded";
const LINK: &str = "/api/auth/signin/email";

async fn post(browser: &Browser, target: &str) -> Answer {
    browser.send("POST", target, Some(b"json=true".as_slice())).await
}

#[tokio::test]
async fn a_request_whose_body_is_refused_counts_like_any_other() {
    let world = limited("sign-in=2/3600,session=2/3600").await;
    let browser = at(&world, network());
    let too_long = vec![b'x'; (64 << 10) + 1];
    let long = async |target: &str| {
        browser
            .clone()
            .with("content-type", FORM)
            .send("POST", target, Some(too_long.as_slice()))
            .await
    };
    for target in [LINK, "/api/auth/session"] {
        let refused = browser.post(target, "{").await;
        assert_eq!((refused.status, parameter(&refused, "ratelimit", "r=")), (400, 1), "{target}");
        let refused = long(target).await;
        assert_eq!((refused.status, parameter(&refused, "ratelimit", "r=")), (413, 0), "{target}");
        for beyond in [browser.post(target, "{").await, long(target).await] {
            assert_eq!(beyond.status, 429, "{target}");
            assert!(beyond.header("retry-after").is_some(), "{target}");
        }
    }
}

#[tokio::test]
async fn a_request_that_calls_nothing_counts_as_a_reading() {
    let world = limited("reading=3/3600").await;
    let browser = at(&world, network());
    let head = async || browser.send("HEAD", "/api/trpc/users.getProfile", None).await;
    let answer = head().await;
    assert_eq!((answer.status, parameter(&answer, "ratelimit", "r=")), (204, 2));
    let file = browser.get("/api/download/nothing.csv").await;
    assert_eq!((file.status, parameter(&file, "ratelimit", "r=")), (404, 1));
    let posted = browser.post("/api/download/assets.csv", "{}").await;
    assert_eq!((posted.status, parameter(&posted, "ratelimit", "r=")), (405, 0));
    for refused in [head().await, browser.get("/api/download/nothing.csv").await] {
        assert_eq!(refused.status, 429);
        assert!(refused.header("retry-after").is_some());
    }
}

#[tokio::test]
async fn a_signed_in_user_signs_in_again_beside_programs_that_use_up_the_address() {
    let rates = env(&testing::redis_url())
        .with("RATES_PER_ADDRESS", "sign-in=1/3600")
        .with("RATES_PER_USER", "sign-in=5/3600");
    let world = World::with(rates, None).await;
    counts_in_redis(&world).await;
    world.identity.change(CUSTOMER, |user| user.id = kit::id::new().to_string());
    let network = network();
    let program = at(&world, network).with("content-type", FORM);
    assert_ne!(post(&program, LINK).await.status, 429);
    assert_eq!(post(&program, LINK).await.status, 429);

    let signed_in = |token: &str| {
        let browser = world.signed_in(token).with("x-forwarded-for", &network.to_string());
        browser.with("content-type", FORM)
    };
    let person = signed_in(CUSTOMER);
    for (left, path) in
        [(4, "signin/email"), (3, "passkey/options"), (2, "passkey"), (1, "second-factor")]
    {
        let answer = post(&person, &format!("/api/auth/{path}")).await;
        let policy = r#""sign-in";q=5;w=3600"#;
        assert_ne!(answer.status, 429, "{path}");
        assert_eq!(answer.header("ratelimit-policy"), Some(policy), "{path}");
        assert_eq!(parameter(&answer, "ratelimit", "r="), left, "{path}");
    }
    let visited = person.get("/api/auth/callback/email?token=x&email=y").await;
    assert_eq!(parameter(&visited, "ratelimit", "r="), 0);
    assert_eq!(post(&person, LINK).await.status, 429, "it has a bound");
    // A token that nobody has makes nobody a user.
    assert_eq!(post(&signed_in("forged"), LINK).await.status, 429);
}
