//! Streams on the server are made and brought up to date from their definitions.

use async_nats::jetstream::response::Response;
use async_nats::jetstream::stream::{Config, DiscardPolicy, Info, StorageType};
use proto::events::Stream;

use super::{Bus, BusError, error};

/// An event's payload is at most 256 KiB; the rest is for its headers.
const LARGEST_MESSAGE: i32 = 288 * 1024;

impl Bus {
    /// Makes the stream, or gives it the bounds of its definition. Answers what the server knows of it.
    pub async fn ensure(&self, stream: &'static Stream) -> Result<(), BusError> {
        self.ensured(stream).await.map(drop)
    }

    pub(crate) async fn ensured(&self, stream: &'static Stream) -> Result<Info, BusError> {
        let wanted = self.config(stream);
        match self.stream_info(stream).await {
            Ok(Some(info)) if is_as_wanted(&info.config, &wanted) => Ok(info),
            Ok(Some(info)) => self.request("UPDATE", stream, &widened(wanted, &info.config)).await,
            Ok(None) => {
                let made = self.request("CREATE", stream, &wanted).await;
                tracing::info!(stream = wanted.name, made = made.is_ok(), "the stream was missing");
                made
            }
            Err(error) => Err(error),
        }
    }

    /// What the server knows of the stream; none when it does not exist.
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
            Response::Err { error } => Err(error::of_code(&error)),
        }
    }

    fn config(&self, stream: &'static Stream) -> Config {
        // Facts cannot be unsaid; dead letters are drained by hand.
        let facts = stream.name.starts_with("EVT_");
        Config {
            name: self.stream_name(stream.name),
            subjects: vec![self.subject(stream.subjects)],
            max_age: stream.max_age,
            max_bytes: stream.max_bytes.min(self.bounds.stream_bytes),
            max_message_size: LARGEST_MESSAGE,
            duplicate_window: stream.duplicate_window,
            // A full stream refuses at once; dropping the oldest would lose what nobody has read yet.
            discard: DiscardPolicy::New,
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

/// What an operator has widened stays wide, and nothing is cut off that is there.
fn widened(wanted: Config, present: &Config) -> Config {
    Config {
        max_bytes: wanted.max_bytes.max(present.max_bytes),
        max_age: wanted.max_age.max(present.max_age),
        ..wanted
    }
}

fn is_as_wanted(present: &Config, wanted: &Config) -> bool {
    present.subjects == wanted.subjects
        && present.max_age >= wanted.max_age
        && present.max_bytes >= wanted.max_bytes
        && present.duplicate_window == wanted.duplicate_window
        && present.num_replicas == wanted.num_replicas
}
