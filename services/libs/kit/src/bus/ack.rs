//! Publishing is done when the stream says so, not when the client has queued the bytes.

use std::future::IntoFuture;

use async_nats::jetstream::context::{PublishAckFuture, PublishError, PublishErrorKind};

use super::BusError;
use super::link::Link;

/// The stream has the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PubAck {
    /// The stream's name on the server.
    pub stream: String,
    /// Where in the stream it stands.
    pub sequence: u64,
    /// Whether it stood there already.
    pub duplicate: bool,
}

/// Waits for the acknowledgement, and watches for a link that takes bytes and brings nothing back.
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
