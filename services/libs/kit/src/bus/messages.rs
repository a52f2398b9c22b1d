//! Looks up the message at a position of a stream.

use async_nats::jetstream::stream::RawMessageErrorKind;
use proto::events::Stream;

use super::{Bus, BusError, error};

impl Bus {
    /// The id of the message at a position; none if the position is empty.
    pub(crate) async fn message_id(
        &self,
        stream: &'static Stream,
        sequence: u64,
    ) -> Result<Option<String>, BusError> {
        let name = self.stream_name(stream.name);
        let handle = self
            .link
            .jetstream()
            .get_stream_no_info(&name)
            .await
            .map_err(|error| BusError::Refused(error.to_string()))?;
        match handle.get_raw_message(sequence).await {
            Ok(message) => Ok(message
                .headers
                .get(async_nats::header::NATS_MESSAGE_ID)
                .map(ToString::to_string)),
            Err(failure) => match failure.kind() {
                RawMessageErrorKind::NoMessageFound => Ok(None),
                RawMessageErrorKind::JetStream(answer) => match error::from_code(&answer) {
                    BusError::NoStream => Ok(None),
                    other => Err(other),
                },
                _ => Err(BusError::Unavailable(failure.to_string())),
            },
        }
    }
}
