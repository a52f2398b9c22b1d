//! Creates the streams on the server and updates them from the `option (assay.stream)` of their .proto files, each by the
//! service that publishes to it.

use std::time::Duration;

use async_nats::jetstream::response::Response;
use async_nats::jetstream::stream::{Config, DiscardPolicy, Info, StorageType};
use proto::events::{STREAMS, Stream};

use super::link::ANSWER;
use super::{Bus, BusError, error};
use crate::run::App;

/// The largest payload of an event, in bytes.
pub(crate) const LARGEST_PAYLOAD: usize = 256 * 1024;
/// The largest message of a stream: a payload with the headers of its event.
const LARGEST_EVENT: usize = LARGEST_PAYLOAD + 32 * 1024;

impl Bus {
    /// Creates the stream of a service's events at each connection, before the first event: those who follow it wait for it, as
    /// only its publisher may create it.
    pub(crate) fn keep_stream_of(&self, app: &App, service: &str) {
        let is_own = |stream: &&&'static Stream| {
            stream.name.strip_prefix("EVT_").is_some_and(|name| name.eq_ignore_ascii_case(service))
        };
        let Some(stream) = STREAMS.iter().find(is_own).copied() else { return };
        let (bus, stopping) = (self.clone(), app.cut());
        app.spawn_attendant("bus.stream", async move {
            let keeping = async {
                let mut interruptions = bus.link.interruptions();
                loop {
                    interruptions.mark_unchanged();
                    let is_there = bus.ensure(stream).await.is_ok();
                    let longest = if is_there { Duration::MAX } else { ANSWER };
                    let change = tokio::time::timeout(longest, interruptions.changed()).await;
                    if matches!(change, Ok(Err(_))) {
                        return;
                    }
                }
            };
            stopping.run_until_cancelled(keeping).await;
        });
    }

    /// Creates the stream, or updates it to its definition.
    pub async fn ensure(&self, stream: &'static Stream) -> Result<(), BusError> {
        self.ensured(stream).await.map(drop)
    }

    pub(crate) async fn ensured(&self, stream: &'static Stream) -> Result<Info, BusError> {
        let defined = self.config(stream);
        match self.stream_info(stream).await {
            // All services write to the stream of dead letters, and none may change it.
            Ok(Some(info)) if !is_of_events(stream) || is_up_to_date(&info.config, &defined) => {
                Ok(info)
            }
            Ok(Some(info)) => self.request("UPDATE", stream, &widened(defined, &info.config)).await,
            Ok(None) => {
                let created = self.request("CREATE", stream, &defined).await;
                tracing::info!(
                    stream = defined.name,
                    created = created.is_ok(),
                    "the stream was missing"
                );
                created
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the stream exists, for those who only follow it.
    #[cfg(feature = "db")]
    pub(crate) async fn exists(&self, stream: &'static Stream) -> Result<(), BusError> {
        self.stream_info(stream).await?.map(drop).ok_or(BusError::NoStream)
    }

    /// The state of the stream on the server; none if it does not exist.
    pub(crate) async fn stream_info(
        &self,
        stream: &'static Stream,
    ) -> Result<Option<Info>, BusError> {
        match self.request("INFO", stream, &()).await {
            Ok(info) => Ok(Some(info)),
            Err(BusError::NoStream) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn request<T: serde::Serialize + Sync + ?Sized>(
        &self,
        verb: &str,
        stream: &'static Stream,
        payload: &T,
    ) -> Result<Info, BusError> {
        self.link.ready()?;
        let subject = format!("STREAM.{verb}.{}", self.stream_name(stream.name));
        let answer: Response<Info> = self
            .link
            .jetstream()
            .request(subject, payload)
            .await
            .map_err(|error| BusError::Unavailable(error.to_string()))?;
        match answer {
            Response::Ok(info) => Ok(info),
            Response::Err { error } => Err(error::from_code(&error)),
        }
    }

    fn config(&self, stream: &'static Stream) -> Config {
        // Events are never deleted; dead letters are removed by hand.
        let facts = is_of_events(stream);
        Config {
            name: self.stream_name(stream.name),
            subjects: vec![self.subject(stream.subjects)],
            max_age: stream.max_age,
            max_bytes: stream.max_bytes.min(self.redelivery.stream_bytes),
            max_message_size: LARGEST_EVENT as i32,
            duplicate_window: stream.duplicate_window,
            // Dropping the oldest would lose unread events, so that most streams reject at once where they are full.
            discard: if stream.drops_oldest { DiscardPolicy::Old } else { DiscardPolicy::New },
            storage: StorageType::File,
            num_replicas: self.replicas,
            allow_direct: true,
            deny_delete: facts,
            deny_purge: facts,
            max_messages: -1,
            max_messages_per_subject: -1,
            max_consumers: -1,
            ..Config::default()
        }
    }
}

fn is_of_events(stream: &Stream) -> bool {
    stream.name.starts_with("EVT_")
}

/// The definition, with larger limits where an operator has raised them.
fn widened(defined: Config, present: &Config) -> Config {
    Config {
        max_bytes: defined.max_bytes.max(present.max_bytes),
        max_age: defined.max_age.max(present.max_age),
        ..defined
    }
}

fn is_up_to_date(present: &Config, defined: &Config) -> bool {
    present.subjects == defined.subjects
        && present.max_age >= defined.max_age
        && present.max_bytes >= defined.max_bytes
        && present.duplicate_window == defined.duplicate_window
        && present.num_replicas == defined.num_replicas
        && present.discard == defined.discard
}
