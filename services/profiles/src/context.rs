//! What every verb works with.

use kit::clock::Clock;
use kit::db::{Db, Lookup};
use uuid::Uuid;

use crate::profiles::{self, Row};

/// The service's own things, handed to each verb.
#[derive(Clone)]
pub struct Context {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The profiles in the database.
    pub profiles: Lookup<Uuid, Row>,
}

impl Context {
    /// Puts it together.
    pub fn new(db: Db, clock: Clock) -> Self {
        let profiles = Lookup::new(&db, |conn, users| Box::pin(profiles::find(conn, users)));
        Self { db, clock, profiles }
    }
}
