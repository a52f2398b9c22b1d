//! Publishing is done when the stream says so, and the connection comes back from everything.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::world::{self, World, event};
use async_nats::jetstream::consumer::{AckPolicy, push};
use faultkit::proxy::Proxy;
use faultkit::servers::Server;
use kit::bus::{Bus, BusError, Envelope, Follower};
use kit::error::{ErrorCode, Problem};
use kit::testing::{self, eventually};
use prost::Message as _;
use proto::catalog::v1::{Network, NetworkCreated, NetworkDeleted, NetworkUpdated};
use proto::events::{ANALYTICS, CATALOG, Event as _, IDENTITY};
use proto::identity::v1::{SessionRevoked, UserCreated};

#[tokio::test]
async fn an_event_is_published_once_per_id() {
    let app = testing::app();
    let bus = testing::bus(&app);
    publish_until_it_works(&bus).await;
    let id = kit::id::new();
    let first = bus.publish(&event("ann", 1), id).await.unwrap();
    let again = bus.publish(&event("ann", 1), id).await.unwrap();
    assert!(!first.duplicate && again.duplicate);
    assert_eq!(first.sequence, again.sequence);
}

#[tokio::test]
async fn publishing_without_a_broker_fails_at_once_and_works_when_it_is_back() {
    let mut nats = Server::nats().await;
    let app = testing::app();
    let bus = testing::bus_at(&app, &nats.url());
    publish_until_it_works(&bus).await;
    nats.kill().await;
    eventually("the loss is noticed", || async {
        let error = bus.publish(&event("ann", 1), kit::id::new()).await.unwrap_err();
        matches!(error, BusError::Unavailable(_))
            && Problem::from(error).code == ErrorCode::Unavailable
    })
    .await;
    assert_eq!(app.health.report().await.missing, ["nats"]);
    nats.start().await;
    publish_until_it_works(&bus).await;
    assert!(app.health.report().await.missing.is_empty());
}

#[tokio::test]
async fn a_dead_connection_is_replaced() {
    let nats = Server::nats().await;
    let proxy = Proxy::start(&nats.address()).await;
    let app = testing::app();
    let bus = testing::bus_at(&app, &nats.url_at(&proxy.address()));
    publish_until_it_works(&bus).await;
    let lines = proxy.opened();
    proxy.darken_lines();
    publish_until_it_works(&bus).await;
    assert!(proxy.opened() > lines);
}

#[tokio::test]
async fn reconnects_until_a_broker_accepts_the_credentials() {
    let mut nats = Server::nats().await;
    nats.demand("assay", "first").await;
    let welcome = nats.url();
    let app = testing::app();
    let bus = testing::bus_at(&app, &welcome);
    publish_until_it_works(&bus).await;
    for restarts in [false, true] {
        if restarts {
            nats.kill().await;
        }
        nats.demand("assay", "second").await;
        if restarts {
            nats.start().await;
        }
        let late = testing::bus_at(&app, &welcome);
        for refused in [&bus, &late] {
            eventually("the rejection is reported by its name", || async {
                let error = refused.publish(&event("ann", 1), kit::id::new()).await.unwrap_err();
                matches!(error, BusError::Unauthorized)
                    && Problem::from(error).code == ErrorCode::Unavailable
            })
            .await;
        }
        assert!(app.health.report().await.missing.contains(&"nats"));
        nats.demand("assay", "first").await;
        publish_until_it_works(&bus).await;
        publish_until_it_works(&late).await;
    }
    eventually("every one of them is connected again", || async {
        app.health.report().await.missing.is_empty()
    })
    .await;
}

#[tokio::test]
async fn a_full_stream_refuses_at_once() {
    let app = testing::app();
    let bus = testing::bus(&app);
    publish_until_it_works(&bus).await;
    let large = UserCreated { user_id: "x".repeat(200_000), ..UserCreated::default() };
    let mut refused = None;
    for _ in 0..40 {
        if let Err(error) = bus.publish(&large, kit::id::new()).await {
            refused = Some(error);
            break;
        }
    }
    let error = refused.expect("the stream has bounds");
    assert!(matches!(error, BusError::Full), "{error}");
    assert_eq!(Problem::from(error).code, ErrorCode::Limited);
    // Other streams have their own bounds.
    bus.ensure(&ANALYTICS).await.unwrap();
    bus.publish(&proto::analytics::v1::ProductEventTracked::default(), kit::id::new())
        .await
        .unwrap();
}

#[tokio::test]
async fn a_full_stream_fills_the_outbox_and_loses_nothing() {
    let world = World::shared().await;
    publish_until_it_works(&world.bus).await;
    let large = UserCreated { user_id: "x".repeat(200_000), ..UserCreated::default() };
    while world.bus.publish(&large, kit::id::new()).await.is_ok() {}
    world.relay();
    let filler = "y".repeat(200_000);
    for number in 0..3 {
        let mut tx = world.test.db.tx().await.unwrap();
        let mut event = event("ann", number);
        event.user_id.clone_from(&filler);
        kit::outbox::publish_for(&mut tx, &event, "ann").await.unwrap();
        tx.commit().await.unwrap();
    }
    tokio::time::sleep(world::A_WHILE).await;
    assert!(world.pending().await > 0);
    world.bus.widen(&IDENTITY, 64 << 20).await;
    testing::outbox_sent(&world.test.db).await;
    let mine = world.sent().await.into_iter().filter(|(aggregate, _)| aggregate == "ann").count();
    assert_eq!(mine, 3);
}

#[tokio::test]
async fn every_follower_hears_every_event_and_every_gap() {
    let mut nats = Server::nats().await;
    let app = testing::app();
    let bus = testing::bus_at(&app, &nats.url());
    let received = [Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0))];
    let gaps = Arc::new(AtomicUsize::new(0));
    let replicas = [bus.reconnect(&app), bus.reconnect(&app)];
    for (received, replica) in received.iter().zip(&replicas) {
        let (received, gaps) = (received.clone(), gaps.clone());
        Follower::new(&IDENTITY)
            .on(move |_: Envelope<SessionRevoked>| {
                received.fetch_add(1, Ordering::SeqCst);
            })
            .start(&app, replica, move || {
                gaps.fetch_add(1, Ordering::SeqCst);
            });
    }
    eventually("both follow", || async { gaps.load(Ordering::SeqCst) >= 2 }).await;
    let all_hear = || async {
        let before = received.each_ref().map(|received| received.load(Ordering::SeqCst));
        let sent = bus.publish(&SessionRevoked::default(), kit::id::new()).await.is_ok();
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        let after = received.each_ref().map(|received| received.load(Ordering::SeqCst));
        sent && before.iter().zip(after).all(|(before, after)| after > *before)
    };
    eventually("both hear", all_hear).await;

    let before = gaps.load(Ordering::SeqCst);
    nats.kill().await;
    nats.start().await;
    eventually("both know of the gap", || async { gaps.load(Ordering::SeqCst) >= before + 2 })
        .await;
    eventually("both hear again", all_hear).await;
}

#[tokio::test]
async fn a_follower_hands_each_type_to_its_handler_and_ignores_others() {
    let app = testing::app();
    let bus = testing::bus(&app);
    let network = |slug: &str| Some(Network { slug: slug.to_owned(), ..Network::default() });
    let (seen, following) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
    let (created, deleted, began) = (seen.clone(), seen.clone(), following.clone());
    Follower::new(&CATALOG)
        .on(move |envelope: Envelope<NetworkCreated>| {
            created.lock().unwrap().push(envelope.event.network.unwrap().slug);
        })
        .on(move |envelope: Envelope<NetworkDeleted>| {
            deleted.lock().unwrap().push(envelope.event.slug);
        })
        .start(&app, &bus, move || {
            began.fetch_add(1, Ordering::SeqCst);
        });
    eventually("it follows", || async { following.load(Ordering::SeqCst) > 0 }).await;

    publish_until_it_works(&bus).await;
    let created = NetworkCreated { network: network("base") };
    bus.publish(&created, kit::id::new()).await.unwrap();
    let updated = NetworkUpdated { network: network("linea") };
    bus.publish(&updated, kit::id::new()).await.unwrap();
    let deleted = NetworkDeleted { slug: "celo".to_owned(), ..NetworkDeleted::default() };
    bus.publish(&deleted, kit::id::new()).await.unwrap();
    eventually("the last one arrives", || async { seen.lock().unwrap().len() == 2 }).await;
    assert_eq!(*seen.lock().unwrap(), ["base", "celo"]);
}

#[tokio::test]
async fn a_follower_ignores_what_a_consumer_delivers_from_another_stream() {
    let nats = Server::nats().await;
    let app = testing::app();
    let bus = testing::bus_at(&app, &nats.url());
    publish_until_it_works(&bus).await;
    bus.ensure(&CATALOG).await.unwrap();
    let (received, following) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (heard, began) = (received.clone(), following.clone());
    Follower::new(&IDENTITY)
        .on(move |_: Envelope<SessionRevoked>| {
            heard.fetch_add(1, Ordering::SeqCst);
        })
        .start(&app, &bus, move || {
            began.fetch_add(1, Ordering::SeqCst);
        });
    eventually("it follows", || async { following.load(Ordering::SeqCst) > 0 }).await;

    // A service may send the messages of a stream that it reads to any subject.
    let client = async_nats::connect(nats.url()).await.unwrap();
    let jetstream = async_nats::jetstream::new(client.clone());
    let mut forged = async_nats::HeaderMap::new();
    forged.insert("ce-type", SessionRevoked::ce_type());
    forged.insert("ce-source", "/services/identity");
    forged.insert("ce-id", kit::id::new().to_string().as_str());
    forged.insert("ce-time", "1970-01-01T00:00:00Z");
    let subject = format!("{}.{}", bus.prefix(), NetworkCreated::SUBJECT);
    let payload = SessionRevoked::default().encode_to_vec().into();
    jetstream.publish_with_headers(subject, forged, payload).await.unwrap().await.unwrap();
    let target = format!("{}.{}", bus.prefix(), SessionRevoked::SUBJECT);
    // The server begins to deliver for who names the subject, and then delivers to all who hear it.
    let _named = client.subscribe(target.clone()).await.unwrap();
    let deliver = push::Config {
        durable_name: Some("other__catalog".to_owned()),
        deliver_subject: target,
        ack_policy: AckPolicy::None,
        ..push::Config::default()
    };
    let stream = jetstream.get_stream(format!("{}_EVT_CATALOG", bus.prefix())).await.unwrap();
    let mut consumer = stream.create_consumer(deliver).await.unwrap();
    let mut delivered = 0;
    for _ in 0..1_000 {
        delivered = consumer.info().await.unwrap().delivered.consumer_sequence;
        if delivered > 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(delivered > 0, "the forged event was not delivered");

    bus.publish(&SessionRevoked::default(), kit::id::new()).await.unwrap();
    eventually("it hears", || async { received.load(Ordering::SeqCst) > 0 }).await;
    tokio::time::sleep(world::A_WHILE).await;
    assert_eq!(received.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn handles_may_be_dropped_outside_the_runtime() {
    let app = testing::app();
    let bus = testing::bus(&app);
    publish_until_it_works(&bus).await;
    let copy: Bus = bus.reconnect(&app);
    std::thread::spawn(move || drop(copy)).join().unwrap();
}

async fn publish_until_it_works(bus: &Bus) {
    eventually("an event is acknowledged", || async {
        bus.publish(&event("probe", 0), kit::id::new()).await.is_ok()
    })
    .await;
}
