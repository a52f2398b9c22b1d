//! A consumer's table: dispatch by type, order per record, and the change from one durable to another.

use std::sync::{Arc, Mutex};

use crate::world::{self, World, count_one};
use futures::FutureExt as _;
use kit::bus::Envelope;
use kit::inbox::{Consumer, Durable};
use kit::testing::{self, eventually};
use proto::catalog::v1::{Network, NetworkCreated, NetworkDeleted, NetworkUpdated};
use proto::events::{CATALOG, Event as _, IDENTITY};
use proto::identity::v1::{SessionRevoked, UserCreated, UserUpdated};

static FOLLOWER: Durable = Durable::new("follower__catalog", &CATALOG);
/// As consumers were before: one subject each.
static BEFORE: Durable =
    Durable { subjects: UserCreated::SUBJECT, ..Durable::new("counter__users", &IDENTITY) };
static AFTER: Durable =
    Durable::new("counter__identity", &IDENTITY).replacing(&["counter__users", "counter__nobody"]);

#[tokio::test]
async fn one_durable_hands_each_type_to_its_handler_in_the_order_of_the_record() {
    let world = World::shared().await;
    world.relay();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let [created, updated, deleted] = [seen.clone(), seen.clone(), seen.clone()];
    let note = |seen: &Mutex<Vec<(i64, String)>>, id: i64, what: &str| {
        seen.lock().unwrap().push((id, what.to_owned()));
        async { Ok(()) }.boxed()
    };
    Consumer::new(&FOLLOWER)
        .on(move |event: Envelope<NetworkCreated>, _| {
            note(&created, event.event.network.unwrap().id, "created")
        })
        .on(move |event: Envelope<NetworkUpdated>, _| {
            let network = event.event.network.unwrap();
            note(&updated, network.id, &network.name)
        })
        .on(move |event: Envelope<NetworkDeleted>, _| note(&deleted, event.event.id, "deleted"))
        .start(&world.app, &world.bus, &world.test.db);
    for id in 0..20 {
        let mut tx = world.test.db.tx().await.unwrap();
        let network =
            |name: &str| Some(Network { id, name: name.to_owned(), ..Network::default() });
        let event = NetworkCreated { network: network("") };
        kit::outbox::publish(&mut tx, &event).await.unwrap();
        for name in ["1", "2", "3"] {
            let event = NetworkUpdated { network: network(name) };
            kit::outbox::publish(&mut tx, &event).await.unwrap();
        }
        let event = NetworkDeleted { id, ..NetworkDeleted::default() };
        kit::outbox::publish(&mut tx, &event).await.unwrap();
        tx.commit().await.unwrap();
    }
    eventually("everything is handled", || async {
        world.bus.unhandled(&FOLLOWER).await == Some(0) && seen.lock().unwrap().len() == 100
    })
    .await;
    let seen = seen.lock().unwrap().clone();
    for id in 0..20 {
        let of_record = seen.iter().filter(|(of, _)| *of == id).map(|(_, what)| what.as_str());
        assert_eq!(of_record.collect::<Vec<_>>(), ["created", "1", "2", "3", "deleted"]);
    }
}

#[tokio::test]
async fn a_type_without_a_handler_is_acknowledged_and_counted() {
    let world = World::shared().await;
    world.count();
    let update = UserUpdated { user_id: "ann".to_owned(), role_epoch: 0 };
    eventually("the event is sent", || async {
        world.bus.publish(&update, kit::id::new()).await.is_ok()
    })
    .await;
    world.bus.publish(&SessionRevoked::default(), kit::id::new()).await.unwrap();
    world.bus.publish(&world::event("ann", 0), kit::id::new()).await.unwrap();
    world.wait_for_counted(1).await;
    eventually("everything is acknowledged", || async {
        world.bus.unhandled(&world::COUNTER).await == Some(0)
    })
    .await;
    assert!(testing::dead_letters(&world.bus).await.is_empty());
    let unknown = r#"consumer_events_total{consumer="counter__identity",outcome="unknown"} 2"#;
    let metrics = kit::telemetry::exposition();
    assert!(metrics.contains(unknown), "{metrics}");
}

#[tokio::test]
async fn a_durable_that_replaces_another_repeats_and_loses_nothing() {
    let world = World::shared().await;
    world.relay();
    let before = testing::app();
    Consumer::new(&BEFORE).on(|event, tx| count_one(event, tx).boxed()).start(
        &before,
        &world.bus.reconnect(&before),
        &world.test.connect(&before),
    );
    world.write("ann", 0..50).await;
    world.wait_for_counted(50).await;

    // While a process of the release before reads, its durable stays.
    let start = |app| {
        Consumer::new(&AFTER).on(|event, tx| count_one(event, tx).boxed()).start(
            app,
            &world.bus.reconnect(app),
            &world.test.connect(app),
        );
    };
    let first = testing::app();
    start(&first);
    eventually("the new durable has read the stream", || async {
        world.bus.unhandled(&AFTER).await == Some(0)
    })
    .await;
    assert!(world.bus.unhandled(&BEFORE).await.is_some());
    assert_eq!(world.counted().await, (50, 1));
    first.stopping().cancel();
    before.stopping().cancel();
    world.bus.delete_consumer(&AFTER).await;
    let mut conn = world.test.db.conn().await.unwrap();
    sqlx::query("DELETE FROM inbox WHERE consumer = $1")
        .bind(AFTER.name)
        .execute(&mut *conn)
        .await
        .unwrap();
    drop(conn);

    // Half of the events were handled before the release; the others wait.
    world.write("ann", 50..100).await;
    testing::outbox_sent(&world.test.db).await;
    start(&world.app);
    world.wait_for_counted(100).await;
    eventually("everything is acknowledged", || async {
        world.bus.unhandled(&AFTER).await == Some(0)
    })
    .await;
    assert_eq!(world.counted().await, (100, 1));
    eventually("the earlier durable is gone", || async {
        world.bus.unhandled(&BEFORE).await.is_none()
    })
    .await;
    assert!(testing::dead_letters(&world.bus).await.is_empty());
}
