//! Tables that are rebuilt from the streams behind them.

use kit::inbox::rebuild;
use kit::testing::{self, eventually};
use proto::events::IDENTITY;

use crate::world::{COUNTER, World};

async fn change(world: &World, statement: &'static str) {
    let mut conn = world.test.db.conn().await.unwrap();
    sqlx::query(statement).execute(&mut *conn).await.unwrap();
}

#[tokio::test]
async fn a_rebuilt_table_holds_each_event_once_and_nothing_else() {
    let world = World::shared().await;
    world.relay();
    world.count();
    world.write("ann", 0..50).await;
    world.wait_for_counted(50).await;
    change(&world, "UPDATE effects SET times = 7").await;
    change(&world, "DELETE FROM effects WHERE event = 'ann/7'").await;
    change(&world, "INSERT INTO effects VALUES ('left by an earlier release', 1)").await;

    rebuild(&world.bus, &world.test.db, &[&COUNTER], false).await.unwrap();
    // The process that serves meanwhile fills the table.
    eventually("the events are counted again", || async {
        world.bus.unhandled(&COUNTER).await == Some(0) && world.counted().await == (50, 1)
    })
    .await;
    // Its own events stay sent and are not sent again.
    assert_eq!(world.pending().await, 0);
    assert_eq!(world.sent().await.len(), 50);
    world.write("ann", 50..60).await;
    world.wait_for_counted(60).await;
    assert_eq!(world.counted().await, (60, 1));
    assert!(testing::dead_letters(&world.bus).await.is_empty());
}

#[tokio::test]
async fn a_table_is_not_rebuilt_from_a_stream_without_its_beginning() {
    let world = World::shared().await;
    world.relay();
    world.count();
    world.write("ann", 0..20).await;
    world.wait_for_counted(20).await;
    world.bus.expire_all_but(&IDENTITY, 5).await;

    let refused = rebuild(&world.bus, &world.test.db, &[&COUNTER], false).await.unwrap_err();
    assert!(
        refused.to_string().contains("the first 15 events of EVT_IDENTITY have expired"),
        "{refused}"
    );
    assert_eq!(world.counted().await, (20, 1));
    rebuild(&world.bus, &world.test.db, &[&COUNTER], true).await.unwrap();
    eventually("the events that are left are counted", || async {
        world.bus.unhandled(&COUNTER).await == Some(0) && world.counted().await == (5, 1)
    })
    .await;
}
