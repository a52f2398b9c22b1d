//! Events leave in the order of their commits, and come back after the broker has lost them.

use std::time::Duration;

use crate::world::{self, World};
use faultkit::servers::Server;
use kit::db::Lease;
use kit::{outbox, testing};
use proto::identity::v1::UserCreated;

#[tokio::test]
async fn events_of_an_aggregate_leave_in_order_and_without_a_gap() {
    let world = World::shared().await;
    world.relay();
    tokio::join!(world.write("ann", 0..40), world.write("bob", 0..40), world.write("cy", 0..40));
    world.wait_for_sent(120).await;

    let events = world.bus.events::<UserCreated>().await;
    assert_eq!(events.len(), 120);
    for aggregate in ["ann", "bob", "cy"] {
        let of_one: Vec<_> = events.iter().filter(|e| e.aggregate_id == aggregate).collect();
        let versions: Vec<i64> = of_one.iter().filter_map(|e| e.version).collect();
        assert_eq!(versions, (1..=40).collect::<Vec<i64>>());
        assert!(of_one.is_sorted_by_key(|e| e.event.created_at));
    }
    testing::outbox_sent(&world.test.db).await;
}

#[tokio::test]
async fn a_change_that_is_undone_sends_nothing() {
    let world = World::shared().await;
    world.relay();
    let mut tx = world.test.db.tx().await.unwrap();
    outbox::publish(&mut tx, &world::event("ann", 0)).await.unwrap();
    tx.rollback().await.unwrap();
    world.write("ann", 1..2).await;
    world.wait_for_sent(1).await;
    assert_eq!(world.sent().await, [("ann".to_owned(), 1)]);
    assert_eq!(world.bus.events::<UserCreated>().await[0].version, Some(1));
}

#[tokio::test]
async fn a_late_commit_of_an_early_number_is_not_skipped() {
    let world = World::shared().await;
    world.relay();
    let mut slow = world.test.db.tx().await.unwrap();
    outbox::publish(&mut slow, &world::event("slow", 0)).await.unwrap();
    world.write("quick", 0..5).await;
    tokio::time::sleep(world::A_WHILE).await;
    assert!(world.sent().await.is_empty(), "what began later has overtaken it");
    slow.commit().await.unwrap();
    world.wait_for_sent(6).await;
    let sent = world.sent().await;
    assert_eq!(sent.len(), 6);
    assert!(sent.contains(&("slow".to_owned(), 0)));
    testing::outbox_sent(&world.test.db).await;
}

#[tokio::test]
async fn two_relays_send_each_event_once() {
    let world = World::shared().await;
    world.relay();
    let other = testing::app();
    outbox::relay(&other, world.test.connect(&other), world.bus.reconnect(&other));
    tokio::join!(world.write("ann", 0..60), world.write("bob", 0..60));
    testing::outbox_sent(&world.test.db).await;
    assert_eq!(world.sent().await.len(), 120);
}

#[tokio::test]
async fn a_deposed_leader_cannot_write() {
    let world = World::shared().await;
    let mut conn = world.test.db.conn().await.unwrap();
    let (first, second) =
        (Lease::new("job", Duration::from_millis(1)), Lease::new("job", Duration::from_mins(1)));
    let old = first.hold(&mut conn).await.unwrap().unwrap();
    let new = loop {
        if let Some(epoch) = second.hold(&mut conn).await.unwrap() {
            break epoch;
        }
    };
    assert!(new > old);
    assert!(!first.fence(&mut conn, old).await.unwrap());
    assert!(second.fence(&mut conn, new).await.unwrap());
    assert_eq!(first.hold(&mut conn).await.unwrap(), None);
}

#[tokio::test]
async fn a_relay_that_stops_hands_over_at_once() {
    let world = World::shared().await;
    let first = testing::app();
    outbox::relay(&first, world.test.connect(&first), world.bus.reconnect(&first));
    world.write("ann", 0..1).await;
    world.wait_for_sent(1).await;
    first.stopping().cancel();
    world.relay();
    world.write("ann", 1..2).await;
    world.wait_for_sent(2).await;
}

#[tokio::test]
async fn a_broker_that_lost_its_store_gets_all_events_again() {
    let mut nats = Server::nats().await;
    let world = World::on(&nats).await;
    world.relay();
    world.write("ann", 0..30).await;
    world.wait_for_sent(30).await;
    let before = world.bus.events::<UserCreated>().await;
    testing::outbox_sent(&world.test.db).await;

    nats.kill().await;
    nats.forget();
    world.write("ann", 30..40).await;
    nats.start().await;

    world.wait_for_sent(40).await;
    let after = world.bus.events::<UserCreated>().await;
    assert_eq!(after.len(), 40);
    assert!(before.iter().zip(&after).all(|(before, after)| before.id == after.id));
    assert!(after.is_sorted_by_key(|event| event.version));
}

#[tokio::test]
async fn a_broker_that_lost_its_newest_events_gets_those_again() {
    let mut nats = Server::nats().await;
    let world = World::on(&nats).await;
    world.relay();
    world.write("ann", 0..20).await;
    world.wait_for_sent(20).await;
    testing::outbox_sent(&world.test.db).await;
    nats.kill().await;
    nats.remember();
    nats.start().await;
    world.write("ann", 20..50).await;
    world.wait_for_sent(50).await;
    testing::outbox_sent(&world.test.db).await;

    nats.kill().await;
    nats.restore();
    nats.start().await;
    world.wait_for_sent(50).await;
    let events = world.bus.events::<UserCreated>().await;
    assert_eq!(
        events.iter().filter_map(|e| e.version).collect::<Vec<_>>(),
        (1..=50).collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn a_replaced_event_comes_again_in_its_place_without_its_content() {
    let mut nats = Server::nats().await;
    let world = World::on(&nats).await;
    world.relay();
    world.write("ann", 1..4).await;
    world.write("bob", 1..2).await;
    world.wait_for_sent(4).await;
    testing::outbox_sent(&world.test.db).await;
    let emptied = UserCreated { user_id: "ann".to_owned(), ..UserCreated::default() };
    let mut tx = world.test.db.tx().await.unwrap();
    outbox::replace(&mut tx, &emptied).await.unwrap();
    tx.commit().await.unwrap();

    nats.kill().await;
    nats.forget();
    world.write("ann", 4..5).await;
    nats.start().await;
    world.wait_for_sent(5).await;
    let events = world.bus.events::<UserCreated>().await;
    let of_ann: Vec<_> = events.iter().filter(|event| event.aggregate_id == "ann").collect();
    let versions: Vec<i64> = of_ann.iter().filter_map(|event| event.version).collect();
    assert_eq!(versions, [1, 2, 3, 4]);
    assert!(of_ann[..3].iter().all(|event| event.event == emptied), "{of_ann:?}");
    assert_eq!(of_ann[3].event, world::event("ann", 4));
    assert!(events.iter().any(|event| event.event == world::event("bob", 1)), "others stay");
}
