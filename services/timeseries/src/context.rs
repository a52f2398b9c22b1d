//! The dependencies of every verb.

use kit::clock::Clock;
use kit::db::Db;

use crate::snapshot::CurrentSnapshot;

/// The dependencies of every verb.
#[derive(Clone)]
pub struct Context {
    pub db: Db,
    pub clock: Clock,
    /// The newest values of all series, in memory.
    pub snapshot: CurrentSnapshot,
}
