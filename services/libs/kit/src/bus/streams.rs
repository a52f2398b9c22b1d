//! Creates the streams on the server and updates them from the `option (assay.stream)` of their .proto files, each by its maker:
//! the service that publishes to it, or that `services/services.txt` names.

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

/// How often the maker of a stream looks whether it is as it is defined.
const LOOK: Duration = Duration::from_mins(1);

impl Bus {
    /// Makes the streams of a service at each connection, before the first message: those who follow or write to them wait
    /// for them, as only their maker may create them.
    pub(crate) fn keep_streams_of(&self, app: &App, service: &str) {
        for stream in STREAMS.iter().filter(|stream| stream.maker == service) {
            self.keep_stream(app, stream);
        }
    }

    /// Makes a stream, and again whenever it is missing or differs from its definition.
    pub(crate) fn keep_stream(&self, app: &App, stream: &'static Stream) {
        let (bus, stopping) = (self.clone(), app.cut());
        app.spawn_attendant("bus.stream", async move {
            let keeping = async {
                let mut interruptions = bus.link.interruptions();
                loop {
                    interruptions.mark_unchanged();
                    let longest = if bus.made(stream).await.is_ok() { LOOK } else { ANSWER };
                    let change = tokio::time::timeout(longest, interruptions.changed()).await;
                    if matches!(change, Ok(Err(_))) {
                        return;
                    }
                }
            };
            stopping.run_until_cancelled(keeping).await;
        });
    }

    /// Creates the stream of a service's events, or updates it to its definition. That of dead letters is only looked at.
    pub async fn ensure(&self, stream: &'static Stream) -> Result<(), BusError> {
        self.ensured(stream).await.map(drop)
    }

    pub(crate) async fn ensured(&self, stream: &'static Stream) -> Result<Info, BusError> {
        // The publisher of events makes their stream. All consumers send dead letters, so one service makes that stream for all.
        if is_of_events(stream) { self.made(stream).await } else { self.found(stream).await }
    }

    /// The stream, created or updated to its definition, as its maker alone may.
    async fn made(&self, stream: &'static Stream) -> Result<Info, BusError> {
        let defined = self.config(stream);
        let Some(info) = self.stream_info(stream).await? else {
            let created = self.request("CREATE", stream, &defined).await;
            let is_created = created.is_ok();
            tracing::info!(stream = defined.name, created = is_created, "the stream was missing");
            return created;
        };
        let Some(setting) = difference(&info.config, &defined) else { return Ok(info) };
        let updated = self.request("UPDATE", stream, &widened(defined, &info.config)).await;
        match &updated {
            Ok(_) => {
                tracing::warn!(stream = stream.name, setting, "the stream is as defined again");
            }
            Err(error) => {
                tracing::error!(stream = stream.name, setting, %error, "the stream stays other than defined");
            }
        }
        updated
    }

    /// The stream as its maker left it. What is sent to one that differs from its definition may be lost.
    async fn found(&self, stream: &'static Stream) -> Result<Info, BusError> {
        let info = self.stream_info(stream).await?.ok_or(BusError::NoStream)?;
        // The number of copies is a setting of the maker.
        let defined = Config { num_replicas: info.config.num_replicas, ..self.config(stream) };
        match difference(&info.config, &defined) {
            None => Ok(info),
            Some(setting) => Err(BusError::Differs(setting)),
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

/// The first setting by which a stream differs from its definition; larger limits are an operator's.
fn difference(present: &Config, defined: &Config) -> Option<&'static str> {
    let is_alone = present.mirror.is_none()
        && present.republish.is_none()
        && present.subject_transform.is_none()
        && present.sources.as_ref().is_none_or(Vec::is_empty);
    let settings = [
        ("subjects", present.subjects == defined.subjects),
        ("max_age", present.max_age >= defined.max_age),
        ("max_bytes", present.max_bytes >= defined.max_bytes),
        ("max_msgs", present.max_messages == defined.max_messages),
        (
            "max_msgs_per_subject",
            present.max_messages_per_subject == defined.max_messages_per_subject,
        ),
        ("max_msg_size", present.max_message_size == defined.max_message_size),
        ("duplicate_window", present.duplicate_window == defined.duplicate_window),
        ("num_replicas", present.num_replicas == defined.num_replicas),
        ("discard", present.discard == defined.discard),
        ("retention", present.retention == defined.retention),
        ("storage", present.storage == defined.storage),
        ("no_ack", present.no_ack == defined.no_ack),
        ("sealed", present.sealed == defined.sealed),
        ("allow_rollup_hdrs", present.allow_rollup == defined.allow_rollup),
        ("allow_direct", present.allow_direct == defined.allow_direct),
        ("deny_delete", present.deny_delete == defined.deny_delete),
        ("deny_purge", present.deny_purge == defined.deny_purge),
        ("sources or copies", is_alone),
    ];
    settings.into_iter().find(|(_, is_same)| !is_same).map(|(setting, _)| setting)
}

#[cfg(test)]
mod tests {
    use async_nats::jetstream::stream::Source;

    use super::*;

    #[test]
    fn a_stream_that_would_lose_messages_differs_from_its_definition_and_a_larger_one_does_not() {
        let defined =
            Config { max_bytes: 100, max_age: Duration::from_mins(1), ..Config::default() };
        let larger = Config { max_bytes: 200, max_age: Duration::from_mins(2), ..defined.clone() };
        assert_eq!(difference(&larger, &defined), None);
        for (changed, setting) in [
            (Config { max_bytes: 1, ..defined.clone() }, "max_bytes"),
            (Config { max_messages: 1, ..defined.clone() }, "max_msgs"),
            (Config { storage: StorageType::Memory, ..defined.clone() }, "storage"),
            (Config { no_ack: true, ..defined.clone() }, "no_ack"),
            (
                Config { sources: Some(vec![Source::default()]), ..defined.clone() },
                "sources or copies",
            ),
        ] {
            assert_eq!(difference(&changed, &defined), Some(setting));
        }
    }
}
