//! The connections and state that every call of the catalog works with.

use kit::clock::Clock;
use kit::db::Db;

use crate::memory::Records;

/// The service's own connections and state, passed to each verb.
#[derive(Clone)]
pub struct Context {
    pub db: Db,
    pub records: Records,
    pub clock: Clock,
}
