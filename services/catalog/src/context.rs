//! What every verb works with.

use kit::clock::Clock;
use kit::db::Db;

/// The service's own things, handed to each verb.
#[derive(Clone)]
pub struct Context {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}
