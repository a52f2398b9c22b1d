//! Events wait while the bus has no room for them, and leave by themselves once it has.

use std::collections::BTreeSet;
use std::io;
use std::io::Write as _;
use std::time::{Duration, Instant};

use crate::world::{self, World};
use faultkit::servers::Server;
use kit::{outbox, testing};

/// Long after the longest pause of the relay, and the restart of a server.
const RECOVERS: Duration = Duration::from_mins(1);
/// Events of 100 kB: more than the free part of the disk, less than the stream may hold.
const EVENTS: usize = 34;

async fn is_ready(world: &World) -> bool {
    world.app.health.report().await.missing.is_empty()
}

#[tokio::test]
async fn events_wait_while_the_bus_grants_a_stream_no_storage() {
    let mut nats = Server::nats().await;
    nats.kill().await;
    nats.limit_store("1MB");
    nats.start().await;
    let world = World::on(&nats).await;
    world.relay();
    world.write("ann", 0..20).await;
    tokio::time::sleep(4 * world::A_WHILE).await;
    assert_eq!(world.pending().await, 20);
    assert!(is_ready(&world).await, "whoever waits for room serves");
    // The operator gives it a larger disk.
    nats.kill().await;
    nats.limit_store("1TB");
    nats.start().await;
    world.wait_for_sent(20).await;
    testing::outbox_sent(&world.test.db).await;
    let numbers: Vec<i64> = world.sent().await.into_iter().map(|(_, number)| number).collect();
    assert_eq!(numbers, (0..20).collect::<Vec<i64>>());
}

#[tokio::test]
async fn a_full_disk_of_the_bus_delays_events_and_loses_none() {
    let Some(mut nats) = Server::nats_on_disk(12).await else {
        // Past what collects the output of tests.
        let line = "a full disk of the bus: NOT TESTED, as no disk may be mounted here; only a bus that grants no storage is";
        let _ = writeln!(io::stderr(), "{line}");
        return;
    };
    nats.fill_disk(10);
    let world = World::on(&nats).await;
    world.relay();
    for number in 0..EVENTS {
        let mut event = world::event("ann", number);
        event.user_id = "x".repeat(100_000);
        let mut tx = world.test.db.tx().await.unwrap();
        outbox::publish_for(&mut tx, &event, "ann").await.unwrap();
        tx.commit().await.unwrap();
    }
    testing::eventually("the first events are sent", async || {
        world.pending().await <= EVENTS as i64 - 10
    })
    .await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(world.pending().await > 0, "the disk is not full");
    world.write("bob", 0..1).await;
    assert!(is_ready(&world).await, "whoever waits for room serves");

    nats.free_disk();
    let until = Instant::now() + RECOVERS;
    while world.pending().await > 0 {
        assert!(Instant::now() < until, "events still wait: {}", nats.log());
        // Older servers lock their streams for good when a write fails: what supervises them starts them again.
        if !nats.streams_answer().await {
            nats.kill().await;
            nats.start().await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let all: BTreeSet<(String, i64)> = (0..EVENTS)
        .map(|number| ("ann".to_owned(), number as i64))
        .chain([("bob".to_owned(), 0)])
        .collect();
    testing::eventually("every event is on the stream", async || {
        world.sent().await.into_iter().collect::<BTreeSet<_>>() == all
    })
    .await;
}
