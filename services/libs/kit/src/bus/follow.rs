//! Events for caches: every replica receives all events of a stream from now on, and learns when it may have missed some.

use std::collections::HashMap;

use async_nats::Message;
use futures::StreamExt as _;
use proto::events::{Event, Stream};

use super::{Bus, Envelope, MalformedEvent};
use crate::run::App;

/// A handler for any type: decodes the message and calls the typed handler.
type Step = Box<dyn Fn(&Message) -> Result<(), MalformedEvent> + Send + Sync>;

/// A follower of one stream: a table from subject to handler. Events without a handler are ignored.
// One subscription for all types: it costs one task, and the events of a record arrive in their order.
pub struct Follower {
    stream: &'static Stream,
    steps: HashMap<&'static str, Step>,
}

impl Follower {
    /// A follower without handlers.
    pub fn new(stream: &'static Stream) -> Self {
        Self { stream, steps: HashMap::new() }
    }

    /// Calls `handler` for each event of a type.
    ///
    /// # Panics
    /// When the type is on another stream or has a handler already.
    #[must_use]
    pub fn on<E: Event>(mut self, handler: impl Fn(Envelope<E>) + Send + Sync + 'static) -> Self {
        let (stream, subject) = (self.stream.name, E::SUBJECT);
        assert_eq!(E::STREAM.name, stream, "{stream} does not have {subject}");
        let step: Step = Box::new(move |message| {
            handler(Envelope::decode(subject, message.headers.as_ref(), &message.payload)?);
            Ok(())
        });
        assert!(self.steps.insert(subject, step).is_none(), "{subject} is handled twice");
        self
    }

    /// Starts to receive. Nothing is stored for a follower: `on_gap` is called at every connection and whenever events
    /// may have been missed, so that the caller can drop what depends on them.
    pub fn start(self, app: &App, bus: &Bus, on_gap: impl Fn() + Send + Sync + 'static) {
        let (bus, stopping) = (bus.clone(), app.cut());
        app.spawn_attendant("bus.follow", async move {
            stopping.run_until_cancelled(self.listen(&bus, on_gap)).await;
        });
    }

    async fn listen(&self, bus: &Bus, on_gap: impl Fn()) {
        let mut interruptions = bus.link.interruptions();
        loop {
            interruptions.mark_unchanged();
            let subjects = bus.subject(self.stream.subjects);
            let Ok(mut messages) = bus.link.client().subscribe(subjects).await else {
                tokio::time::sleep(super::link::ANSWER).await;
                continue;
            };
            flush(bus).await;
            on_gap();
            loop {
                tokio::select! {
                    message = messages.next() => {
                        let Some(message) = message else { break };
                        self.handle(bus.own_subject(&message.subject), &message);
                    }
                    changed = interruptions.changed() => {
                        if changed.is_err() {
                            return;
                        }
                        flush(bus).await;
                        on_gap();
                    }
                }
            }
        }
    }

    fn handle(&self, subject: &str, message: &Message) {
        let Some(step) = self.steps.get(subject) else { return };
        if let Err(error) = step(message) {
            tracing::warn!(%error, subject, "malformed event ignored");
        }
    }
}

/// Waits until the server has the subscription: earlier events belong to the gap.
async fn flush(bus: &Bus) {
    let _ = tokio::time::timeout(super::link::ANSWER, bus.link.client().flush()).await;
}
