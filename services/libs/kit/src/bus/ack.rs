//! Waits for the acknowledgement of the stream: bytes queued in the client are not yet published.

use std::future::IntoFuture;

use async_nats::jetstream::context::{PublishAckFuture, PublishError, PublishErrorKind};

use super::BusError;
use super::link::Link;

/// The acknowledgement of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PubAck {
    /// The name of the stream on the server.
    pub stream: String,
    /// The position of the message in the stream.
    pub sequence: u64,
    /// Whether the stream already held the message.
    pub duplicate: bool,
}

/// Waits for the acknowledgement, and detects a link that accepts bytes but returns nothing.
pub(super) async fn wait(
    link: &Link,
    queued: impl Future<Output = Result<PublishAckFuture, PublishError>>,
) -> Result<PubAck, BusError> {
    let acknowledged = async { queued.await?.into_future().await };
    match acknowledged.await {
        Ok(ack) => {
            link.answered();
            Ok(PubAck { stream: ack.stream, sequence: ack.sequence, duplicate: ack.duplicate })
        }
        Err(error) => {
            if error.kind() == PublishErrorKind::TimedOut {
                link.unanswered().await;
            } else {
                link.answered();
            }
            Err(error.into())
        }
    }
}
