//! Reads again the records that changed.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use kit::db::{Db, DbError};
use kit::query::{QueryFailure, Snapshot};
use prometheus::{IntGaugeVec, register_int_gauge_vec};
use sqlx::PgConnection;
use tokio::time::Instant;

use super::staleness::LONGEST_OUTDATED;
use super::{Records, Slot, VersionedSnapshot};
use crate::schema::Row;

/// How often the counts of changes are compared.
const INTERVAL: Duration = Duration::from_millis(200);
/// The longest pause while the database does not answer.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long reading a list may take.
const LONGEST_LOAD: Duration = Duration::from_mins(1);
/// The most records of a list that is read in some milliseconds.
const SMALL_LIST: usize = 500;
/// How long an editor waits until lists show the change.
const LONGEST_SHOW: Duration = Duration::from_millis(700);
static BYTES: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    register_int_gauge_vec!(
        "catalog_memory_bytes",
        "Approximate memory of the records of a list; 0: the database answers",
        &["resource"]
    )
    .expect("the name is used once")
});
static RECORDS: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    register_int_gauge_vec!("catalog_memory_records", "Records in memory", &["resource"])
        .expect("the name is used once")
});

/// How often each table changed.
type Versions = HashMap<String, i64>;

impl Records {
    /// Compares and reads until the process stops.
    pub(super) async fn follow(&self, db: &Db) {
        let mut pause = INTERVAL;
        loop {
            pause = match self.reload(db).await {
                Ok(()) => INTERVAL,
                Err(error) => {
                    if pause == INTERVAL {
                        tracing::warn!(%error, "changed records cannot be read yet");
                    }
                    (pause * 2).min(LONGEST_PAUSE)
                }
            };
            let _ = tokio::time::timeout(pause, self.0.changed.notified()).await;
        }
    }

    /// Waits before a call is answered until lists show what it changed. What takes longer is answered by the database
    /// until it is read.
    pub async fn show_change(&self, db: &Db) {
        if !self.are_compared() {
            return;
        }
        let included = tokio::time::timeout(LONGEST_SHOW, self.include_present(db)).await;
        if !matches!(included, Ok(Ok(()))) {
            self.0.slots.values().for_each(Slot::give_up_outdated);
        }
    }

    /// The task that reads changes is woken and waited for: large lists are not read twice. It may be reading one at the
    /// moment, which small ones need not wait for.
    async fn include_present(&self, db: &Db) -> Result<(), DbError> {
        let counted = current_counts(db).await?;
        let mut generation = self.0.generation.subscribe();
        self.0.changed.notify_one();
        self.read_changed(db, &counted, SMALL_LIST).await?;
        let present = to_generation(&counted);
        let includes = |read: &Option<i64>| read.is_some_and(|read| read >= present);
        // The sender is of these records: the channel is open.
        let _ = generation.wait_for(includes).await;
        Ok(())
    }

    /// Reads every list whose tables changed since it was last read.
    pub async fn reload(&self, db: &Db) -> Result<(), DbError> {
        let started = Instant::now();
        let counted = current_counts(db).await?;
        let read = self.read_changed(db, &counted, usize::MAX).await;
        if !matches!(read, Err(DbError::Away(_))) {
            self.note_compared(started);
        }
        read?;
        self.0.generation.send_replace(Some(to_generation(&counted)));
        Ok(())
    }

    /// Reads the lists of at most `most` records whose tables changed.
    async fn read_changed(&self, db: &Db, counted: &Versions, most: usize) -> Result<(), DbError> {
        let changed = self.0.slots.iter().filter(|(_, slot)| slot.is_due(counted));
        let mut due: Vec<_> = changed.filter(|(_, slot)| slot.len() <= most).collect();
        // Small lists first: a large one must not take the memory that they need.
        due.sort_by_key(|(name, slot)| (slot.len(), **name));
        let mut failure = None;
        for at in 0..due.len() {
            let (name, slot) = due[at];
            // Lists that are read after this one do not reserve the memory that they occupy now.
            let elsewhere = self.bytes_of_others(&due[at..]);
            match slot.read(db, name, self.0.most_bytes.saturating_sub(elsewhere)).await {
                Ok(()) => {}
                Err(error @ DbError::Away(_)) => return Err(error),
                // A list that cannot be read must not keep the others outdated.
                Err(error) => failure = Some(error),
            }
        }
        failure.map_or(Ok(()), Err)
    }

    fn bytes_of_others(&self, due: &[(&&str, &Slot)]) -> usize {
        let is_due = |name: &str| due.iter().any(|(known, _)| **known == name);
        let others = self.0.slots.iter().filter(|(name, _)| !is_due(name));
        others.map(|(_, slot)| slot.bytes()).sum()
    }
}

impl Slot {
    fn versions(&self, counted: &Versions) -> Vec<i64> {
        let count = |table: &&str| counted.get(*table).copied().unwrap_or_default();
        self.tables.iter().map(count).collect()
    }

    fn is_due(&self, counted: &Versions) -> bool {
        let versions = self.versions(counted);
        let mut state = self.lock();
        let due = state.snapshot.as_ref().is_none_or(|snapshot| snapshot.versions != versions);
        if due && state.snapshot.is_some() {
            state.outdated_until.get_or_insert_with(|| Instant::now() + LONGEST_OUTDATED);
        }
        due
    }

    /// Reads all records at one moment, with the counts of that moment.
    async fn read(&self, db: &Db, name: &str, most: usize) -> Result<(), DbError> {
        let began = Instant::now();
        let mut tx = kit::grpc::within(LONGEST_LOAD, db.snapshot(LONGEST_LOAD)).await?;
        let loading = async {
            let versions = self.versions(&counts(&mut tx).await?);
            let meta = kit::query::meta(&mut tx, &self.list.resource).await?;
            Ok::<_, QueryFailure>((
                versions,
                meta,
                (self.list.kind.message.load)(&mut tx, &self.list.resource, most).await,
            ))
        };
        let loaded = db.within(LONGEST_LOAD, async { loading.await.map_err(database) }).await;
        let (versions, meta, loaded) = loaded.inspect_err(|error| self.failed(error))?;
        let snapshot = match loaded {
            Ok(snapshot) => snapshot,
            // Another attempt would fail in the same way.
            Err(QueryFailure::Database(DbError::Statement(error))) => {
                tracing::warn!(resource = name, %error, "records cannot be kept in memory");
                None
            }
            Err(failure) => {
                let error = database(failure);
                self.failed(&error);
                return Err(error);
            }
        };
        drop(tx);
        let size = |records: &Snapshot<_>| (records.len(), records.bytes());
        let (records, bytes) = snapshot.as_ref().map_or((0, 0), size);
        if snapshot.is_none() {
            tracing::warn!(resource = name, most, "records are not kept in memory");
        }
        tracing::debug!(resource = name, records, bytes, took = ?began.elapsed(), "records read");
        BYTES.with_label_values(&[name]).set(bytes as i64);
        RECORDS.with_label_values(&[name]).set(records as i64);
        self.put(VersionedSnapshot { versions, records: snapshot, meta });
        Ok(())
    }

    /// Two tasks may read at once; the later moment stays.
    fn put(&self, read: VersionedSnapshot) {
        let mut state = self.lock();
        let is_later = |present: &Arc<VersionedSnapshot>| {
            present.versions.iter().zip(&read.versions).any(|(present, read)| present > read)
        };
        if !state.snapshot.as_ref().is_some_and(is_later) {
            state.snapshot = Some(Arc::new(read));
            state.outdated_until = None;
        }
    }

    /// While the database cannot be reached, no change in it can be seen.
    fn failed(&self, error: &DbError) {
        if matches!(error, DbError::Away(_)) {
            self.lock().outdated_until = None;
        }
    }

    fn len(&self) -> usize {
        self.measure(Snapshot::len)
    }

    fn bytes(&self) -> usize {
        self.measure(Snapshot::bytes)
    }

    fn measure(&self, size: impl Fn(&Snapshot<Row>) -> usize) -> usize {
        let state = self.lock();
        state.snapshot.as_ref().and_then(|snapshot| snapshot.records.as_ref()).map_or(0, size)
    }
}

/// The present state of the database.
pub async fn generation(db: &Db) -> Result<String, DbError> {
    Ok(to_generation(&current_counts(db).await?).to_string())
}

/// Counts only grow: no two states have the same sum.
fn to_generation(counted: &Versions) -> i64 {
    counted.values().sum()
}

async fn current_counts(db: &Db) -> Result<Versions, DbError> {
    let mut conn = db.conn().await?;
    let counting = async { Ok::<_, DbError>(counts(&mut conn).await?) };
    db.within(INTERVAL * 10, counting).await
}

async fn counts(conn: &mut PgConnection) -> Result<Versions, sqlx::Error> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as("SELECT table_name, version FROM table_versions").fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}

fn database(failure: QueryFailure) -> DbError {
    match failure {
        QueryFailure::Database(error) => error,
        // The statement is not a caller's: it cannot be refused because of an input.
        QueryFailure::Refused(error) => {
            DbError::Statement(sqlx::Error::Protocol(error.to_string()))
        }
    }
}
