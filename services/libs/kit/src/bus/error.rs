//! The failures of the bus, by what a caller can do about them.

use async_nats::jetstream::ErrorCode as Code;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};

use crate::error::{ErrorCode, Problem};

#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The stream has reached its size limit, or the broker has no storage left for it.
    #[error("the stream is full, or the disk of the bus")]
    Full,
    /// The broker cannot be reached or does not answer; the message may have arrived.
    #[error("the bus is unavailable: {0}")]
    Unavailable(String),
    /// The broker rejects the credentials; an operator may correct them.
    #[error("the bus rejects the credentials")]
    Unauthorized,
    /// The stream does not exist.
    #[error("the stream is missing")]
    NoStream,
    /// A setting of the stream is not as it is defined, and another program may change it.
    #[error("the stream has not the {0} of its definition")]
    Differs(&'static str),
    /// The broker rejects the message or the request.
    #[error("the bus rejects the request: {0}")]
    Refused(String),
}

impl From<BusError> for Problem {
    fn from(error: BusError) -> Self {
        match error {
            BusError::Full => Self::new(
                ErrorCode::Limited,
                "bus_full",
                "Too many events are waiting to be handled",
            )
            .with_source(error),
            BusError::Unavailable(_)
            | BusError::Unauthorized
            | BusError::NoStream
            | BusError::Differs(_) => Self::unavailable(error),
            BusError::Refused(_) => Self::internal(error),
        }
    }
}

impl From<PublishError> for BusError {
    fn from(error: PublishError) -> Self {
        match error.kind() {
            PublishErrorKind::StreamNotFound => Self::NoStream,
            PublishErrorKind::MaxPayloadExceeded => Self::Refused(error.to_string()),
            PublishErrorKind::Other => from_server(&error),
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

fn from_server(error: &PublishError) -> BusError {
    use std::error::Error as _;
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(answer) = cause.downcast_ref::<async_nats::jetstream::Error>() {
            return from_code(answer);
        }
        source = cause.source();
    }
    BusError::Unavailable(error.to_string())
}

/// The failure behind an error code of JetStream.
pub(super) fn from_code(answer: &async_nats::jetstream::Error) -> BusError {
    match answer.error_code() {
        Code::STREAM_STORE_FAILED
        | Code::ACCOUNT_RESOURCES_EXCEEDED
        | Code::INSUFFICIENT_RESOURCES
        | Code::STORAGE_RESOURCES_EXCEEDED => BusError::Full,
        Code::STREAM_NOT_FOUND => BusError::NoStream,
        _ if answer.code() >= 500 => BusError::Unavailable(answer.to_string()),
        _ => BusError::Refused(answer.to_string()),
    }
}
