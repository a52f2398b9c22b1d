//! Rate limits of users and addresses: the same for all replicas and every wire, and never without a bound.

use std::net::Ipv6Addr;
use std::time::Duration;

use crate::support::browser::{Answer, Browser};
use crate::support::catalog::FakeCatalog;
use crate::support::{ADMIN, CUSTOMER, World, write};
use kit::config::Env;
use kit::testing::{self, eventually};
use proto::analytics::v1::ProductEventTracked;
use serde_json::json;

pub const QUERY: &str = "search.getInitialSearchGroups";
const TRACK: &str = "/api/trpc/analytics.track";

pub fn env(redis: &str) -> Env {
    Env::default()
        .with("RATE_LIMITS", "on")
        .with("REDIS_URL", redis)
        .with("TRUSTED_PROXIES", "127.0.0.1")
}

/// A gateway with these rates of addresses, once it counts in Redis.
pub async fn limited(rates: &str) -> World {
    let env = env(&testing::redis_url()).with("RATES_PER_ADDRESS", rates);
    let world = World::with(env, None).await;
    counts_in_redis(&world).await;
    world
}

/// Without Redis half of a quota would be left.
pub async fn counts_in_redis(world: &World) {
    eventually("calls are counted in Redis", || async {
        let answer = call(&at(world, network())).await;
        let quota: u32 = parameter(&answer, "ratelimit-policy", "q=");
        parameter(&answer, "ratelimit", "r=") == quota - 1
    })
    .await;
}

/// A network that no other test has.
pub fn network() -> Ipv6Addr {
    let id = kit::id::new().as_u128();
    // The end of an id is random.
    Ipv6Addr::from((0xfd << 120) | ((id & 0xff_ffff_ffff_ffff) << 64))
}

/// A browser at the first address of a network.
pub fn at(world: &World, network: Ipv6Addr) -> Browser {
    from(world, Ipv6Addr::from(u128::from(network) + 1))
}

fn from(world: &World, address: Ipv6Addr) -> Browser {
    world.anonymous().with("x-forwarded-for", &address.to_string())
}

pub async fn call(browser: &Browser) -> Answer {
    browser.get(&format!("/api/trpc/{QUERY}")).await
}

/// The number of a parameter of a header.
pub fn parameter(answer: &Answer, header: &str, name: &str) -> u32 {
    let value = answer.header(header).unwrap_or_else(|| panic!("no {header}: {answer:?}"));
    let parameter = value.split(';').find_map(|part| part.strip_prefix(name));
    parameter.unwrap().parse().unwrap()
}

#[tokio::test]
async fn replicas_share_one_limit_of_a_network_and_say_what_is_left() {
    let worlds = [limited("reading=5/3600").await, limited("reading=5/3600").await];
    let network = network();
    for used in 1..=5_usize {
        let answer = call(&at(&worlds[used % 2], network)).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("ratelimit-policy"), Some(r#""reading";q=5;w=3600"#));
        assert_eq!(parameter(&answer, "ratelimit", "r=") as usize, 5 - used);
        assert!(parameter(&answer, "ratelimit", "t=") as usize <= 720 * used);
        assert_eq!(answer.header("retry-after"), None);
    }
    let neighbour = Ipv6Addr::from(u128::from(network) + 77);
    for browser in [at(&worlds[0], network), from(&worlds[1], neighbour)] {
        let refused = call(&browser).await;
        assert_eq!((refused.status, refused.code().as_str()), (429, "TOO_MANY_REQUESTS"));
        assert_eq!(refused.json()["error"]["code"], -32029);
        assert_eq!(refused.json()["error"]["data"]["reason"], "rate_limited");
        let after: u32 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((600..=720).contains(&after), "{after}");
    }
    assert_eq!(call(&at(&worlds[0], self::network())).await.status, 200);
    assert_eq!(at(&worlds[0], network).get("/config.json").await.status, 200, "no call");
}

#[tokio::test]
async fn pages_load_beside_a_program_that_uses_up_the_readings_of_the_address() {
    let world = limited("reading=2/3600,page=2/3600").await;
    let network = network();
    let program = at(&world, network);
    for status in [200, 200, 429] {
        assert_eq!(call(&program).await.status, status);
    }
    let elsewhere = program.clone().with("sec-fetch-site", "cross-site");
    assert_eq!(call(&elsewhere).await.status, 429);
    let page = program.with("sec-fetch-site", "same-origin");
    for left in [1, 0] {
        let answer = call(&page).await;
        let policy = r#""page";q=2;w=3600"#;
        assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, Some(policy)));
        assert_eq!(parameter(&answer, "ratelimit", "r="), left);
    }
    assert_eq!(call(&page).await.status, 429, "it has a bound");
    // The queries of a signed-in user count for that user, whether or not a page makes them.
    world.identity.change(CUSTOMER, |user| user.id = kit::id::new().to_string());
    let person = world.signed_in(CUSTOMER).with("x-forwarded-for", &network.to_string());
    let answer = call(&person.with("sec-fetch-site", "same-origin")).await;
    let policy = r#""reading";q=1200;w=60"#;
    assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, Some(policy)));
}

#[tokio::test]
async fn a_page_and_its_files_load_beside_a_program_that_uses_up_the_address() {
    const SCRIPT: &str = "_next/static/chunks/main-0a1b.js";
    let site = tempfile::tempdir().unwrap();
    for (name, text) in [("index.html", "home"), ("404.html", "nothing here"), (SCRIPT, "run()")] {
        write(site.path(), name, text);
    }
    let rates = "reading=2/3600,page=2/3600,session=2/3600,sign-in-page=2/3600";
    let env = env(&testing::redis_url()).with("RATES_PER_ADDRESS", rates);
    let world = World::with(env, Some(site.path())).await;
    counts_in_redis(&world).await;
    let program = at(&world, network());
    let page = program.clone().with("sec-fetch-site", "same-origin");
    for browser in [&program, &page] {
        for status in [200, 200, 429] {
            assert_eq!(call(browser).await.status, status);
            assert_eq!(browser.get("/api/auth/session").await.status, status);
        }
        for target in ["/", "/config.json", &format!("/{SCRIPT}")] {
            let answer = browser.get(target).await;
            assert_eq!((answer.status, answer.header("ratelimit")), (200, None), "{target}");
        }
    }
}

#[tokio::test]
async fn every_call_of_a_batch_counts() {
    let world = limited("reading=2/3600").await;
    let browser = at(&world, network());
    let answer = browser.get(&format!("/api/trpc/{QUERY},{QUERY},{QUERY}?batch=1")).await;
    assert_eq!(answer.status, 207);
    let entries = answer.json();
    let refused = entries.as_array().unwrap().iter().filter(|entry| entry["error"].is_object());
    assert_eq!(refused.count(), 1);
    assert!(answer.header("retry-after").is_some());
}

#[tokio::test]
async fn what_reaches_no_procedure_counts_as_a_reading() {
    let world = limited("reading=3/3600").await;
    let browser = at(&world, network());
    let unknown = browser.get("/api/trpc/no.such").await;
    assert_eq!((unknown.status, parameter(&unknown, "ratelimit", "r=")), (404, 2));
    let too_many = format!("/api/trpc/{}?batch=1", ",".repeat(50));
    let malformed = browser.get(&too_many).await;
    assert_eq!((malformed.status, parameter(&malformed, "ratelimit", "r=")), (400, 1));
    let batch = browser.get("/api/trpc/no.such,no.other?batch=1").await;
    let entries = batch.json();
    let codes = entries.as_array().unwrap().iter().map(|entry| &entry["error"]["data"]["code"]);
    assert_eq!(codes.filter(|code| **code == "TOO_MANY_REQUESTS").count(), 1, "{entries}");
    let wrong_method = "/api/trpc/userSettings.updateProfile";
    for target in ["/api/trpc/no.such", "/api/trpc", "/api/trpc/%zz", &too_many, wrong_method] {
        let refused = browser.get(target).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (429, "TOO_MANY_REQUESTS"),
            "{target}"
        );
        assert!(refused.header("retry-after").is_some());
    }
    let without_type = browser.send("POST", wrong_method, Some(b"{}".as_slice())).await;
    assert_eq!(without_type.status, 429);
}

#[tokio::test]
async fn what_reaches_no_procedure_counts_for_the_user_who_sends_it() {
    let env = env(&testing::redis_url()).with("RATES_PER_USER", "reading=1/3600");
    let world = World::with(env, None).await;
    counts_in_redis(&world).await;
    world.identity.change(CUSTOMER, |user| user.id = kit::id::new().to_string());
    let network = network();
    let person = world.signed_in(CUSTOMER).with("x-forwarded-for", &network.to_string());
    for status in [404, 429] {
        assert_eq!(person.get("/api/trpc/no.such").await.status, status);
    }
    assert_eq!(at(&world, network).get("/api/trpc/no.such").await.status, 404);
}

#[tokio::test]
async fn a_user_is_counted_wherever_the_calls_come_from() {
    let env = env(&testing::redis_url()).with("RATES_PER_USER", "reading=2/3600");
    let world = World::with(env, None).await;
    counts_in_redis(&world).await;
    world.identity.change(CUSTOMER, |user| user.id = kit::id::new().to_string());
    let network = network();
    let signed_in = |network: Ipv6Addr| {
        let address = network.to_string();
        world.signed_in(CUSTOMER).with("x-forwarded-for", &address)
    };
    assert_eq!(call(&signed_in(network)).await.status, 200);
    assert_eq!(call(&signed_in(self::network())).await.status, 200);
    assert_eq!(call(&signed_in(self::network())).await.status, 429);
    assert_eq!(call(&at(&world, network)).await.status, 200, "others at the address go on");
}

#[tokio::test]
async fn a_feed_counts_each_request_and_says_what_is_left() {
    let world = limited("reading=2/3600").await;
    world.catalog.list("articles", &json!([]));
    let browser = at(&world, network());
    for left in [1, 0] {
        let answer = browser.get("/feeds/news.xml").await;
        assert_eq!((answer.status, parameter(&answer, "ratelimit", "r=")), (200, left));
    }
    assert_eq!(
        browser.get("/feeds/news.xml").await.status,
        429,
        "also of one that is made already"
    );
}

#[tokio::test]
async fn each_class_has_a_limit_of_its_own_and_each_wire_its_refusal() {
    let world = limited("reading=2/3600,downloading=1/3600,sign-in=1/3600").await;
    let browser = at(&world, network());
    for status in [200, 200, 429] {
        assert_eq!(call(&browser).await.status, status);
    }
    let refused = browser.get("/feeds/news.xml").await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
    let csrf = browser.get("/api/auth/csrf").await;
    let policy = r#""session";q=3000;w=60"#;
    assert_eq!((csrf.status, csrf.header("ratelimit-policy")), (200, Some(policy)));
    let file = "/api/download/assets.csv";
    let first = browser.get(file).await;
    assert_eq!((first.status, parameter(&first, "ratelimit", "r=")), (200, 0));
    let refused = browser.get(file).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "TOO_MANY_REQUESTS"));
    let form = browser.clone().with("content-type", "application/x-www-form-urlencoded");
    let sign_in =
        async |body: &str| form.send("POST", "/api/auth/signin/email", Some(body.as_bytes())).await;
    assert_ne!(sign_in("email=a%40example.test").await.status, 429);
    let page = sign_in("email=a%40example.test").await;
    assert_eq!(page.status, 429);
    assert!(page.text().contains("Too many sign-in requests"), "{page:?}");
    let json = sign_in("email=a%40example.test&json=true").await;
    assert_eq!(json.status, 429);
    let url = json.json()["url"].as_str().unwrap().to_owned();
    assert!(url.ends_with("/api/auth/error?error=EmailSignin"), "clients show it: {url}");
    for path in ["passkey/options", "passkey", "second-factor"] {
        let target = format!("/api/auth/{path}");
        let json = form.send("POST", &target, Some(b"json=true".as_slice())).await;
        assert_eq!(json.status, 429, "{path}");
        let url = json.json()["url"].as_str().unwrap().to_owned();
        assert!(url.ends_with("/api/auth/error?error=TooManyAttempts"), "{url}");
    }
}

#[tokio::test]
async fn changes_and_calls_of_administrators_have_a_limit_of_their_own() {
    let env = env(&testing::redis_url()).with("RATES_PER_USER", "administration=2/3600");
    let world = World::with(env, None).await;
    counts_in_redis(&world).await;
    for token in [ADMIN, CUSTOMER] {
        world.identity.change(token, |user| user.id = kit::id::new().to_string());
    }
    let (admin, customer) = (world.signed_in(ADMIN), world.signed_in(CUSTOMER));
    let list = async || admin.get("/api/trpc/adminUsers.list?input=%7B%7D").await;
    let change = async || {
        let body = r#"{"preferences":{"darkMode":true}}"#;
        customer.post("/api/trpc/userSettings.updatePreferences", body).await
    };
    for left in [1, 0] {
        for answer in [list().await, change().await] {
            let policy = r#""administration";q=2;w=3600"#;
            assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, Some(policy)));
            assert_eq!(parameter(&answer, "ratelimit", "r="), left);
        }
    }
    for refused in [list().await, change().await] {
        assert_eq!((refused.status, refused.code().as_str()), (429, "TOO_MANY_REQUESTS"));
    }
    assert_eq!(call(&admin).await.status, 200, "reading goes on");
}

#[tokio::test]
async fn no_user_loses_their_session_to_others_at_the_address() {
    let world = limited("reading=2/3600,session=2/3600").await;
    world.identity.change(CUSTOMER, |user| user.id = kit::id::new().to_string());
    let network = network();
    let neighbour = at(&world, network);
    // The neighbour uses up all that is counted for the address.
    for status in [200, 200, 429] {
        assert_eq!(call(&neighbour).await.status, status);
    }
    for status in [200, 200, 429] {
        assert_eq!(neighbour.get("/api/auth/csrf").await.status, status);
    }
    let person = world.signed_in(CUSTOMER).with("x-forwarded-for", &network.to_string());
    for target in ["/api/auth/session", "/api/auth/csrf", "/api/auth/signout"] {
        let answer = person.get(target).await;
        let policy = r#""session";q=600;w=60"#;
        assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, Some(policy)));
    }
    let session = person.get("/api/auth/session").await;
    assert_eq!(session.json()["user"]["email"], "person1@example.test");
    assert_eq!(call(&person).await.status, 200);
    // A token that nobody has makes nobody a user.
    let forger = world.signed_in("forged").with("x-forwarded-for", &network.to_string());
    assert_eq!(forger.get("/api/auth/session").await.status, 429);
}

#[tokio::test]
async fn a_page_begins_a_sign_in_beside_programs_that_use_up_the_address() {
    const CSRF: &str = "/api/auth/csrf";
    let world = limited("reading=2/3600,page=1/3600,session=2/3600,sign-in-page=3/3600").await;
    let program = at(&world, network());
    let page = program.clone().with("sec-fetch-site", "same-origin");
    // One program asks for tokens, another one for the queries of pages, as if it were one.
    for status in [200, 200, 429] {
        assert_eq!(program.get(CSRF).await.status, status);
    }
    for status in [200, 429] {
        assert_eq!(call(&page).await.status, status);
    }
    let elsewhere = program.clone().with("sec-fetch-site", "cross-site");
    assert_eq!(elsewhere.get(CSRF).await.status, 429);
    for (left, target) in [(2, "providers"), (1, "csrf"), (0, "session")] {
        let answer = page.get(&format!("/api/auth/{target}")).await;
        let policy = r#""sign-in-page";q=3;w=3600"#;
        assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, Some(policy)));
        assert_eq!(parameter(&answer, "ratelimit", "r="), left);
    }
    assert_eq!(page.get(CSRF).await.status, 429, "it has a bound");
    let form = page.with("content-type", "application/x-www-form-urlencoded");
    let body = Some(b"email=a%40example.test&json=true".as_slice());
    assert_ne!(form.send("POST", "/api/auth/signin/email", body).await.status, 429);
    // The calls of a signed-in user count for that user, whether or not a page makes them.
    world.identity.change(CUSTOMER, |user| user.id = kit::id::new().to_string());
    let person = world.signed_in(CUSTOMER).with("sec-fetch-site", "same-origin");
    let answer = person.get(CSRF).await;
    let policy = r#""session";q=600;w=60"#;
    assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, Some(policy)));
}

#[tokio::test]
async fn without_redis_half_of_the_calls_are_allowed_and_no_more() {
    let env = env("redis://127.0.0.1:1").with("RATES_PER_ADDRESS", "reading=8/3600");
    let world = World::with(env, None).await;
    let browser = at(&world, network());
    let mut allowed = 0;
    for _ in 0..20 {
        allowed += usize::from(call(&browser).await.status == 200);
    }
    assert_eq!(allowed, 4);
    let report = world.app.health.report().await;
    assert!(report.missing.contains(&"redis"));
    assert!(world.app.health.is_ready().await, "the gateway does without it");
}

#[tokio::test]
async fn events_beyond_the_rate_are_sampled_and_counted() {
    let bus = testing::bus(&testing::app());
    let env = env(&testing::redis_url()).with("RATES_PER_ADDRESS", "tracking=3/6");
    let world = World::between(env, &FakeCatalog::default(), &bus).await;
    eventually("the bus is connected", || async { world.state.bus.is_connected() }).await;
    counts_in_redis(&world).await;
    let browser = at(&world, network());
    let mut sent = 0;
    let mut track = async || {
        let event = json!({"name": sent.to_string(), "properties": {"pathname": "/"}});
        let answer = browser.post(TRACK, event.to_string()).await;
        assert_eq!((answer.status, answer.header("retry-after")), (200, None));
        sent += 1;
    };
    for _ in 0..30 {
        track().await;
    }
    // One comes back every two seconds, and says how many were dropped before it.
    let mut published = Vec::new();
    for _ in 0..100 {
        track().await;
        published = bus.events::<ProductEventTracked>().await;
        if published.last().is_some_and(|last| last.event.count > 1) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(published.last().unwrap().event.count > 1);
    assert!(published.len() < 30, "{}", published.len());
    let last: u32 = published.last().unwrap().event.name.parse().unwrap();
    let counted: u32 = published.iter().map(|envelope| envelope.event.count).sum();
    assert_eq!(counted, last + 1, "every event is counted");
}

#[tokio::test]
async fn what_a_sender_sent_last_is_counted_when_it_is_silent_and_at_the_stop() {
    let bus = testing::bus(&testing::app());
    let env = env(&testing::redis_url()).with("RATES_PER_ADDRESS", "tracking=1/3600");
    let world = World::between(env, &FakeCatalog::default(), &bus).await;
    eventually("the bus is connected", || async { world.state.bus.is_connected() }).await;
    counts_in_redis(&world).await;
    let track = async |browser: &Browser, names: &[&str]| {
        for name in names {
            let event = json!({"name": name, "properties": {"pathname": "/"}});
            assert_eq!(browser.post(TRACK, event.to_string()).await.status, 200);
        }
    };
    let published = async || {
        let events = bus.events::<ProductEventTracked>().await.into_iter();
        let counted = events.map(|envelope| (envelope.event.name, envelope.event.count));
        counted.collect::<Vec<_>>()
    };
    let named = |counted: &[(&str, u32)]| {
        counted.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect::<Vec<_>>()
    };
    track(&at(&world, network()), &["first", "second", "third"]).await;
    let silent = named(&[("first", 1), ("third", 2)]);
    eventually("its sender is silent", || async { published().await == silent }).await;

    track(&at(&world, network()), &["fourth", "fifth"]).await;
    world.shutdown.stopping.cancel();
    world.app.stop().await;
    let all = named(&[("first", 1), ("third", 2), ("fourth", 1), ("fifth", 1)]);
    assert_eq!(published().await, all);
}
