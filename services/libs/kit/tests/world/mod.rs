//! A service in small: events of users, written by transactions, counted by a consumer.

use std::time::Duration;

use faultkit::servers::Server;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use kit::bus::{Bus, Envelope};
use kit::db::{Db, DbError, Tx};
use kit::inbox::{Consumer, Durable, Handler, HandlerError};
use kit::outbox;
use kit::run::App;
use kit::testing::{self, TestBus, TestDb};
use proto::events::IDENTITY;
use proto::identity::v1::UserCreated;
use sqlx::migrate::Migrator;

pub static MIGRATOR: Migrator = sqlx::migrate!("tests/migrations");

/// Counts users.
pub static COUNTER: Durable = Durable::new("counter__identity", &IDENTITY);

/// A database, a bus, and the process between them.
pub struct World {
    pub app: App,
    pub test: TestDb,
    pub bus: TestBus,
}

impl World {
    /// On the servers that tests share.
    pub async fn shared() -> Self {
        let app = testing::app();
        let bus = testing::bus(&app);
        Self { test: testing::database(&MIGRATOR).await, bus, app }
    }

    /// On a broker of its own, reached at an address.
    pub async fn at(url: &str) -> Self {
        let app = testing::app();
        let bus = testing::bus_at(&app, url);
        Self { test: testing::database(&MIGRATOR).await, bus, app }
    }

    pub async fn on(nats: &Server) -> Self {
        Self::at(&nats.url()).await
    }

    pub fn relay(&self) {
        outbox::relay(&self.app, self.test.db.clone(), self.bus.clone());
    }

    pub fn count(&self) {
        consume(&self.app, &self.bus, &self.test.db);
    }

    /// Writes events of an aggregate, each in a transaction of its own.
    pub async fn write(&self, aggregate: &str, events: std::ops::Range<usize>) {
        for number in events {
            write(&self.test.db, aggregate, number).await.unwrap();
        }
    }

    /// The numbers of the events on the stream, in its order.
    pub async fn sent(&self) -> Vec<(String, i64)> {
        let events = self.bus.events::<UserCreated>().await;
        events
            .into_iter()
            .map(|envelope| (envelope.aggregate_id, envelope.event.created_at))
            .collect()
    }

    /// How many events wait in the outbox.
    pub async fn pending(&self) -> i64 {
        let mut conn = self.test.db.conn().await.unwrap();
        sqlx::query_scalar("SELECT count(*) FROM outbox WHERE published_at IS NULL")
            .fetch_one(&mut *conn)
            .await
            .unwrap()
    }

    pub async fn wait_for_sent(&self, count: usize) {
        testing::eventually("the events are sent", || async { self.sent().await.len() >= count })
            .await;
    }

    /// The counts of the consumer: events, and how often the most frequent one was counted.
    pub async fn counted(&self) -> (i64, i64) {
        counted(&self.test.db).await.unwrap_or_default()
    }

    pub async fn wait_for_counted(&self, count: i64) {
        testing::eventually(&format!("{count} events are counted"), || async {
            self.counted().await.0 >= count
        })
        .await;
    }
}

/// One change with its event; the table of effects is the consumer's.
pub async fn write(db: &Db, aggregate: &str, number: usize) -> Result<(), DbError> {
    let mut tx = db.tx().await?;
    outbox::publish(&mut tx, &event(aggregate, number)).await?;
    tx.commit().await
}

pub fn event(aggregate: &str, number: usize) -> UserCreated {
    UserCreated {
        user_id: aggregate.to_owned(),
        organization_id: format!("{aggregate}/{number}"),
        created_at: number as i64,
    }
}

pub fn consume(app: &App, bus: &Bus, db: &Db) {
    consume_with(app, bus, db, |envelope, tx| count_one(envelope, tx).boxed());
}

/// The same with another handler.
pub fn consume_with(app: &App, bus: &Bus, db: &Db, handler: impl Handler<UserCreated>) {
    Consumer::new(&COUNTER).on(handler).start(app, bus, db);
}

/// An effect that shows when it is applied twice.
pub async fn count_one(envelope: Envelope<UserCreated>, tx: &mut Tx) -> Result<(), HandlerError> {
    sqlx::query(
        "INSERT INTO effects AS known (event, times) VALUES ($1, 1)
         ON CONFLICT (event) DO UPDATE SET times = known.times + 1",
    )
    .bind(envelope.event.organization_id)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// How many events the consumer has counted; none while the database is away.
pub async fn item_count(db: &Db) -> Option<i64> {
    Some(counted(db).await.ok()?.0)
}

async fn counted(db: &Db) -> Result<(i64, i64), DbError> {
    Ok(sqlx::query_as("SELECT count(*), coalesce(max(times), 0)::bigint FROM effects")
        .fetch_one(&mut *db.conn().await?)
        .await?)
}

/// Longer than any statement of the relay, shorter than any time limit of a test.
pub const A_WHILE: Duration = Duration::from_millis(500);

pub fn boxed<'a>(
    work: impl Future<Output = Result<(), HandlerError>> + Send + 'a,
) -> BoxFuture<'a, Result<(), HandlerError>> {
    Box::pin(work)
}
