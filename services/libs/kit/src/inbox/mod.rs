//! Durable consumers: each event takes effect once, however often it arrives.

mod apply;
mod dead_letters;
mod deliver;
mod durable;
mod error;
mod limits;
mod position;
mod rebuild;
mod replace;
mod subscription;

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use async_nats::HeaderValue;
use async_nats::jetstream::Message;
use futures::future::BoxFuture;
use proto::events::Event;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub use durable::Durable;
pub use error::HandlerError;
pub use rebuild::rebuild;

use self::limits::{LANES, MOST_UNKNOWN, WAITING_PER_LANE};
use crate::bus::{Bus, Envelope};
use crate::db::{Db, Tx};
use crate::run::App;

/// The handler of an event; its changes belong into the transaction.
// An inbox row is written in the transaction of the effect, and the acknowledgement follows the commit. A failed
// event is retried with growing pauses, and at last stored as a dead letter.
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

/// A handler for any type: decodes the payload and calls the typed handler.
type Step = Box<
    dyn for<'a> Fn(Envelope<()>, &[u8], &'a mut Tx) -> BoxFuture<'a, Result<(), HandlerError>>
        + Send
        + Sync,
>;

/// A durable consumer of one stream: a table from event type to handler. Events of other types are acknowledged and
/// counted.
pub struct Consumer {
    durable: &'static Durable,
    steps: HashMap<&'static str, Step>,
}

impl Consumer {
    /// A consumer without handlers.
    pub fn new(durable: &'static Durable) -> Self {
        Self { durable, steps: HashMap::new() }
    }

    /// Handles the events of a type.
    ///
    /// # Panics
    /// When the type is on another stream or has a handler already.
    #[must_use]
    pub fn on<E: Event>(mut self, handler: impl Handler<E>) -> Self {
        let (name, kind) = (self.durable.name, E::ce_type());
        assert_eq!(E::STREAM.name, self.durable.stream.name, "{name} does not get {kind}");
        let step: Step =
            Box::new(move |envelope, payload, tx| match envelope.with_payload::<E>(payload) {
                Ok(envelope) => handler(envelope, tx),
                Err(error) => {
                    Box::pin(std::future::ready(Err(HandlerError::Poison(error.to_string()))))
                }
            });
        assert!(self.steps.insert(kind, step).is_none(), "{name} handles {kind} twice");
        self
    }

    pub fn start(self, app: &App, bus: &Bus, db: &Db) {
        let durable = self.durable;
        let running = Arc::new(Running {
            bus: bus.clone(),
            db: db.clone(),
            durable,
            steps: self.steps,
            unknown: Mutex::default(),
            stopping: app.stopping(),
        });
        let mut lanes = Vec::with_capacity(LANES);
        for _ in 0..LANES {
            let (sender, receiver) = mpsc::channel(WAITING_PER_LANE);
            lanes.push(sender);
            app.spawn("consumer.lane", lane(Arc::clone(&running), receiver));
        }
        let (bus, db, stopping) = (bus.clone(), db.clone(), app.stopping());
        app.spawn("consumer", async move {
            let subscription = subscription::Subscription::new(bus, db, durable);
            stopping.run_until_cancelled(Box::pin(subscription.run(lanes))).await;
        });
    }
}

/// The state that the lanes of a consumer share.
struct Running {
    bus: Bus,
    db: Db,
    durable: &'static Durable,
    steps: HashMap<&'static str, Step>,
    /// Event types without a handler that have been received.
    unknown: Mutex<HashSet<String>>,
    stopping: CancellationToken,
}

impl Running {
    /// Whether this is the first event of a type without a handler.
    fn is_first_unknown(&self, ce_type: &str) -> bool {
        let mut unknown = self.unknown.lock().unwrap_or_else(PoisonError::into_inner);
        unknown.len() < MOST_UNKNOWN && unknown.insert(ce_type.to_owned())
    }
}

async fn lane(consumer: Arc<Running>, mut messages: mpsc::Receiver<Message>) {
    while let Some(message) = messages.recv().await {
        if consumer.stopping.is_cancelled() {
            deliver::hand_back(&message).await;
        } else {
            deliver::handle(&consumer, message).await;
        }
    }
}

/// The same lane for all events of a record: its entity is the type less what happened and the version.
fn lane_index(message: &Message) -> usize {
    let header = |name: &str| message.headers.as_ref()?.get(name).map(HeaderValue::as_str);
    let entity = header("ce-type").and_then(|ce_type| ce_type.rsplitn(3, '.').nth(2));
    let mut hasher = DefaultHasher::new();
    (entity, header("ce-subject")).hash(&mut hasher);
    (hasher.finish() % LANES as u64) as usize
}
