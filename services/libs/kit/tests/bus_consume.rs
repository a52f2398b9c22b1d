//! A consumer applies each event once, gives up on poison only, and comes back from everything.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::world::{self, COUNTER, World, boxed, count_one};
use async_nats::jetstream::stream::Config;
use faultkit::proxy::Proxy;
use faultkit::servers::Server;
use kit::bus::Envelope;
use kit::inbox::HandlerError;
use kit::outbox;
use kit::testing::{self, eventually};
use proto::events::{DEAD_LETTERS, Event as _, IDENTITY};
use proto::identity::v1::UserCreated;

#[tokio::test]
async fn each_event_takes_effect_once() {
    let world = World::shared().await;
    world.relay();
    world.count();
    tokio::join!(world.write("ann", 0..50), world.write("bob", 0..50));
    world.wait_for_counted(100).await;
    assert_eq!(world.counted().await, (100, 1));
    assert!(testing::dead_letters(&world.bus).await.is_empty());
}

#[tokio::test]
async fn a_lost_acknowledgement_repeats_the_delivery_and_not_the_effect() {
    let nats = Server::nats().await;
    let proxy = Proxy::start(&nats.address()).await;
    let world = World::on(&nats).await;
    world.relay();
    let lost = Arc::new(AtomicUsize::new(0));
    proxy.filter({
        let (lost, seen) = (lost.clone(), AtomicUsize::new(0));
        move |piece| without_every_tenth_ack(piece, &seen, &lost)
    });
    let bus = world.bus.reconnect_at(&world.app, &nats.url_at(&proxy.address()));
    world::consume(&world.app, &bus, &world.test.db);
    world.write("ann", 0..100).await;
    world.wait_for_counted(100).await;
    eventually("everything is acknowledged", || async {
        world.bus.unhandled(&COUNTER).await == Some(0)
    })
    .await;
    assert!(lost.load(Ordering::SeqCst) > 0);
    assert_eq!(world.counted().await, (100, 1));
}

#[tokio::test]
async fn poison_becomes_a_dead_letter_and_delays_no_other_event() {
    let world = World::shared().await;
    world.relay();
    world::consume_with(
        &world.app,
        &world.bus,
        &world.test.db,
        |event: Envelope<UserCreated>, tx| {
            boxed(async move {
                if event.event.created_at == 7 {
                    return Err(HandlerError::Poison("seven".to_owned()));
                }
                count_one(event, tx).await
            })
        },
    );
    world.write("ann", 0..20).await;
    world.wait_for_counted(19).await;
    eventually("the poison is kept", || async {
        testing::dead_letters(&world.bus).await == ["seven"]
    })
    .await;
    assert_eq!(world.counted().await, (19, 1));
}

#[tokio::test]
async fn a_handler_that_fails_or_panics_is_tried_six_times() {
    let world = World::shared().await;
    world.relay();
    let attempts = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0)]);
    let counted = attempts.clone();
    world::consume_with(
        &world.app,
        &world.bus,
        &world.test.db,
        move |event: Envelope<UserCreated>, tx| {
            let number = event.event.created_at as usize;
            let attempt = counted[number].fetch_add(1, Ordering::SeqCst) + 1;
            boxed(async move {
                match number {
                    0 => Err(HandlerError::retry("it never works")),
                    1 => panic!("it panics"),
                    _ if attempt < 3 => Err(HandlerError::retry("not yet")),
                    _ => count_one(event, tx).await,
                }
            })
        },
    );
    for (number, aggregate) in ["ann", "bob", "cy"].into_iter().enumerate() {
        world.write(aggregate, number..number + 1).await;
    }
    eventually("two become dead letters", || async {
        testing::dead_letters(&world.bus).await.len() == 2
    })
    .await;
    world.wait_for_counted(1).await;
    assert_eq!(attempts.each_ref().map(|n| n.load(Ordering::SeqCst)), [6, 6, 3]);
    let reasons = testing::dead_letters(&world.bus).await;
    assert!(reasons.contains(&"it never works".to_owned()), "{reasons:?}");
}

#[tokio::test]
async fn garbage_is_a_dead_letter_too() {
    let world = World::shared().await;
    world.count();
    eventually("the stream is there", || async { world.bus.ensure(&IDENTITY).await.is_ok() }).await;
    world.bus.publish_garbage(UserCreated::SUBJECT, b"\xff\xff\xff").await;
    eventually("the garbage is kept", || async {
        testing::dead_letters(&world.bus).await.len() == 1
    })
    .await;
}

#[tokio::test]
async fn a_dead_letter_waits_for_a_stream_that_is_as_it_is_defined() {
    let mut nats = Server::nats().await;
    let world = World::on(&nats).await;
    eventually("the stream of dead letters is there", || async {
        world.bus.ensure(&DEAD_LETTERS).await.is_ok()
    })
    .await;
    world.bus.remove(&DEAD_LETTERS).await;
    world.relay();
    world::consume_with(&world.app, &world.bus, &world.test.db, |_: Envelope<UserCreated>, _| {
        boxed(async { Err(HandlerError::Poison("never".to_owned())) })
    });
    world.write("ann", 0..1).await;
    eventually("the event is delivered", || async { world.bus.in_hand(&COUNTER).await == Some(1) })
        .await;
    tokio::time::sleep(world::A_WHILE).await;
    assert_eq!(world.bus.unhandled(&COUNTER).await, Some(1), "no stream keeps it");

    // One of that name which acknowledges what it drops at once.
    let jetstream = async_nats::jetstream::new(async_nats::connect(nats.url()).await.unwrap());
    let useless = Config {
        name: format!("{}_DLQ", world.bus.prefix()),
        subjects: vec![format!("{}.dlq.>", world.bus.prefix())],
        max_bytes: 1,
        ..Config::default()
    };
    jetstream.create_stream(useless).await.unwrap();
    // Longer than until the next attempt.
    tokio::time::sleep(Duration::from_secs(7)).await;
    assert_eq!(world.bus.unhandled(&COUNTER).await, Some(1), "the stream would drop it");
    assert!(testing::dead_letters(&world.bus).await.is_empty());

    // Its maker repairs it at the next connection.
    nats.kill().await;
    nats.start().await;
    eventually("the dead letter is kept", || async {
        testing::dead_letters(&world.bus).await == ["never"]
    })
    .await;
    eventually("its event is acknowledged", || async {
        world.bus.unhandled(&COUNTER).await == Some(0)
    })
    .await;
}

#[tokio::test]
async fn an_event_repeated_after_the_duplicate_window_has_no_second_effect() {
    let world = World::shared().await;
    world.count();
    let (known, id) = (world::event("ann", 0), kit::id::new());
    eventually("the event is sent", || async { world.bus.publish(&known, id).await.is_ok() }).await;
    world.wait_for_counted(1).await;
    world.bus.forget_ids_after(&IDENTITY, Duration::from_millis(100)).await;
    eventually("the stream takes it as new", || async {
        world.bus.publish(&known, id).await.is_ok_and(|ack| !ack.duplicate)
    })
    .await;
    world.bus.publish(&world::event("ann", 1), kit::id::new()).await.unwrap();
    world.wait_for_counted(2).await;
    assert_eq!(world.sent().await.len(), 3);
    assert_eq!(world.counted().await, (2, 1));
}

#[tokio::test]
async fn a_consumer_that_is_busy_is_neither_flooded_nor_cut_off() {
    let nats = Server::nats().await;
    let proxy = Proxy::start(&nats.address()).await;
    let world = World::on(&nats).await;
    let bus = world.bus.reconnect_at(&world.app, &nats.url_at(&proxy.address()));
    let (gate, open) = tokio::sync::watch::channel(false);
    world::consume_with(
        &world.app,
        &bus,
        &world.test.db,
        move |event: Envelope<UserCreated>, tx| {
            let mut open = open.clone();
            boxed(async move {
                open.wait_for(|open| *open).await.unwrap();
                count_one(event, tx).await
            })
        },
    );
    eventually("the first event is sent", || async {
        world.bus.publish(&world::event("ann", 0), kit::id::new()).await.is_ok()
    })
    .await;
    world.bus.widen(&IDENTITY, 64 << 20).await;
    // More than the buffers of a connection hold, many times over.
    let filler = "y".repeat(20_000);
    for number in 1..1_000 {
        let event = UserCreated { user_id: filler.clone(), ..world::event("ann", number) };
        world.bus.publish(&event, kit::id::new()).await.unwrap();
    }
    let in_hand = || async { world.bus.in_hand(&COUNTER).await.unwrap_or_default() };
    eventually("the consumer has begun", || async { in_hand().await > 0 }).await;
    let held = in_hand().await;
    assert!(held <= 256, "{held} of 1000 are in hand");
    gate.send_replace(true);
    world.wait_for_counted(1_000).await;
    assert_eq!(world.counted().await, (1_000, 1));
    assert_eq!(proxy.opened(), 1);
    assert!(!nats.log().contains("Slow Consumer"), "{}", nats.log());
}

#[tokio::test]
async fn a_deleted_consumer_and_a_restarted_broker_are_found_again() {
    let mut nats = Server::nats().await;
    let world = World::on(&nats).await;
    world.relay();
    world.count();
    world.write("ann", 0..10).await;
    world.wait_for_counted(10).await;

    world.bus.delete_consumer(&COUNTER).await;
    world.write("ann", 10..20).await;
    world.wait_for_counted(20).await;

    nats.kill().await;
    nats.start().await;
    world.write("ann", 20..30).await;
    world.wait_for_counted(30).await;

    nats.kill().await;
    nats.forget();
    nats.start().await;
    world.write("ann", 30..40).await;
    world.wait_for_counted(40).await;
    assert_eq!(world.counted().await, (40, 1));
    assert!(testing::dead_letters(&world.bus).await.is_empty());
}

#[tokio::test]
async fn a_consumer_receives_events_that_reuse_lost_positions() {
    let mut nats = Server::nats().await;
    let world = World::on(&nats).await;
    let relaying = testing::app();
    outbox::relay(&relaying, world.test.connect(&relaying), world.bus.reconnect(&relaying));
    world.count();
    world.write("ann", 0..10).await;
    world.wait_for_counted(10).await;
    testing::outbox_sent(&world.test.db).await;
    nats.kill().await;
    nats.remember();
    nats.start().await;
    world.write("ann", 10..30).await;
    world.wait_for_counted(30).await;
    testing::outbox_sent(&world.test.db).await;

    // The stream forgets its newest events, and another publisher is quicker than the relay. The
    // consumer's position is after the positions that are reused.
    relaying.stopping().cancel();
    nats.kill().await;
    nats.restore_messages();
    nats.start().await;
    for number in 0..15 {
        eventually("the events of another publisher arrive", || async {
            world.bus.publish(&world::event("bob", number), kit::id::new()).await.is_ok()
        })
        .await;
    }
    world.wait_for_counted(45).await;
    world.relay();
    world.write("ann", 30..50).await;
    world.wait_for_counted(65).await;
    assert_eq!(world.counted().await.0, 65);
}

#[tokio::test]
async fn a_database_that_is_away_costs_no_attempt() {
    let mut postgres = Server::postgres().await;
    let nats = Server::nats().await;
    let app = testing::app();
    let bus = testing::bus_at(&app, &nats.url());
    let config = kit::db::DbConfig::from_url(&postgres.url()).unwrap();
    let db = kit::db::Db::connect(&app, &config);
    kit::db::migrate(&db, &world::MIGRATOR).await.unwrap();
    kit::outbox::relay(&app, db.clone(), bus.clone());
    world::consume(&app, &bus, &db);
    world::write(&db, "ann", 0).await.unwrap();
    eventually("the event is counted", || async { world::item_count(&db).await == Some(1) }).await;

    let before = waited();
    postgres.kill().await;
    for number in 1..5 {
        bus.publish(&world::event("bob", number), kit::id::new()).await.unwrap();
    }
    // More often than a failing event is tried.
    eventually("the consumer waits", || async { waited() > before + 8 }).await;
    postgres.start().await;
    eventually("the rest is counted", || async { world::item_count(&db).await == Some(5) }).await;
    assert!(testing::dead_letters(&bus).await.is_empty());
}

/// How often a consumer had to wait for what it needs.
fn waited() -> u64 {
    kit::telemetry::exposition()
        .lines()
        .find(|line| line.starts_with("consumer_events_total") && line.contains("\"waited\""))
        .and_then(|line| line.rsplit(' ').next()?.parse().ok())
        .unwrap_or_default()
}

/// Acknowledgements are `PUB $JS.ACK… 4\r\n+ACK\r\n`; a piece holds whole ones in practice.
fn without_every_tenth_ack(piece: Vec<u8>, seen: &AtomicUsize, lost: &AtomicUsize) -> Vec<u8> {
    let text = String::from_utf8_lossy(&piece).into_owned();
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find("PUB $JS.ACK.") {
        let Some(end) = rest[start..].find("+ACK\r\n") else { break };
        kept.push_str(&rest[..start]);
        let end = start + end + "+ACK\r\n".len();
        if seen.fetch_add(1, Ordering::SeqCst) % 10 == 9 {
            lost.fetch_add(1, Ordering::SeqCst);
        } else {
            kept.push_str(&rest[start..end]);
        }
        rest = &rest[end..];
    }
    if kept.is_empty() && rest.len() == text.len() {
        return piece;
    }
    kept.push_str(rest);
    kept.into_bytes()
}
