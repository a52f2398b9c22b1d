//! The term in which this process relays, and the failures of a round.

use std::time::Duration;

use crate::bus::BusError;
use crate::db::{DbError, Lease};

/// How long a statement of the relay may take.
pub(super) const STATEMENT: Duration = Duration::from_secs(2);

/// Why a round of the relay did not go through.
#[derive(Debug, thiserror::Error)]
pub(super) enum RelayError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error("another process relays")]
    Deposed,
    #[error("stream {0} is not defined")]
    Unknown(String),
}

/// The time in which this process relays.
#[derive(Clone, Copy)]
pub(super) struct Term {
    pub lease: Lease,
    pub epoch: i64,
}
