//! What can go wrong on the bus, in the words that callers act on.

use async_nats::jetstream::ErrorCode as Code;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};

use crate::error::{ErrorCode, Problem};

/// A failure of the bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The stream has reached its bounds.
    #[error("the stream is full")]
    Full,
    /// The broker cannot be reached or does not answer; the message may have arrived.
    #[error("the bus is away: {0}")]
    Unavailable(String),
    /// The broker does not let the process in; it may tomorrow.
    #[error("the bus refuses the credentials")]
    Unauthorized,
    /// The stream does not exist.
    #[error("the stream is missing")]
    NoStream,
    /// The broker refuses the message or the request.
    #[error("the bus refuses: {0}")]
    Refused(String),
}

impl From<BusError> for Problem {
    fn from(error: BusError) -> Self {
        match error {
            BusError::Full => {
                Self::new(ErrorCode::Limited, "bus_full", "Too much is waiting to be handled")
                    .with_source(error)
            }
            BusError::Unavailable(_) | BusError::Unauthorized | BusError::NoStream => {
                Self::unavailable(error)
            }
            BusError::Refused(_) => Self::internal(error),
        }
    }
}

impl From<PublishError> for BusError {
    fn from(error: PublishError) -> Self {
        match error.kind() {
            PublishErrorKind::StreamNotFound => Self::NoStream,
            PublishErrorKind::MaxPayloadExceeded => Self::Refused(error.to_string()),
            PublishErrorKind::Other => of_server(&error),
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

fn of_server(error: &PublishError) -> BusError {
    use std::error::Error as _;
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(answer) = cause.downcast_ref::<async_nats::jetstream::Error>() {
            return of_code(answer);
        }
        source = cause.source();
    }
    BusError::Unavailable(error.to_string())
}

/// What an answer of the server's stream layer means.
pub(super) fn of_code(answer: &async_nats::jetstream::Error) -> BusError {
    match answer.error_code() {
        Code::STREAM_STORE_FAILED
        | Code::INSUFFICIENT_RESOURCES
        | Code::STORAGE_RESOURCES_EXCEEDED => BusError::Full,
        Code::STREAM_NOT_FOUND => BusError::NoStream,
        _ if answer.code() >= 500 => BusError::Unavailable(answer.to_string()),
        _ => BusError::Refused(answer.to_string()),
    }
}
