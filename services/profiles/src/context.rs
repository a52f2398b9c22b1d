//! The resources that every verb gets.

use kit::clock::Clock;
use kit::db::{Db, Lookup};
use uuid::Uuid;

use crate::profiles::row::{self, Row};

/// Database, clock and lookup of the service.
#[derive(Clone)]
pub struct Context {
    pub db: Db,
    pub clock: Clock,
    /// Rows by user, several callers in one statement.
    pub profiles: Lookup<Uuid, Row>,
}

impl Context {
    /// A context on a database.
    pub fn new(db: Db, clock: Clock) -> Self {
        let profiles = Lookup::new(&db, |conn, users| Box::pin(row::find(conn, users)));
        Self { db, clock, profiles }
    }
}
