//! Days of the audit history: their hashes are published, and old days are removed without breaking the chain.

use access::audit::days;
use access::audit::verify::{Verified, verify};
use kit::clock::{Clock, DAY};
use kit::testing::eventually;
use proto::access::v1::AuditDayEnded;
use proto::access::v1::access_administration_client::AccessAdministrationClient;
use time::macros::datetime;

use crate::support::World;

/// Entries of three days, two of which have ended. The service removes days by its clock, and the database by its own.
async fn history() -> World {
    let mut world = World::at(Clock::fixed(datetime!(2024-01-10 23:00 UTC))).await;
    world.role("first").await;
    world.role("second").await;
    world.clock.advance(DAY);
    world.role("third").await;
    world.clock.advance(DAY / 8);
    world.role("fourth").await;
    days::look(&world.ctx).await.unwrap();
    world
}

async fn ended(world: &World, count: usize) -> Vec<AuditDayEnded> {
    eventually("days are announced", || async {
        world.bus.events::<AuditDayEnded>().await.len() == count
    })
    .await;
    let events = world.bus.events::<AuditDayEnded>().await.into_iter().map(|one| one.event);
    let mut events: Vec<AuditDayEnded> = events.collect();
    // Those of different days are in no order.
    events.sort_unstable_by(|one, other| one.day.cmp(&other.day));
    events
}

async fn verified(world: &World) -> Result<Verified, String> {
    let verified = verify(&mut world.test_db.raw().await).await.unwrap();
    verified.map_err(|broken| broken.to_string())
}

#[tokio::test]
async fn the_hash_of_a_day_is_published_once_when_it_has_ended() {
    let world = history().await;
    days::look(&world.ctx).await.unwrap();
    let found = ended(&world, 2).await;
    let known: Vec<(String, i64, String)> = sqlx::query_as(
        "SELECT day::text, entries, encode(hash, 'hex') FROM audit_days ORDER BY day",
    )
    .fetch_all(&mut world.test_db.raw().await)
    .await
    .unwrap();
    let found: Vec<_> = found.into_iter().map(|one| (one.day, one.entries, one.hash)).collect();
    assert_eq!(found, known[..2]);
    assert_eq!((&*known[0].0, known[0].1, &*known[2].0), ("2024-01-10", 2, "2024-01-12"));
    world.settle().await;
}

#[tokio::test]
async fn nothing_is_added_to_a_day_whose_hash_is_published() {
    let mut world = history().await;
    world.clock.advance(DAY);
    days::look(&world.ctx).await.unwrap();
    let before = ended(&world, 3).await;
    // Another process, whose clock is two days behind.
    let clock = Clock::fixed(datetime!(2024-01-11 12:00 UTC));
    let ctx = access::context::Context { clock, ..world.ctx.clone() };
    let any = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let address = kit::grpc::serve(&world.app, any, access::routes(ctx)).await.unwrap();
    let url = format!("http://{address}");
    let channel = kit::grpc::connect(&world.app, "ACCESS_URL", &url).await.unwrap();
    world.calls = AccessAdministrationClient::new(channel);
    let role = world.role("late").await;
    let entry = &world.history(&role.id).await[0];
    assert_eq!((&*entry.day, entry.number), ("2024-01-13", 1));
    assert_eq!(verified(&world).await, Ok(Verified { entries: 5, days: 4 }));
    assert_eq!(before.len(), 3);
    world.settle().await;
}

#[tokio::test]
async fn days_are_removed_after_400_days_and_the_rest_is_still_verified() {
    let world = history().await;
    assert_eq!(verified(&world).await, Ok(Verified { entries: 4, days: 3 }));
    world.clock.advance(400 * DAY);
    days::look(&world.ctx).await.unwrap();
    assert_eq!(verified(&world).await, Ok(Verified { entries: 1, days: 1 }));
    let persons = world.execute("SELECT entry_id FROM audit_persons").await.unwrap();
    assert_eq!(persons, 1, "persons of removed entries are removed");
    world
        .execute("UPDATE audit_days SET removed_at = NULL WHERE day = '2024-01-10'")
        .await
        .unwrap();
    let early = "entry 1 of 2024-01-11 was removed before its time";
    assert_eq!(verified(&world).await, Err(early.to_owned()));
    world
        .execute("UPDATE audit_days SET removed_at = now() WHERE day = '2024-01-10'")
        .await
        .unwrap();
    world
        .execute("UPDATE audit_days SET hash = sha256(hash) WHERE day = '2024-01-11'")
        .await
        .unwrap();
    let other = "entry 1 of 2024-01-12 has another hash than its values";
    assert_eq!(verified(&world).await, Err(other.to_owned()));
    world.settle().await;
}

#[tokio::test]
async fn no_day_is_removed_before_its_time_out_of_order_or_unpublished() {
    let world = history().await;
    for (day, refusal) in [
        ("current_date - 400", "kept for 400 days"),
        ("'2024-01-11'", "in their order"),
        ("'2023-12-24'", "once, after its hash was published"),
    ] {
        let refused = world.execute(&format!("SELECT remove_audit_day({day})")).await;
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(refusal), "{refused}");
    }
    world.execute("SELECT remove_audit_day('2024-01-10')").await.unwrap();
    world.execute("SELECT remove_audit_day('2024-01-11')").await.unwrap();
    let unpublished = world.execute("SELECT remove_audit_day('2024-01-12')").await;
    assert!(unpublished.unwrap_err().to_string().contains("after its hash was published"));
    assert_eq!(verified(&world).await, Ok(Verified { entries: 1, days: 1 }));
    world.settle().await;
}
