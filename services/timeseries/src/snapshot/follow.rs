//! Builds the snapshot and keeps it current.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use engine::ranks::Ranks;
use engine::{Column, Generation, Series, Snapshot};
use kit::bus::{Bus, Envelope, Follower};
use kit::db::{Db, DbError};
use kit::query::QueryFailure;
use kit::run::App;
use prometheus::{IntGauge, IntGaugeVec};
use proto::events;
use proto::timeseries::v1::{ObservationsLoaded, RecordsChanged};
use time::OffsetDateTime;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::store::RestrictedSeries;
use super::{CurrentSnapshot, store};
use crate::scopes::{self, SubjectAttributes};
use crate::{class_changes, source_ranks};

/// How often the database is checked for missed events.
const GENERATION_CHECK: Duration = Duration::from_secs(15);
/// Events come in bursts: changes are read together.
const GATHER: Duration = Duration::from_millis(100);
/// The pause after a failure.
const AGAIN: Duration = Duration::from_secs(1);
/// How long the first build may take.
const LONGEST_BUILD: Duration = Duration::from_mins(10);
/// How long the newest transfers may be read.
const LONGEST_NEWEST: Duration = Duration::from_secs(30);

static SIZE: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    prometheus::register_int_gauge_vec!(
        "timeseries_snapshot_size",
        "Size of the snapshot in memory: series, positions for values, bytes, the limit in bytes, and the bytes of candidates of aggregates",
        &["of"]
    )
    .expect("the name is used once")
});
static CURRENT: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!(
        "timeseries_snapshot_current_timestamp_seconds",
        "When the snapshot was last found to be current, in seconds since 1970"
    )
    .expect("the name is used once")
});

/// Why the snapshot could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum RefreshError {
    /// The database did not answer.
    #[error(transparent)]
    Database(#[from] DbError),
    /// The numbers exceed the limit.
    #[error("the numbers take {bytes} bytes, and TIMESERIES_SNAPSHOT_BYTES allows {most}")]
    TooLarge {
        /// The bytes they take.
        bytes: usize,
        /// The limit in bytes.
        most: usize,
    },
}

/// Builds the snapshot in a task of the process, then follows the events of loads. The process is not ready as long as
/// there is no snapshot.
pub fn follow(app: &App, db: &Db, current: &CurrentSnapshot, bus: Option<&Bus>) {
    let woken = Arc::new(Notify::new());
    if let Some(bus) = bus {
        let [loaded, changed, missed] = [&woken, &woken, &woken].map(Arc::clone);
        Follower::new(&events::TIMESERIES)
            .on(move |_: Envelope<ObservationsLoaded>| loaded.notify_one())
            .on(move |_: Envelope<RecordsChanged>| changed.notify_one())
            .start(app, bus, move || missed.notify_one());
    }
    let checked = current.clone();
    app.health.check("snapshot", move || {
        let (is_there, is_too_small) = (checked.get().is_some(), checked.is_too_small());
        let missing = if is_too_small {
            "takes more than TIMESERIES_SNAPSHOT_BYTES"
        } else {
            "is being built"
        };
        async move { is_there.then_some(()).ok_or_else(|| missing.to_owned()) }
    });
    let renewed = Arc::new(Notify::new());
    follow_newest(app, db, current, Arc::clone(&renewed));
    let (db, current, clock, stopping) =
        (db.clone(), current.clone(), app.clock.clone(), app.stopping());
    app.spawn("snapshot", async move {
        let kept = async {
            loop {
                let began = Instant::now();
                let (rest, pause) = match refresh(&db, &current, clock.now()).await {
                    Ok(()) => {
                        renewed.notify_one();
                        (rest_after(began), GENERATION_CHECK)
                    }
                    Err(error) => {
                        tracing::warn!(%error, "the snapshot could not be brought up to date");
                        (GATHER, AGAIN)
                    }
                };
                tokio::time::sleep(rest).await;
                let _ = tokio::time::timeout(pause, woken.notified()).await;
            }
        };
        stopping.run_until_cancelled(kept).await;
    });
}

/// While events keep coming, as after a seed, reading takes half of the time at most: queries and the consumer of these
/// events need the processor and the database, too.
fn rest_after(began: Instant) -> Duration {
    began.elapsed().clamp(GATHER, GENERATION_CHECK)
}

/// Brings the snapshot up to date once.
pub async fn refresh(
    db: &Db,
    current: &CurrentSnapshot,
    now: OffsetDateTime,
) -> Result<(), RefreshError> {
    let snapshot = match current.get() {
        None => Some(build(db).await?),
        Some(served) => update(db, &served.whole).await?,
    };
    if let Some(ReadSnapshot { snapshot, restricted, attributes }) = snapshot {
        SIZE.with_label_values(&["series"]).set(snapshot.len() as i64);
        SIZE.with_label_values(&["places"]).set(snapshot.places() as i64);
        SIZE.with_label_values(&["bytes"]).set(snapshot.bytes() as i64);
        SIZE.with_label_values(&["most_bytes"]).set(current.most_bytes as i64);
        let is_too_large = snapshot.bytes() > current.most_bytes;
        current.is_too_small.store(is_too_large, Ordering::Relaxed);
        if is_too_large {
            let (bytes, most) = (snapshot.bytes(), current.most_bytes);
            return Err(RefreshError::TooLarge { bytes, most });
        }
        current.put(snapshot, &restricted, attributes);
    }
    // Candidates grow with queries, and are dropped with their snapshot.
    let candidates = current
        .get()
        .map_or(0, |served| served.views.distinct().map(|view| view.candidates_bytes()).sum());
    SIZE.with_label_values(&["candidates"]).set(candidates as i64);
    current.confirm(now);
    CURRENT.set(current.current_at() / 1_000);
    Ok(())
}

/// Reads the newest transfers of each snapshot in a task of its own: the snapshot does not wait for them.
fn follow_newest(app: &App, db: &Db, current: &CurrentSnapshot, renewed: Arc<Notify>) {
    let (db, current, stopping) = (db.clone(), current.clone(), app.stopping());
    app.spawn("newest transfers", async move {
        let kept = async {
            loop {
                renewed.notified().await;
                let began = Instant::now();
                match read_newest(&db, &current).await {
                    Ok(()) => tokio::time::sleep(rest_after(began)).await,
                    Err(error) => {
                        tracing::warn!(%error, "the newest transfers could not be read; the database answers");
                    }
                }
            }
        };
        stopping.run_until_cancelled(kept).await;
    });
}

/// Reads the newest transfers of the present snapshot, once.
pub async fn read_newest(db: &Db, current: &CurrentSnapshot) -> Result<(), QueryFailure> {
    let Some(served) = current.get().filter(|served| !served.transfers.is_read()) else {
        return Ok(());
    };
    let read = async { served.transfers.read(&mut *db.snapshot(LONGEST_BUILD).await?).await };
    db.within(LONGEST_NEWEST, Box::pin(read)).await
}

/// A snapshot as it was read, with what is needed to narrow it.
struct ReadSnapshot {
    snapshot: Snapshot,
    restricted: RestrictedSeries,
    attributes: SubjectAttributes,
}

async fn build(db: &Db) -> Result<ReadSnapshot, DbError> {
    // One snapshot: a load that commits meanwhile is wholly in it or not at all.
    let mut tx = db.snapshot(LONGEST_BUILD).await?;
    let generation = store::generation(&mut tx).await?;
    let series = store::series(&mut tx).await?;
    let restricted = store::restricted(&mut tx).await?;
    let ranks = source_ranks::ranks(&mut tx, None).await?;
    let classes = class_changes::history(&mut tx, None).await?;
    let attributes = scopes::attributes(&mut tx).await?;
    let mut columns: HashMap<i64, Column> = HashMap::with_capacity(series.len());
    let (mut of, mut column) = (None, Column::default());
    store::everything(&mut tx, |id, day, observed| {
        if of != Some(id) {
            finish_column(&mut columns, of.replace(id), std::mem::take(&mut column));
        }
        observed.write(&mut column, day);
    })
    .await?;
    finish_column(&mut columns, of, column);
    let snapshot = assemble(series, columns, ranks, generation).with_classes(classes);
    Ok(ReadSnapshot { snapshot, restricted, attributes })
}

/// Frees the unused memory of a column before the next one grows, so that it does not add up until the end.
fn finish_column(columns: &mut HashMap<i64, Column>, of: Option<i64>, mut column: Column) {
    if let Some(id) = of {
        column.shrink();
        columns.insert(id, column);
    }
}

/// The snapshot with later loads; `None` if there were none.
async fn update(db: &Db, old: &Snapshot) -> Result<Option<ReadSnapshot>, DbError> {
    let mut tx = db.snapshot(LONGEST_BUILD).await?;
    let generation = store::generation(&mut tx).await?;
    if generation == old.generation() {
        return Ok(None);
    }
    let mut series = store::series(&mut tx).await?;
    let restricted = store::restricted(&mut tx).await?;
    let ranks = source_ranks::ranks(&mut tx, None).await?;
    let classes = class_changes::history(&mut tx, None).await?;
    let attributes = scopes::attributes(&mut tx).await?;
    for (id, known) in &mut series {
        if let Some(before) = old.get(*id) {
            known.column = Arc::clone(&before.column);
        }
    }
    let mut columns: HashMap<i64, Column> = HashMap::new();
    // Series of a subject that was removed and created again are missing in the old snapshot.
    let missing: Vec<i64> = series.keys().filter(|id| old.get(**id).is_none()).copied().collect();
    if !missing.is_empty() {
        store::values_of_series(&mut tx, &missing, old.generation().load, |id, day, observed| {
            observed.write(columns.entry(id).or_default(), day);
        })
        .await?;
    }
    store::changes(&mut tx, old.generation().load, generation.load, |id, day, observed| {
        let before = || old.get(id).map(|series| Column::clone(&series.column)).unwrap_or_default();
        observed.write(columns.entry(id).or_insert_with(before), day);
    })
    .await?;
    let snapshot = assemble(series, columns, ranks, generation).with_classes(classes);
    Ok(Some(ReadSnapshot { snapshot, restricted, attributes }))
}

fn assemble(
    mut series: HashMap<i64, Series>,
    columns: HashMap<i64, Column>,
    ranks: Ranks,
    generation: Generation,
) -> Snapshot {
    for (id, mut column) in columns {
        if let Some(series) = series.get_mut(&id) {
            column.shrink();
            series.column = Arc::new(column);
        }
    }
    let series = series.into_iter().map(|(id, series)| (id, Arc::new(series))).collect();
    Snapshot::new(series, Arc::new(ranks), generation)
}
