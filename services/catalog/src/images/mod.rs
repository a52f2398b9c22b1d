//! What lists are answered from: the records of every resource in memory, as they were a moment ago.
//!
//! The database stays the truth. Every table counts its changes there; a task compares the counts with those
//! of what is held and reads again what differs. What is not held, or not for certain current, the database
//! answers.

mod held;
mod keep;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use kit::db::Db;
use kit::query::{QueryFailure, Resource, Snapshot};
use kit::run::App;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::PgConnection;
use tokio::time::Instant;

pub use held::{Json, Row};
pub use keep::generation;

use crate::entities::ENTITIES;
use crate::{resources, rpc};

/// How long it is answered from memory while the database cannot be asked whether anything changed. Who
/// cannot reach it may be the only one.
const ALONE: Duration = Duration::from_mins(15);
/// How long it is answered from memory while what is held is known to be old and cannot be read again.
const BEHIND: Duration = Duration::from_secs(5);

/// Reads all records of a resource; none where they are too many.
pub type Load = for<'a> fn(
    &'a mut PgConnection,
    &'static Resource,
    usize,
) -> BoxFuture<'a, Result<Option<Snapshot<Row>>, QueryFailure>>;

/// The records of all resources; clones share them.
#[derive(Clone)]
pub struct Images(Arc<Shared>);

struct Shared {
    shelves: HashMap<&'static str, Shelf>,
    most_bytes: usize,
    /// When all was last compared with the database.
    compared: Mutex<Option<Instant>>,
    /// The state of the database that nothing held is older than.
    generation: Mutex<Option<String>>,
}

/// The place of one resource.
struct Shelf {
    resource: &'static Resource,
    /// The tables that its records are made of.
    tables: Vec<&'static str>,
    load: Load,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    held: Option<Arc<Held>>,
    /// Since when it is known to be old.
    behind: Option<Instant>,
}

/// What was read, and how often its tables had changed by then.
struct Held {
    versions: Vec<i64>,
    /// None where it is too large, or holds what cannot be compared here.
    image: Option<Snapshot<Row>>,
}

impl Images {
    /// Nothing yet, and at most so many bytes later.
    pub fn new(most_bytes: usize) -> Self {
        let shelf = |name| {
            let resource = resources::named(name)?;
            let load = rpc::reader(name)?.load;
            Some((
                name,
                Shelf { resource, tables: tables(resource), load, state: Mutex::default() },
            ))
        };
        let shelves = resources::names().filter_map(shelf).collect();
        Self(Arc::new(Shared {
            shelves,
            most_bytes,
            compared: Mutex::default(),
            generation: Mutex::default(),
        }))
    }

    /// Reads everything, and again what changes, for as long as the process runs. The process is ready when
    /// it can answer: from memory, or by a database that is there.
    pub fn keep(&self, app: &App, db: &Db) {
        let (images, kept, stopping) = (self.clone(), db.clone(), app.cut());
        app.spawn_attendant("images", async move {
            stopping.run_until_cancelled(images.follow(&kept)).await;
        });
        let (images, db) = (self.clone(), db.clone());
        app.health.check("records", move || {
            let (images, db) = (images.clone(), db.clone());
            async move {
                if images.are_whole() {
                    return Ok(());
                }
                db.ping().await.map_err(|error| error.to_string())
            }
        });
    }

    /// Whether everything was read once and may be answered from.
    pub fn are_whole(&self) -> bool {
        self.are_compared() && self.0.shelves.values().all(|shelf| shelf.lock().held.is_some())
    }

    /// Answers from the records of a resource; none where the database must.
    pub fn answer<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Snapshot<Row>) -> Option<T>,
    ) -> Option<T> {
        if !self.are_compared() {
            return None;
        }
        let held = self.0.shelves.get(name)?.current()?;
        read(held.image.as_ref()?)
    }

    /// The state of the database that no answer is older than.
    pub fn generation(&self) -> Option<String> {
        self.0.generation.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note_generation(&self, generation: String) {
        let mut known = self.0.generation.lock().unwrap_or_else(PoisonError::into_inner);
        *known = Some(generation);
    }

    fn are_compared(&self) -> bool {
        let compared = *self.0.compared.lock().unwrap_or_else(PoisonError::into_inner);
        compared.is_some_and(|at| at.elapsed() < ALONE)
    }

    fn note_compared(&self, at: Instant) {
        *self.0.compared.lock().unwrap_or_else(PoisonError::into_inner) = Some(at);
    }
}

impl Shelf {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn current(&self) -> Option<Arc<Held>> {
        let state = self.lock();
        let late = state.behind.is_some_and(|since| since.elapsed() >= BEHIND);
        if late { None } else { state.held.clone() }
    }
}

/// The tables that the statements of a resource name.
fn tables(resource: &Resource) -> Vec<&'static str> {
    let words: Vec<&str> = resource.from.split(|letter: char| !is_of_a_name(letter)).collect();
    let names = ENTITIES.iter().map(|entity| entity.table);
    names.filter(|table| words.contains(table)).collect()
}

fn is_of_a_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The reader of a message's records.
pub fn load<'a, M>(
    conn: &'a mut PgConnection,
    resource: &'static Resource,
    most: usize,
) -> BoxFuture<'a, Result<Option<Snapshot<Row>>, QueryFailure>>
where
    M: DeserializeOwned + Serialize + 'static,
{
    Box::pin(async move {
        let image = Snapshot::<Json<M>>::load(conn, resource, most, Json::weight).await?;
        Ok(image.map(|image| image.map(Json::into_row)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_made_of_the_tables_that_they_refer_to() {
        let of = |name| tables(resources::named(name).unwrap());
        assert_eq!(of("networks"), ["networks"]);
        for table in ["networks", "asset_classes", "assets", "tokens"] {
            assert!(of("tokens").contains(&table), "{table}");
        }
        assert!(!of("tokens").contains(&"loans"));
        assert!(of("protocols").contains(&"platforms"));
        assert!(resources::names().all(|name| !of(name).is_empty()));
    }
}
