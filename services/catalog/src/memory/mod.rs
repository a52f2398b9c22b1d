//! The records of every list in memory, from which lists are answered.

mod reload;
mod staleness;

use std::collections::HashMap;
use std::iter;
use std::sync::{Arc, Mutex, PoisonError};

use kit::db::Db;
use kit::query::{Resource, Snapshot};
use kit::run::App;
use proto::query::v1::ResourceMeta;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

pub use reload::generation;

use self::staleness::LONGEST_WITHOUT_DATABASE;
use crate::kinds::KINDS;
use crate::resources::{self, List};
use crate::schema::Row;

/// The records of all lists; clones share them.
#[derive(Clone)]
// The database remains the authority. Every table counts its changes; a task compares the counts with those of the
// snapshots in memory and reads again what differs. A list without a snapshot, or whose snapshot may be too old, is
// answered by the database.
pub struct Records(Arc<Shared>);

struct Shared {
    slots: HashMap<&'static str, Slot>,
    most_bytes: usize,
    /// When all snapshots were last compared with the database.
    compared: Mutex<Option<Instant>>,
    /// The state of the database that no snapshot is older than.
    generation: watch::Sender<Option<i64>>,
    /// An editor changed something: the counts are compared without a pause.
    changed: Notify,
}

/// The place of one list.
struct Slot {
    list: &'static List,
    /// The tables from which its records are read.
    tables: Vec<&'static str>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    snapshot: Option<Arc<VersionedSnapshot>>,
    /// Until when the snapshot, which is known to be old, still answers.
    outdated_until: Option<Instant>,
}

/// All records of a list at one moment, with the counts of changes of its tables then.
struct VersionedSnapshot {
    versions: Vec<i64>,
    /// `None` if the list is too large, or has values that cannot be compared in memory.
    records: Option<Snapshot<Row>>,
    /// The fields of the list, with the values that they had then.
    meta: ResourceMeta,
}

impl Records {
    /// No records yet; later they occupy at most this number of bytes.
    pub fn new(most_bytes: usize) -> Self {
        let slot = |(name, list): (&'static str, &'static List)| {
            (name, Slot { list, tables: tables(&list.resource), state: Mutex::default() })
        };
        Self(Arc::new(Shared {
            slots: resources::all().map(slot).collect(),
            most_bytes,
            compared: Mutex::default(),
            generation: watch::Sender::default(),
            changed: Notify::default(),
        }))
    }

    /// Reads all records, and again what changes, for as long as the process runs. The process is ready when it can
    /// answer from memory or from the database.
    pub fn start(&self, app: &App, db: &Db) {
        let (records, kept, stopping) = (self.clone(), db.clone(), app.cut());
        app.spawn_attendant("records", async move {
            stopping.run_until_cancelled(records.follow(&kept)).await;
        });
        let (records, db) = (self.clone(), db.clone());
        app.health.check("records", move || {
            let (records, db) = (records.clone(), db.clone());
            async move {
                if records.are_complete() {
                    return Ok(());
                }
                db.ping().await.map_err(|error| error.to_string())
            }
        });
    }

    /// Whether every list was read once and may be answered from memory.
    pub fn are_complete(&self) -> bool {
        self.are_compared() && self.0.slots.values().all(|slot| slot.lock().snapshot.is_some())
    }

    /// Answers from the records of a list; `None` if only the database can answer.
    pub fn answer<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Snapshot<Row>) -> Option<T>,
    ) -> Option<T> {
        if !self.are_compared() {
            return None;
        }
        let snapshot = self.0.slots.get(name)?.current()?;
        read(snapshot.records.as_ref()?)
    }

    /// The metadata of a list as it was when its records were read, for a time without the database.
    pub fn meta(&self, name: &str) -> Option<ResourceMeta> {
        if !self.are_compared() {
            return None;
        }
        Some(self.0.slots.get(name)?.current()?.meta.clone())
    }

    /// The state of the database that no answer is older than.
    pub fn generation(&self) -> Option<String> {
        self.0.generation.borrow().map(|generation| generation.to_string())
    }

    fn are_compared(&self) -> bool {
        let compared = *self.0.compared.lock().unwrap_or_else(PoisonError::into_inner);
        compared.is_some_and(|at| at.elapsed() < LONGEST_WITHOUT_DATABASE)
    }

    fn note_compared(&self, at: Instant) {
        *self.0.compared.lock().unwrap_or_else(PoisonError::into_inner) = Some(at);
    }
}

impl Slot {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn current(&self) -> Option<Arc<VersionedSnapshot>> {
        let state = self.lock();
        let is_over = state.outdated_until.is_some_and(|until| Instant::now() >= until);
        if is_over { None } else { state.snapshot.clone() }
    }

    /// Answers no more from a snapshot that is known to be old.
    fn give_up_outdated(&self) {
        let mut state = self.lock();
        state.outdated_until = state.outdated_until.map(|_| Instant::now());
    }
}

/// The tables in the statements of a resource.
fn tables(resource: &Resource) -> Vec<&'static str> {
    let attributes = resource.scoping.iter().flat_map(|scoping| scoping.attributes);
    let statements = iter::once(resource.from).chain(attributes.map(|(_, field)| field.sql));
    let words: Vec<&str> = statements
        .flat_map(|statement| statement.split(|letter: char| !is_of_a_name(letter)))
        .collect();
    let names = KINDS.iter().map(|kind| kind.table);
    names.filter(|table| words.contains(table)).collect()
}

fn is_of_a_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_from_the_tables_that_they_refer_to() {
        let tables_of = |name| tables(&resources::by_name(name).unwrap().resource);
        assert_eq!(tables_of("networks"), ["networks"]);
        for table in ["networks", "asset_classes", "assets", "tokens"] {
            assert!(tables_of("tokens").contains(&table), "{table}");
        }
        assert!(tables_of("assets").contains(&"networks"), "scopes select by them");
        assert!(!tables_of("tokens").contains(&"loans"));
        assert!(tables_of("protocols").contains(&"platforms"));
        assert!(resources::all().all(|(name, _)| !tables_of(name).is_empty()));
    }
}
