//! What every verb works with.

use kit::clock::Clock;
use kit::db::Db;

use crate::images::Images;

/// The service's own things, handed to each verb.
#[derive(Clone)]
pub struct Context {
    /// The database.
    pub db: Db,
    /// What was read of it before.
    pub images: Images,
    /// The time.
    pub clock: Clock,
}
