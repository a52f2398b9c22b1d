//! The event bus: one connection per process, streams, acknowledged publishing, and events for caches.

mod ack;
mod envelope;
mod error;
mod follow;
mod link;
#[cfg(feature = "db")]
mod messages;
mod names;
mod redelivery;
pub(crate) mod streams;
mod watch;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream;
use bytes::Bytes;
use proto::events::{Event, Stream};
use tokio::time::Instant;
use uuid::Uuid;

pub use ack::PubAck;
pub use envelope::{Envelope, MalformedEvent};
pub use error::BusError;
pub use follow::Follower;
pub use redelivery::Redelivery;
pub use watch::StreamWatch;

pub(crate) use envelope::Outgoing;

use crate::config::ConfigError;
use crate::replaceable_secret::ReplaceableSecret;
use crate::run::App;

/// The bus of the process; clones share one connection.
#[derive(Clone)]
pub struct Bus {
    pub(crate) link: Arc<link::Link>,
    /// A prefix of all names, so that tests can share a server.
    #[cfg(feature = "testing")]
    test_prefix: Option<Arc<str>>,
    replicas: usize,
    pub(crate) redelivery: Arc<Redelivery>,
    /// The number of the connection on which each stream was last found.
    ensured: Arc<Mutex<HashMap<&'static str, u64>>>,
}

impl Bus {
    /// Connects in the background and reconnects for ever, with a readiness report named `nats`. Commas separate
    /// the addresses of several servers. `NATS_REPLICAS` (1) is the number of copies of each stream.
    pub fn connect(app: &App, url: impl Into<ReplaceableSecret>) -> Result<Self, ConfigError> {
        let replicas = app.env.clone().parsed("NATS_REPLICAS", 1_usize)?;
        let link = Arc::new(link::Link::connect(url.into(), &app.private_ca)?);
        let watched = Arc::clone(&link);
        app.health.watch("nats", move || {
            std::future::ready(watched.ready().map_err(|error| error.to_string()))
        });
        let (closing, ended) = (Arc::clone(&link), app.cut());
        app.spawn_attendant("bus.close", async move {
            ended.cancelled().await;
            closing.close().await;
        });
        let redelivery = Arc::default();
        Ok(Self {
            link,
            #[cfg(feature = "testing")]
            test_prefix: None,
            replicas,
            redelivery,
            ensured: Arc::default(),
        })
    }

    /// The same bus with other limits and timings.
    #[must_use]
    pub fn with_redelivery(mut self, redelivery: Redelivery) -> Self {
        self.redelivery = Arc::new(redelivery);
        self
    }

    /// Whether the broker is connected, as far as is known.
    pub fn is_connected(&self) -> bool {
        self.link.is_connected()
    }

    /// Waits until the broker answers, for commands that end when their work is done.
    pub async fn connected(&self, longest: Duration) -> Result<(), BusError> {
        let deadline = Instant::now() + longest;
        while let Err(error) = self.link.ready() {
            if Instant::now() >= deadline {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Sends an event without a change in a database, and waits until the stream has it. The stream drops a
    /// repeated id within its window.
    pub async fn publish<E: Event>(&self, event: &E, id: Uuid) -> Result<PubAck, BusError> {
        let headers = Outgoing {
            id,
            subject: E::SUBJECT,
            created_at: crate::clock::Clock::system().now(),
            version: None,
            carried: crate::telemetry::headers()
                .into_iter()
                .chain([("ce-dataschema".to_owned(), format!("schema://{}", E::SCHEMA))])
                .collect(),
        }
        .headers();
        self.send(E::STREAM, E::SUBJECT, headers, event.encode_to_vec().into()).await
    }

    /// Sends a message that carries its id in the headers; creates the stream of its events if it is missing.
    pub(crate) async fn send(
        &self,
        stream: &'static Stream,
        subject: &str,
        headers: HeaderMap,
        payload: Bytes,
    ) -> Result<PubAck, BusError> {
        // If somebody follows the subject, publishing to a missing stream fails only by timeout.
        let connection = self.link.connection();
        if self.ensured_at(stream.name) != Some(connection) {
            self.ensure(stream).await?;
            self.note_ensured(stream.name, Some(connection));
        }
        let sent = self.try_send(subject, headers, payload).await;
        if matches!(sent, Err(BusError::NoStream | BusError::Unavailable(_))) {
            self.note_ensured(stream.name, None);
        }
        sent
    }

    fn ensured_at(&self, stream: &'static str) -> Option<u64> {
        self.ensured.lock().unwrap_or_else(PoisonError::into_inner).get(stream).copied()
    }

    fn note_ensured(&self, stream: &'static str, connection: Option<u64>) {
        let mut ensured = self.ensured.lock().unwrap_or_else(PoisonError::into_inner);
        match connection {
            Some(connection) => ensured.insert(stream, connection),
            None => ensured.remove(stream),
        };
    }

    /// Sends a message once; a missing stream is an error.
    pub(crate) async fn try_send(
        &self,
        subject: &str,
        headers: HeaderMap,
        payload: Bytes,
    ) -> Result<PubAck, BusError> {
        self.link.ready()?;
        let message = jetstream::message::PublishMessage::build().headers(headers).payload(payload);
        let subject = self.subject(subject);
        ack::wait(&self.link, self.link.jetstream().send_publish(subject, message)).await
    }
}
