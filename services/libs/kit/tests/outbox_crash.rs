//! Publisher, broker and consumer die at any moment; nothing is lost and nothing happens twice.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use crate::world::{self, World};
use faultkit::ledger::Ledger;
use faultkit::processes::Process;
use faultkit::servers::Server;
use kit::config::Env;
use kit::db::{Db, DbConfig};
use kit::{failpoint, outbox, testing};
use prost::Message as _;
use proto::identity::v1::UserCreated;
use tokio::process::Command;

/// Every place where the relay waits for a server.
const IN_RELAY: [&str; 11] = [
    "relay.leading",
    "relay.read",
    "relay.send",
    "relay.acknowledged",
    "relay.sent",
    "relay.note.begun",
    "relay.note.written",
    "relay.note.committed",
    "relay.noted",
    "relay.verify.read",
    "relay.verify.compared",
];

/// Every place where a consumer waits for a server.
const IN_INBOX: [&str; 7] = [
    "inbox.begun",
    "inbox.noted",
    "inbox.versioned",
    "inbox.handled",
    "inbox.committed",
    "inbox.answer",
    "inbox.answered",
];

/// The other process of these tests: this program again, with its role in the environment. Without a role it does
/// nothing.
#[tokio::test]
async fn child() {
    let mut env = Env::process();
    let Ok(role) = env.required("CHILD_ROLE") else { return };
    let app = testing::app();
    let config = DbConfig::from_url(&env.required("CHILD_DATABASE").unwrap()).unwrap();
    let db = Db::connect(&app, &config);
    let (nats, prefix) =
        (env.required("CHILD_NATS").unwrap(), env.required("CHILD_PREFIX").unwrap());
    let bus = testing::connect_bus(&app, &nats, &prefix);
    if let Some(place) = env.text("CHILD_DIES_AT").unwrap() {
        failpoint::arm(&place, 1);
    }
    match role.as_str() {
        "publisher" => {
            outbox::relay(&app, db.clone(), bus);
            let (name, count) =
                (env.required("CHILD_NAME").unwrap(), env.parsed("CHILD_WRITES", 0_usize).unwrap());
            for number in 0..count {
                // A commit whose answer was lost may be written again; both events count then.
                let _ = world::write(&db, &name, number).await;
            }
        }
        _ => world::consume(&app, &bus, &db),
    }
    std::future::pending::<()>().await;
}

struct Family<'a> {
    world: &'a World,
    nats: String,
    folder: &'a Path,
}

impl Family<'_> {
    fn start(&self, role: &str, name: &str, writes: usize, dies_at: Option<&str>) -> Process {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "outbox_crash::child", "--nocapture"]);
        command
            .env("CHILD_ROLE", role)
            .env("CHILD_DATABASE", &self.world.test.url)
            .env("CHILD_NATS", &self.nats)
            .env("CHILD_PREFIX", self.world.bus.prefix())
            .env("CHILD_NAME", name)
            .env("CHILD_WRITES", writes.to_string());
        if let Some(place) = dies_at {
            command.env("CHILD_DIES_AT", place);
        }
        Process::start(command, &self.folder.join(format!("{role}.log")))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_publisher_that_dies_at_any_await_loses_and_repeats_nothing() {
    let nats = Server::nats().await;
    let world = World::on(&nats).await;
    let folder = tempfile::tempdir().unwrap();
    let family = Family { world: &world, nats: nats.url(), folder: folder.path() };
    let _consumer = family.start("consumer", "", 0, None);
    let mut seen = 0;
    for place in IN_RELAY {
        let mut publisher = family.start("publisher", place, 6, Some(place));
        assert!(!publisher.ended().await, "{place} was not reached");
        let _heir = family.start("publisher", &format!("{place}/heir"), 2, None);
        seen += 2;
        everything_counted_once(&world, seen).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consumer_that_dies_at_any_await_loses_and_repeats_nothing() {
    let nats = Server::nats().await;
    let world = World::on(&nats).await;
    let folder = tempfile::tempdir().unwrap();
    let family = Family { world: &world, nats: nats.url(), folder: folder.path() };
    world.relay();
    for (round, place) in IN_INBOX.into_iter().enumerate() {
        let mut consumer = family.start("consumer", place, 0, Some(place));
        world.write(place, 0..6).await;
        assert!(!consumer.ended().await, "{place} was not reached");
        let _heir = family.start("consumer", place, 0, None);
        everything_counted_once(&world, (round + 1) * 6).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_kills_lose_and_repeat_nothing_even_without_the_brokers_store() {
    let mut nats = Server::nats().await;
    let world = World::on(&nats).await;
    let folder = tempfile::tempdir().unwrap();
    let family = Family { world: &world, nats: nats.url(), folder: folder.path() };
    let mut publisher = family.start("publisher", "0", 300, None);
    let mut consumer = family.start("consumer", "0", 0, None);
    for kill in 1..=testing::cases(20) {
        tokio::time::sleep(Duration::from_millis(rand::random_range(20..600))).await;
        match rand::random_range(0..4) {
            0 => {
                publisher.kill().await;
                publisher = family.start("publisher", &kill.to_string(), 300, None);
            }
            1 => {
                consumer.kill().await;
                consumer = family.start("consumer", "0", 0, None);
            }
            2 => {
                nats.kill().await;
                nats.start().await;
            }
            _ => {
                nats.kill().await;
                nats.forget();
                nats.start().await;
            }
        }
    }
    everything_counted_once(&world, 300).await;
    nats.kill().await;
    nats.forget();
    nats.start().await;
    everything_counted_once(&world, 300).await;
}

/// Compares the outbox with the table of effects.
async fn everything_counted_once(world: &World, at_least: usize) {
    let last = Mutex::new(Ledger::default());
    let counted = testing::comes_true(|| async {
        let (ledger, waiting) = ledger(world).await;
        let done = waiting == 0 && ledger.count() >= at_least && ledger.balances();
        *last.lock().unwrap() = ledger;
        done
    });
    assert!(counted.await, "{}", last.lock().unwrap());
    assert!(testing::dead_letters(&world.bus).await.is_empty());
}

/// The events written and handled up to now, and how many wait to be sent.
async fn ledger(world: &World) -> (Ledger, usize) {
    let mut ledger = Ledger::default();
    let mut conn = world.test.db.conn().await.unwrap();
    let written: Vec<(Vec<u8>, bool)> =
        sqlx::query_as("SELECT payload, published_at IS NULL FROM outbox")
            .fetch_all(&mut *conn)
            .await
            .unwrap();
    for (payload, _) in &written {
        ledger.sent(UserCreated::decode(payload.as_slice()).unwrap().organization_id);
    }
    let handled: Vec<(String, i64)> =
        sqlx::query_as("SELECT event, times FROM effects").fetch_all(&mut *conn).await.unwrap();
    for (event, times) in handled {
        ledger.seen(event, times.unsigned_abs());
    }
    (ledger, written.iter().filter(|(_, waits)| *waits).count())
}
