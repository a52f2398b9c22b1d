//! The resources that every verb gets.

use kit::auth_secret::AuthSecret;
use kit::clock::Clock;
use kit::db::Db;

use crate::identity::Identity;

/// Database, clock and identity, the secrets of the codes of keys, and whether requests for plans are taken.
#[derive(Clone)]
pub struct Context {
    pub db: Db,
    pub clock: Clock,
    pub identity: Identity,
    pub peppers: AuthSecret,
    /// Somebody reads them.
    pub takes_plan_requests: bool,
}
