//! Keeps what is held current.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use kit::db::{Db, DbError};
use kit::query::QueryFailure;
use prometheus::{IntGaugeVec, register_int_gauge_vec};
use sqlx::PgConnection;
use tokio::time::Instant;

use super::{Held, Images, Shelf};

/// How often the counts of changes are compared.
const EVERY: Duration = Duration::from_millis(200);
/// The longest pause while the database does not answer.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long a resource may take to be read.
const LONGEST_LOAD: Duration = Duration::from_mins(1);
/// How long whoever changed something waits until lists show it.
const LONGEST_SHOW: Duration = Duration::from_millis(700);
static BYTES: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    register_int_gauge_vec!(
        "catalog_image_bytes",
        "About how much memory the records of a resource take up; 0: the database answers",
        &["resource"]
    )
    .expect("the name is used once")
});
static RECORDS: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    register_int_gauge_vec!("catalog_image_records", "Records held in memory", &["resource"])
        .expect("the name is used once")
});

/// How often each table changed.
type Versions = HashMap<String, i64>;

impl Images {
    /// Compares and reads, again and again.
    pub(super) async fn follow(&self, db: &Db) {
        let mut pause = EVERY;
        loop {
            pause = match self.refresh(db).await {
                Ok(()) => EVERY,
                Err(error) => {
                    if pause == EVERY {
                        tracing::warn!(%error, "what changed cannot be read yet");
                    }
                    (pause * 2).min(LONGEST_PAUSE)
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Reads what somebody changed before that is answered, so that lists show it to him; what takes longer
    /// is read soon after.
    pub async fn show_change(&self, db: &Db) {
        if self.are_compared() {
            let _ = tokio::time::timeout(LONGEST_SHOW, self.refresh(db)).await;
        }
    }

    /// Reads what changed since it was read last.
    pub async fn refresh(&self, db: &Db) -> Result<(), DbError> {
        let asked = Instant::now();
        let mut conn = db.conn().await?;
        let asking = async { Ok::<_, DbError>(counts(&mut conn).await?) };
        let counted = db.within(EVERY * 10, asking).await;
        drop(conn);
        let counted = counted?;
        let mut due: Vec<_> =
            self.0.shelves.iter().filter(|(_, shelf)| shelf.is_due(&counted)).collect();
        // Small ones first: a large one must not keep them from their place.
        due.sort_by_key(|(name, shelf)| (shelf.len(), **name));
        let mut failure = None;
        for at in 0..due.len() {
            let (name, shelf) = due[at];
            // What is read again later has no claim on the place that it takes now.
            let elsewhere = self.bytes_beside(&due[at..]);
            match shelf.read(db, name, self.0.most_bytes.saturating_sub(elsewhere)).await {
                Ok(()) => {}
                Err(error @ DbError::Away(_)) => return Err(error),
                // One that cannot be read must not keep the others old.
                Err(error) => failure = Some(error),
            }
        }
        self.note_compared(asked);
        if let Some(failure) = failure {
            return Err(failure);
        }
        self.note_generation(told(&counted));
        Ok(())
    }

    fn bytes_beside(&self, due: &[(&&str, &Shelf)]) -> usize {
        let is_due = |name: &str| due.iter().any(|(known, _)| **known == name);
        let others = self.0.shelves.iter().filter(|(name, _)| !is_due(name));
        others.map(|(_, shelf)| shelf.bytes()).sum()
    }
}

impl Shelf {
    fn versions(&self, counted: &Versions) -> Vec<i64> {
        let count = |table: &&str| counted.get(*table).copied().unwrap_or_default();
        self.tables.iter().map(count).collect()
    }

    fn is_due(&self, counted: &Versions) -> bool {
        let versions = self.versions(counted);
        let mut state = self.lock();
        let due = state.held.as_ref().is_none_or(|held| held.versions != versions);
        if due && state.held.is_some() {
            state.behind.get_or_insert_with(Instant::now);
        }
        due
    }

    /// Reads all records as they are at one moment, with the counts of that moment.
    async fn read(&self, db: &Db, name: &str, most: usize) -> Result<(), DbError> {
        let began = Instant::now();
        let mut tx = kit::grpc::within(LONGEST_LOAD, db.snapshot(LONGEST_LOAD)).await?;
        let loading = async {
            let versions = self.versions(&counts(&mut tx).await?);
            Ok::<_, QueryFailure>((versions, (self.load)(&mut tx, self.resource, most).await))
        };
        let loaded = db.within(LONGEST_LOAD, async { loading.await.map_err(database) }).await;
        let (versions, loaded) = loaded.inspect_err(|error| self.failed(error))?;
        let image = match loaded {
            Ok(image) => image,
            // The next try would find the same.
            Err(QueryFailure::Database(DbError::Statement(error))) => {
                tracing::warn!(resource = name, %error, "records cannot be held in memory");
                None
            }
            Err(failure) => {
                let error = database(failure);
                self.failed(&error);
                return Err(error);
            }
        };
        drop(tx);
        let (records, bytes) = image.as_ref().map_or((0, 0), |image| (image.len(), image.bytes()));
        if image.is_none() {
            tracing::warn!(resource = name, most, "records are not held in memory");
        }
        tracing::debug!(resource = name, records, bytes, took = ?began.elapsed(), "records read");
        BYTES.with_label_values(&[name]).set(bytes as i64);
        RECORDS.with_label_values(&[name]).set(records as i64);
        self.put(Held { versions, image });
        Ok(())
    }

    /// Two may read at once; the later moment stays.
    fn put(&self, read: Held) {
        let mut state = self.lock();
        let later = |held: &Arc<Held>| {
            held.versions.iter().zip(&read.versions).any(|(held, read)| held > read)
        };
        if !state.held.as_ref().is_some_and(later) {
            state.held = Some(Arc::new(read));
            state.behind = None;
        }
    }

    /// While the database is away nothing changes that could be read there.
    fn failed(&self, error: &DbError) {
        if matches!(error, DbError::Away(_)) {
            self.lock().behind = None;
        }
    }

    fn len(&self) -> usize {
        self.of_image(kit::query::Image::len)
    }

    fn bytes(&self) -> usize {
        self.of_image(kit::query::Image::bytes)
    }

    fn of_image(&self, tell: impl Fn(&kit::query::Image<super::Row>) -> usize) -> usize {
        let state = self.lock();
        state.held.as_ref().and_then(|held| held.image.as_ref()).map_or(0, tell)
    }
}

/// The state of the database now.
pub async fn generation(db: &Db) -> Result<String, DbError> {
    Ok(told(&counts(&mut *db.conn().await?).await?))
}

/// Counts only grow: no two states have the same sum.
fn told(counted: &Versions) -> String {
    counted.values().sum::<i64>().to_string()
}

async fn counts(conn: &mut PgConnection) -> Result<Versions, sqlx::Error> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as("SELECT table_name, version FROM table_versions").fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}

fn database(failure: QueryFailure) -> DbError {
    match failure {
        QueryFailure::Database(error) => error,
        // What is read here is no caller's question.
        QueryFailure::Refused(error) => {
            DbError::Statement(sqlx::Error::Protocol(error.to_string()))
        }
    }
}
