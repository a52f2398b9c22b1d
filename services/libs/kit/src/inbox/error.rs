//! The failure of a handler, and its consequence for the event.

use std::error::Error;
use std::time::Duration;

use crate::db::DbError;
use crate::error::{ErrorCode, Problem};

#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// It may work later; after several attempts the event becomes a dead letter.
    #[error("will be tried again: {source}")]
    Retry {
        /// When to try again; none for the usual pauses.
        after: Option<Duration>,
        source: Box<dyn Error + Send + Sync>,
    },
    /// A dependency is unavailable: the consumer waits for it, and no attempt is counted.
    #[error("waits: {0}")]
    Away(#[source] Box<dyn Error + Send + Sync>),
    /// It will never work: the event becomes a dead letter at once.
    #[error("poison: {0}")]
    Poison(String),
    /// The event does not concern this consumer.
    #[error("skipped: {0}")]
    Skip(String),
}

impl HandlerError {
    /// It may work later.
    pub fn retry(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Retry { after: None, source: source.into() }
    }
}

impl From<DbError> for HandlerError {
    fn from(error: DbError) -> Self {
        if error.is_transient() { Self::Away(error.into()) } else { Self::retry(error) }
    }
}

impl From<sqlx::Error> for HandlerError {
    fn from(error: sqlx::Error) -> Self {
        DbError::from(error).into()
    }
}

impl From<Problem> for HandlerError {
    fn from(problem: Problem) -> Self {
        match problem.code {
            ErrorCode::Unavailable | ErrorCode::Timeout | ErrorCode::Limited => {
                Self::Away(problem.into())
            }
            _ => Self::retry(problem),
        }
    }
}
