//! The failures of a database, by what a caller can do about them.

use crate::certificate_refusal::refused_certificate;
use crate::error::Problem;

/// A failure of the database or of a statement.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The database cannot be reached, restarts, or changes its primary.
    #[error("the database is unavailable")]
    Away(#[source] sqlx::Error),
    /// More callers wait for a connection than can be served in time.
    #[error("too many callers wait for the database")]
    Busy,
    /// A statement or a commit did not answer in time; a commit may have happened.
    #[error("the database did not answer in time")]
    Timeout,
    /// The database refused a statement.
    #[error("statement failed")]
    Statement(#[source] sqlx::Error),
    /// The event is too large or its headers are malformed.
    #[error("event cannot be sent: {0}")]
    Event(String),
}

impl DbError {
    /// The name of the violated constraint.
    pub fn constraint(&self) -> Option<&str> {
        match self {
            Self::Statement(sqlx::Error::Database(error)) => error.constraint(),
            _ => None,
        }
    }

    /// Whether the same work may succeed if it is repeated a little later.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Away(_) | Self::Busy | Self::Timeout => true,
            // Serialization failure and deadlock: the database chose one of two to repeat its work.
            Self::Statement(error) => matches!(state(error).as_deref(), Some("40001" | "40P01")),
            Self::Event(_) => false,
        }
    }

    /// Whether a value does not fit its type.
    pub(crate) fn is_value_error(&self) -> bool {
        match self {
            Self::Statement(error) => state(error).is_some_and(|code| code.starts_with("22")),
            _ => false,
        }
    }

    /// The reason of the failure, as an operator needs it.
    pub(super) fn reason(&self) -> String {
        let refused = match self {
            Self::Away(source) => refused_certificate(&source.to_string()),
            _ => None,
        };
        refused.unwrap_or_else(|| self.to_string())
    }

    /// A copy for another caller of the same statement.
    pub(super) fn copy(&self) -> Self {
        let text = |error: &sqlx::Error| sqlx::Error::Protocol(error.to_string());
        match self {
            Self::Away(error) => Self::Away(text(error)),
            Self::Busy => Self::Busy,
            Self::Timeout => Self::Timeout,
            Self::Statement(error) => Self::Statement(text(error)),
            Self::Event(problem) => Self::Event(problem.clone()),
        }
    }
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::BeginFailed => Self::Away(error),
            sqlx::Error::Database(_) => match state(&error).as_deref() {
                Some("57014" | "55P03" | "25P03" | "25P04") => Self::Timeout,
                // Connection lost, shutdown, start-up, too many clients, out of disk, now read-only.
                Some(code) if is_away(code) => Self::Away(error),
                _ => Self::Statement(error),
            },
            _ => Self::Statement(error),
        }
    }
}

impl From<DbError> for Problem {
    fn from(error: DbError) -> Self {
        if error.is_transient() { Self::unavailable(error) } else { Self::internal(error) }
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        DbError::from(error).into()
    }
}

fn state(error: &sqlx::Error) -> Option<std::borrow::Cow<'_, str>> {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code)
}

fn is_away(code: &str) -> bool {
    code.starts_with("08") || code.starts_with("57P") || code.starts_with("53") || code == "25006"
}
