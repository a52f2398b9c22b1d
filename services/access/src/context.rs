//! The resources that every verb gets.

use kit::clock::Clock;
use kit::db::Db;

/// Database and clock of the service.
#[derive(Clone)]
pub struct Context {
    pub db: Db,
    pub clock: Clock,
}
