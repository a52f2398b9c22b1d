//! Durable consumers: each event takes effect once, however often it arrives.
//!
//! The note that an event was handled is written in the transaction of its effect; the acknowledgement
//! follows the commit. What fails is tried again with growing pauses, and at last kept as a dead letter.

mod apply;
mod dead;
mod error;
mod position;
mod settle;
mod subscription;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use async_nats::jetstream::Message;
use futures::future::BoxFuture;
use proto::events::{Durable, Event};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub use error::HandlerError;

use crate::bus::{Bus, Envelope};
use crate::db::{Db, Tx};
use crate::run::App;

/// Events of one aggregate are handled one after the other, others side by side on so many lanes.
const LANES: usize = 4;
const WAITING_PER_LANE: usize = 64;

/// What a consumer does with an event; its changes belong into the given transaction.
pub trait Handler<E>:
    for<'a> Fn(Envelope<E>, &'a mut Tx) -> BoxFuture<'a, Result<(), HandlerError>>
    + Send
    + Sync
    + 'static
{
}

impl<E, F> Handler<E> for F where
    F: for<'a> Fn(Envelope<E>, &'a mut Tx) -> BoxFuture<'a, Result<(), HandlerError>>
        + Send
        + Sync
        + 'static
{
}

/// What all lanes of a consumer share.
struct Consumer<H> {
    bus: Bus,
    db: Db,
    durable: &'static Durable,
    handler: H,
    stopping: CancellationToken,
}

/// Starts a durable consumer of one kind of event. The outbox's migration makes the tables it needs.
pub fn consume<E, H>(app: &App, bus: &Bus, db: &Db, durable: &'static Durable, handler: H)
where
    E: Event,
    H: Handler<E>,
{
    let consumer = Arc::new(Consumer {
        bus: bus.clone(),
        db: db.clone(),
        durable,
        handler,
        stopping: app.stopping(),
    });
    let mut lanes = Vec::with_capacity(LANES);
    for _ in 0..LANES {
        let (sender, receiver) = mpsc::channel(WAITING_PER_LANE);
        lanes.push(sender);
        app.spawn("consumer.lane", lane::<E, H>(Arc::clone(&consumer), receiver));
    }
    let (bus, db, stopping) = (bus.clone(), db.clone(), app.stopping());
    app.spawn("consumer", async move {
        let subscription = subscription::Subscription::new(bus, db, durable);
        stopping.run_until_cancelled(Box::pin(subscription.run(lanes))).await;
    });
}

async fn lane<E, H>(consumer: Arc<Consumer<H>>, mut messages: mpsc::Receiver<Message>)
where
    E: Event,
    H: Handler<E>,
{
    while let Some(message) = messages.recv().await {
        if consumer.stopping.is_cancelled() {
            settle::hand_back(&message).await;
        } else {
            settle::handle::<E, H>(&consumer, message).await;
        }
    }
}

fn lane_of(message: &Message) -> usize {
    let mut hasher = DefaultHasher::new();
    let headers = message.headers.as_ref();
    headers
        .and_then(|headers| headers.get("ce-subject"))
        .map(ToString::to_string)
        .hash(&mut hasher);
    (hasher.finish() % LANES as u64) as usize
}
