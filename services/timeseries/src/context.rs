//! What every verb works with.

use kit::clock::Clock;
use kit::db::Db;

use crate::snapshot::CurrentSnapshot;

/// The service's own things, handed to each verb.
#[derive(Clone)]
pub struct Context {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The newest values of everything, in memory.
    pub snapshot: CurrentSnapshot,
}
