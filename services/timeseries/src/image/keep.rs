//! Builds the image and keeps it current.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use kit::bus::Bus;
use kit::db::{Db, DbError};
use kit::query::QueryFailure;
use kit::run::App;
use prometheus::{IntGauge, IntGaugeVec};
use proto::timeseries::v1::{ObservationsLoaded, RecordsChanged};
use time::OffsetDateTime;
use tokio::sync::Notify;

use super::{Column, Image, Series, Shelf, read};

/// How often the database is asked whether an event was missed.
const CHECK: Duration = Duration::from_secs(15);
/// Events come in numbers: what they tell of is read together.
const GATHER: Duration = Duration::from_millis(100);
/// How long after a failure it is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// How long the first build may take.
const LONGEST: Duration = Duration::from_mins(10);
/// How long the newest transfers may be read.
const LONGEST_NEWEST: Duration = Duration::from_secs(30);

static SIZE: LazyLock<IntGaugeVec> = LazyLock::new(|| {
    prometheus::register_int_gauge_vec!(
        "timeseries_image_size",
        "What the image in memory holds: series, places for values, bytes, and the most bytes that it may; and the bytes of candidates, which aggregates choose from",
        &["of"]
    )
    .expect("the name is used once")
});
static CURRENT: LazyLock<IntGauge> = LazyLock::new(|| {
    prometheus::register_int_gauge!(
        "timeseries_image_current_timestamp_seconds",
        "When the image was last found to be current, in seconds since 1970"
    )
    .expect("the name is used once")
});

/// Why the image is not brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum RefreshError {
    /// The database did not answer.
    #[error(transparent)]
    Database(#[from] DbError),
    /// There is no room.
    #[error("the numbers take {bytes} bytes, and TIMESERIES_IMAGE_BYTES allows {most}")]
    TooLarge {
        /// What they take.
        bytes: usize,
        /// What they may take.
        most: usize,
    },
}

/// Builds the image in a task of the process, and follows the events that tell of loads. The process is not ready as
/// long as there is no image.
pub fn keep(app: &App, db: &Db, shelf: &Shelf, bus: Option<&Bus>) {
    let woken = Arc::new(Notify::new());
    if let Some(bus) = bus {
        let (told, missed) = (Arc::clone(&woken), Arc::clone(&woken));
        bus.follow::<ObservationsLoaded>(
            app,
            move |_| told.notify_one(),
            move || missed.notify_one(),
        );
        let (told, missed) = (Arc::clone(&woken), Arc::clone(&woken));
        bus.follow::<RecordsChanged>(app, move |_| told.notify_one(), move || missed.notify_one());
    }
    let checked = shelf.clone();
    app.health.check("image", move || {
        let (is_there, is_too_small) = (checked.image().is_some(), checked.is_too_small());
        let missing =
            if is_too_small { "takes more than TIMESERIES_IMAGE_BYTES" } else { "is being built" };
        async move { is_there.then_some(()).ok_or_else(|| missing.to_owned()) }
    });
    let renewed = Arc::new(Notify::new());
    keep_newest(app, db, shelf, Arc::clone(&renewed));
    let (db, shelf, clock, stopping) =
        (db.clone(), shelf.clone(), app.clock.clone(), app.stopping());
    app.spawn("image", async move {
        let kept = async {
            loop {
                let pause = match refresh(&db, &shelf, clock.now()).await {
                    Ok(()) => {
                        renewed.notify_one();
                        CHECK
                    }
                    Err(error) => {
                        tracing::warn!(%error, "the image could not be brought up to date");
                        AGAIN
                    }
                };
                tokio::time::sleep(GATHER).await;
                let _ = tokio::time::timeout(pause, woken.notified()).await;
            }
        };
        stopping.run_until_cancelled(kept).await;
    });
}

/// Brings the image up to date once.
pub async fn refresh(db: &Db, shelf: &Shelf, now: OffsetDateTime) -> Result<(), RefreshError> {
    let image = match shelf.image() {
        None => Some(build(db).await?),
        Some(image) => update(db, &image).await?,
    };
    if let Some(image) = image {
        SIZE.with_label_values(&["series"]).set(image.len() as i64);
        SIZE.with_label_values(&["places"]).set(image.places as i64);
        SIZE.with_label_values(&["bytes"]).set(image.bytes as i64);
        SIZE.with_label_values(&["most_bytes"]).set(shelf.most_bytes as i64);
        let is_too_large = image.bytes > shelf.most_bytes;
        shelf.is_too_small.store(is_too_large, Ordering::Relaxed);
        if is_too_large {
            let (bytes, most) = (image.bytes, shelf.most_bytes);
            return Err(RefreshError::TooLarge { bytes, most });
        }
        shelf.put(image);
    }
    // They grow with questions, and go with their image.
    let candidates = shelf.image().map_or(0, |image| image.candidates_bytes());
    SIZE.with_label_values(&["candidates"]).set(candidates as i64);
    shelf.confirm(now);
    CURRENT.set(shelf.current_at() / 1_000);
    Ok(())
}

/// Reads the newest transfers of each image, beside it: news of numbers do not wait for that.
fn keep_newest(app: &App, db: &Db, shelf: &Shelf, renewed: Arc<Notify>) {
    let (db, shelf, stopping) = (db.clone(), shelf.clone(), app.stopping());
    app.spawn("newest transfers", async move {
        let kept = async {
            loop {
                renewed.notified().await;
                if let Err(error) = read_newest(&db, &shelf).await {
                    tracing::warn!(%error, "the newest transfers could not be read; the database answers");
                }
            }
        };
        stopping.run_until_cancelled(kept).await;
    });
}

/// Reads the newest transfers of the present image, where that was not done yet.
pub async fn read_newest(db: &Db, shelf: &Shelf) -> Result<(), QueryFailure> {
    let Some(image) = shelf.image().filter(|image| !image.newest().is_read()) else {
        return Ok(());
    };
    let read = async { image.newest().read(&mut *db.snapshot(LONGEST).await?).await };
    db.within(LONGEST_NEWEST, Box::pin(read)).await
}

async fn build(db: &Db) -> Result<Image, DbError> {
    // One snapshot: a load that commits meanwhile is wholly in it or not at all.
    let mut tx = db.snapshot(LONGEST).await?;
    let state = read::state(&mut tx).await?;
    let series = read::series(&mut tx).await?;
    let mut columns: HashMap<i64, Column> = HashMap::with_capacity(series.len());
    let (mut of, mut column) = (None, Column::default());
    read::everything(&mut tx, |id, day, said| {
        if of != Some(id) {
            keep_column(&mut columns, of.replace(id), std::mem::take(&mut column));
        }
        said.note(&mut column, day);
    })
    .await?;
    keep_column(&mut columns, of, column);
    Ok(assemble(series, columns, state))
}

/// Gives back what a column has grown too large by before the next one grows: not all of them at the end.
fn keep_column(columns: &mut HashMap<i64, Column>, of: Option<i64>, mut column: Column) {
    if let Some(id) = of {
        column.shrink();
        columns.insert(id, column);
    }
}

/// The image with what was loaded since; none where nothing was.
async fn update(db: &Db, old: &Image) -> Result<Option<Image>, DbError> {
    let mut tx = db.snapshot(LONGEST).await?;
    let state = read::state(&mut tx).await?;
    if (state.load, state.told) == (old.load, old.told) {
        return Ok(None);
    }
    let mut series = read::series(&mut tx).await?;
    for (id, known) in &mut series {
        if let Some(before) = old.get(*id) {
            known.column = Arc::clone(&before.column);
        }
    }
    let mut columns: HashMap<i64, Column> = HashMap::new();
    // The series of a subject that the catalog had removed and has again are not in the image.
    let missing: Vec<i64> = series.keys().filter(|id| old.get(**id).is_none()).copied().collect();
    if !missing.is_empty() {
        read::all_of(&mut tx, &missing, old.load, |id, day, said| {
            said.note(columns.entry(id).or_default(), day);
        })
        .await?;
    }
    read::changes(&mut tx, old.load, state.load, |id, day, said| {
        let before = || old.get(id).map(|series| Column::clone(&series.column)).unwrap_or_default();
        said.note(columns.entry(id).or_insert_with(before), day);
    })
    .await?;
    Ok(Some(assemble(series, columns, state)))
}

fn assemble(
    mut series: HashMap<i64, Series>,
    columns: HashMap<i64, Column>,
    state: read::State,
) -> Image {
    for (id, mut column) in columns {
        if let Some(series) = series.get_mut(&id) {
            column.shrink();
            series.column = Arc::new(column);
        }
    }
    let series = series.into_iter().map(|(id, series)| (id, Arc::new(series))).collect();
    Image::new(series, state)
}
