//! The events that the gateway follows and publishes, on a real broker.

use crate::support::identity::{Behavior, user_id};
use crate::support::{ADMIN, CUSTOMER, World};
use kit::testing::{self, TestBus, eventually};
use proto::analytics::v1::ProductEventTracked;
use proto::events::ANALYTICS;
use proto::identity::v1::{SessionRevoked, UserUpdated};
use serde_json::json;

const PROFILE: &str = "/api/trpc/users.getProfile";
const TRACK: &str = "/api/trpc/analytics.track";

/// A gateway with cached sessions.
async fn remembering(bus: &TestBus) -> World {
    let world = World::on(bus).await;
    let browser = world.signed_in(CUSTOMER);
    eventually("sessions are remembered", || async {
        let before = world.identity.resolved();
        browser.get(PROFILE).await.status == 200
            && browser.get(PROFILE).await.status == 200
            && world.identity.resolved() <= before + 1
    })
    .await;
    world
}

#[tokio::test]
async fn a_revoked_session_is_refused_once_the_event_arrives() {
    let bus = testing::bus(&testing::app());
    let (here, there) = (remembering(&bus).await, remembering(&bus).await);
    for world in [&here, &there] {
        world.identity.end(CUSTOMER);
        assert_eq!(world.signed_in(CUSTOMER).get(PROFILE).await.status, 200, "still remembered");
    }
    let event = SessionRevoked { session_id: user_id(41), user_id: user_id(1) };
    bus.publish(&event, kit::id::new()).await.unwrap();
    for world in [&here, &there] {
        let browser = world.signed_in(CUSTOMER);
        eventually("every gateway refuses it", || async {
            browser.get(PROFILE).await.status == 401
        })
        .await;
    }
}

#[tokio::test]
async fn a_changed_user_is_loaded_again() {
    let bus = testing::bus(&testing::app());
    let world = remembering(&bus).await;
    world.identity.change(CUSTOMER, |user| user.name = Some("Renamed".to_owned()));
    let event = UserUpdated { user_id: user_id(1), role_epoch: 0 };
    bus.publish(&event, kit::id::new()).await.unwrap();
    let browser = world.signed_in(CUSTOMER);
    eventually("the new name shows", || async {
        browser.get(PROFILE).await.json()["result"]["data"]["name"] == "Renamed"
    })
    .await;
}

#[tokio::test]
async fn a_session_is_resolved_again_once_a_service_knows_of_a_later_role() {
    let bus = testing::bus(&testing::app());
    let world = remembering(&bus).await;
    // The services hear of the change before the gateway does, which here never happens.
    let other = testing::bus(&world.app);
    kit::role_changes::follow(&world.app, &other);
    world.identity.raise_role_epoch();
    let event = UserUpdated { user_id: user_id(1), role_epoch: 1 };
    let browser = world.signed_in(CUSTOMER);
    eventually("the statement is refused", || async {
        other.publish(&event, kit::id::new()).await.is_ok()
            && browser.get(PROFILE).await.status == 401
    })
    .await;
    let before = world.identity.resolved();
    assert_eq!(browser.get(PROFILE).await.status, 200);
    assert_eq!(world.identity.resolved(), before + 1);
}

#[tokio::test]
async fn a_session_that_the_gateway_ends_is_over_at_once() {
    let bus = testing::bus(&testing::app());
    let world = remembering(&bus).await;
    let before = world.identity.resolved();
    let browser = world.signed_in(CUSTOMER);
    assert_eq!(browser.post("/api/trpc/sessions.revokeOthers", "").await.status, 200);
    browser.get(PROFILE).await;
    assert_eq!(world.identity.resolved(), before + 1);
}

#[tokio::test]
async fn a_user_whom_an_administrator_changes_is_loaded_again_at_once() {
    let bus = testing::bus(&testing::app());
    let world = remembering(&bus).await;
    let (admin, browser) = (world.signed_in(ADMIN), world.signed_in(CUSTOMER));
    let user = json!({ "id": user_id(1) });
    let role = json!({ "id": user_id(1), "role": "ADMIN" });
    let features = json!({ "id": user_id(1), "features": [] });
    for (procedure, input) in [
        ("adminUsers.deactivate", &user),
        ("adminUsers.endSessions", &user),
        ("adminUsers.setRole", &role),
        ("adminUsers.setFeatures", &features),
    ] {
        browser.get(PROFILE).await;
        let before = world.identity.resolved();
        let answer = admin.post(&format!("/api/trpc/{procedure}"), &input.to_string()).await;
        assert_eq!(answer.status, 200, "{procedure}");
        let resolved = world.identity.resolved();
        browser.get(PROFILE).await;
        assert_eq!(world.identity.resolved(), resolved + 1, "{procedure}");
        assert!(resolved <= before + 1, "{procedure}: the session of the administrator is cached");
    }
}

#[tokio::test]
async fn cached_sessions_outlive_an_outage_of_identity() {
    let bus = testing::bus(&testing::app());
    let world = remembering(&bus).await;
    world.identity.be(Behavior::Away);
    assert_eq!(world.signed_in(CUSTOMER).get(PROFILE).await.status, 200);
    assert_eq!(world.signed_in(ADMIN).get(PROFILE).await.status, 503);
}

#[tokio::test]
async fn an_event_is_on_the_bus_when_its_call_is_answered() {
    let bus = testing::bus(&testing::app());
    let world = World::on(&bus).await;
    eventually("the bus is connected", || async { world.state.bus.is_connected() }).await;
    let event = json!({
        "name": "profile_submit_success",
        "logRocketSessionUrl": null,
        "properties": {"pathname": "/settings/profile", "more": [1, {"a": null}]},
    });
    let answer = world.anonymous().post(TRACK, event.to_string()).await;
    assert_eq!(answer.text(), r#"{"result":{}}"#);
    for caller in [CUSTOMER, ADMIN] {
        let answer = world.signed_in(caller).post(TRACK, event.to_string()).await;
        assert_eq!(answer.status, 200);
    }
    let published = bus.events::<ProductEventTracked>().await;
    let users: Vec<_> = published.iter().map(|envelope| envelope.event.user_id.clone()).collect();
    let [None, Some(customer), Some(admin)] = users.as_slice() else { panic!("{users:?}") };
    // Pseudonyms: no user is found by them.
    assert!(customer != admin && customer.len() == 16, "{users:?}");
    assert!(users.iter().flatten().all(|user| !user.contains('-')), "{users:?}");
    assert_eq!(published[0].event.name, "profile_submit_success");
    assert_eq!(published[0].event.pathname.as_deref(), Some("/settings/profile"));
    let properties: serde_json::Value =
        serde_json::from_str(&published[0].event.properties_json).unwrap();
    assert_eq!(properties, event["properties"]);
}

#[tokio::test]
async fn a_full_stream_drops_the_oldest_and_refuses_nobody() {
    let bus = testing::bus(&testing::app());
    let world = World::on(&bus).await;
    eventually("the bus is connected", || async { world.state.bus.is_connected() }).await;
    let browser = world.anonymous();
    let event = |number: usize| {
        let properties = json!({"pathname": "/", "text": "x".repeat(8_000)});
        json!({"name": format!("event {number}"), "properties": properties}).to_string()
    };
    assert_eq!(browser.post(TRACK, event(0)).await.status, 200);
    bus.widen(&ANALYTICS, 100_000).await;
    for number in 1..=30 {
        assert_eq!(browser.post(TRACK, event(number)).await.status, 200);
    }
    eventually("the newest events are kept", || async {
        let kept = bus.events::<ProductEventTracked>().await;
        assert!(kept.len() < 15, "{}", kept.len());
        kept.last().is_some_and(|last| last.event.name == "event 30")
    })
    .await;
}

#[tokio::test]
async fn a_whole_event_takes_eight_kibibytes_at_most() {
    let bus = testing::bus(&testing::app());
    let world = World::on(&bus).await;
    eventually("the bus is connected", || async { world.state.bus.is_connected() }).await;
    let browser = world.signed_in(CUSTOMER);
    let event = |text: usize, session: usize| {
        let address = format!("https://record.example/{}", "x".repeat(session));
        let properties = json!({"pathname": "/", "text": "x".repeat(text)});
        json!({"name": "x", "logRocketSessionUrl": address, "properties": properties}).to_string()
    };
    for (text, session) in [(8_192, 0), (8_180, 0), (6_200, 2_000)] {
        let refused = browser.post(TRACK, event(text, session)).await;
        let reason = &refused.json()["error"]["data"]["reason"];
        assert_eq!((refused.status, reason.as_str()), (400, Some("event_too_large")), "{text}");
    }
    for (text, session) in [(8_000, 0), (6_000, 2_000)] {
        assert_eq!(browser.post(TRACK, event(text, session)).await.status, 200, "{text}");
    }
    for envelope in bus.events::<ProductEventTracked>().await {
        let size = prost::Message::encoded_len(&envelope.event);
        assert!((8_000..=8_192).contains(&size), "{size}");
    }
}
