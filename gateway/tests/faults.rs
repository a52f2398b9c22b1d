//! Answers while a service or the bus is away, and recovery afterwards.

use crate::support::{CUSTOMER, World};
use faultkit::proxy::Proxy;
use faultkit::servers::Server;
use kit::config::Env;
use kit::testing::{self, eventually};
use proto::analytics::v1::ProductEventTracked;
use serde_json::json;

const PROFILE: &str = "/api/trpc/users.getProfile";
const TRACK: &str = "/api/trpc/analytics.track";

#[tokio::test]
async fn without_the_bus_every_session_is_resolved_by_identity() {
    let mut broker = Server::nats().await;
    let bus = testing::bus_at(&testing::app(), &broker.url());
    let world = World::on(&bus).await;
    let browser = world.signed_in(CUSTOMER);
    let remembers = || async {
        let before = world.identity.resolved();
        browser.get(PROFILE).await;
        world.identity.resolved() == before
    };
    eventually("sessions are remembered", remembers).await;
    broker.kill().await;
    eventually("the loss is noticed", || async { !world.state.bus.is_connected() }).await;
    assert!(!remembers().await);
    world.identity.end(CUSTOMER);
    assert_eq!(browser.get(PROFILE).await.status, 401);
    broker.start().await;
    eventually("the bus is back", || async { world.state.bus.is_connected() }).await;
    assert_eq!(browser.get(PROFILE).await.status, 401, "nothing old comes back with the bus");
}

#[tokio::test]
async fn events_are_accepted_while_the_bus_is_away_and_sent_afterwards() {
    let mut broker = Server::nats().await;
    let bus = testing::bus_at(&testing::app(), &broker.url());
    let world = World::on(&bus).await;
    let browser = world.anonymous();
    let track = async |name: &str| {
        let properties = json!({"pathname": "/"});
        let event = json!({"name": name, "logRocketSessionUrl": null, "properties": properties});
        browser.post(TRACK, event.to_string()).await.status
    };
    eventually("the bus is connected", || async { world.state.bus.is_connected() }).await;
    assert_eq!(track("before").await, 200);
    broker.kill().await;
    for name in ["first", "second"] {
        assert_eq!(track(name).await, 200);
    }
    assert_eq!(world.signed_in(CUSTOMER).get(PROFILE).await.status, 200, "the rest goes on");
    broker.start().await;
    eventually("they arrive in their order", || async {
        let published = bus.events::<ProductEventTracked>().await;
        let names: Vec<_> = published.iter().map(|one| one.event.name.as_str()).collect();
        names == ["before", "first", "second"]
    })
    .await;
}

#[tokio::test]
async fn an_unreachable_service_is_unavailable_until_it_returns() {
    let proxy = Proxy::start("127.0.0.1:1").await;
    let env = Env::default().with("PROFILES_URL", &format!("http://{}", proxy.address()));
    let world = World::with(env, None).await;
    let browser = world.signed_in(CUSTOMER);
    assert_eq!(browser.get(PROFILE).await.code(), "SERVICE_UNAVAILABLE");
    let report = world.app.health.report().await;
    assert!(report.missing.contains(&"profiles") && !report.missing.contains(&"identity"));
    assert_eq!(report.status, "degraded");
    proxy.point_to(&world.profiles_at.to_string());
    let served = || async { browser.get(PROFILE).await.status == 200 };
    eventually("the service is found", served).await;

    proxy.go_dark();
    let answer = browser.get(PROFILE).await;
    assert_eq!(answer.code(), "SERVICE_UNAVAILABLE", "{answer:?}");
    let search = browser.get("/api/trpc/search.getInitialSearchGroups").await;
    assert_eq!(search.status, 200, "what does not need the service is served");
    proxy.light_up();
    eventually("the service answers again", served).await;

    proxy.point_to("127.0.0.1:1");
    proxy.cut();
    assert_eq!(browser.get(PROFILE).await.code(), "SERVICE_UNAVAILABLE");
    proxy.point_to(&world.profiles_at.to_string());
    eventually("the service is back", served).await;
}
