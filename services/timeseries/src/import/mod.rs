//! Loads files of numbers: each as a whole or not at all, and only what is new in it.

mod again;
mod announce;
mod copy;
mod distinct;
mod gates;
mod key;
mod known;
mod long;
mod manifest;
mod pairs;
mod progress;
mod report;
mod rows;
mod series;
mod source;
mod sums;
mod table;
mod write;

use std::collections::BTreeSet;
use std::io::Read as _;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use kit::clock::Clock;
use kit::db::{Db, DbError, Tx};
use kit::failpoint;
use sha2::{Digest as _, Sha256};
use time::{Date, OffsetDateTime};

pub(crate) use announce::announce;
pub(crate) use copy::Rows as CopiedRows;
pub use gates::of as checks_of;
pub use key::{Frequency, Key, Scale};
pub use known::Subjects;
pub use manifest::{Column, Manifest, Origin};
pub use report::{FileReport, Loaded, Outcome, Rejection, Rejections, Report};
pub(crate) use series::of as series_of;
pub use source::{Input, folder};
pub(crate) use write::{Origin as Told, note, reserve};

use crate::day;
use crate::measures::{self, METHOD_VERSION};
use copy::Copy;
use progress::Progress;
use rows::{Bounds, Rows};

/// How long the load of one file may take.
const LONGEST: Duration = Duration::from_hours(6);

/// Loads files that a manifest describes.
pub async fn import(
    db: &Db,
    files: Vec<Input>,
    subjects: Subjects,
    clock: &Clock,
) -> anyhow::Result<Report> {
    let (manifest, files) = Manifest::take(files, day::at(clock.now()))?;
    let mut report = Report::default();
    for file in files {
        let outcome = load(db, &manifest, &file, subjects, clock)
            .await
            .with_context(|| format!("{} was not loaded", file.name))?;
        report.files.push(FileReport { file: file.name, outcome });
    }
    Ok(report)
}

async fn load(
    db: &Db,
    manifest: &Manifest,
    file: &Input,
    subjects: Subjects,
    clock: &Clock,
) -> anyhow::Result<Outcome> {
    let origin = manifest.origin(&file.name)?;
    let columns = manifest.columns(&file.name);
    let hash = hash(file, origin, columns)?;
    let mut tx = begin(db).await?;
    if known(&mut tx, &file.name, &hash).await? {
        return Ok(Outcome::Known);
    }
    measures::write(&mut tx).await?;
    write::prepare(&mut tx).await?;
    let now = clock.now();
    let bounds = Bounds { last_day: day::at(now), now };
    let mut rows = Rows::open(file.table()?, columns, origin, bounds);
    let mut progress = Progress::begin(&file.name);
    if !copy(&mut tx, &mut rows, &mut progress).await? {
        return Ok(Outcome::Refused(rows.rejections));
    }
    failpoint::reach("import.copied");
    if subjects == Subjects::Known {
        let unknown = known::unknown(&mut tx, &rows.keys, columns).await?;
        if !unknown.is_empty() {
            return Ok(Outcome::Refused(unknown));
        }
    }
    let now = instant(&mut tx, now).await?;
    let compared = async {
        write::resolve(&mut tx, &rows.keys, now).await?;
        let contradictions = write::contradictions(&mut tx).await?;
        again::add(&mut tx, now).await?;
        Ok::<_, DbError>(contradictions)
    };
    let contradictions = progress.step("compare with what is known", compared).await?;
    if !contradictions.is_empty() {
        return Ok(Outcome::Refused(contradictions));
    }
    progress.step("check", gates::run(&mut tx, now)).await?;
    failpoint::reach("import.checked");
    let told = write::Origin {
        file: &file.name,
        told: origin,
        retrieved_on: date(&origin.retrieved_on)?,
        hash: &hash,
        transformation: transformation(origin, columns),
        method_version: METHOD_VERSION,
        is_sample: false,
        known_at: instant(&mut tx, clock.now()).await?,
    };
    let loaded = progress.step("write", write::commit(&mut tx, &told)).await?;
    failpoint::reach("import.written");
    let (changed, restated) = write::changed(&mut tx).await?;
    announce(&mut tx, &file.name, false, &loaded, (&changed, &restated)).await?;
    failpoint::reach("import.announced");
    tx.commit().await?;
    failpoint::reach("import.committed");
    Ok(Outcome::Loaded(loaded))
}

/// Copies every point of a file; not, when a row was refused.
async fn copy(tx: &mut Tx, rows: &mut Rows, progress: &mut Progress<'_>) -> Result<bool, DbError> {
    let mut copy = Copy::begin(tx).await?;
    let (mut points, mut count) = (Vec::new(), 0_u64);
    while rows.read(&mut points) {
        copy.add(&points).await?;
        count += points.len() as u64;
        progress.read(count, rows.percent());
    }
    if !rows.rejections.is_empty() {
        copy.abort().await?;
        return Ok(false);
    }
    copy.end().await?;
    Ok(true)
}

/// A transaction that no other load runs beside: loads become visible in the order of their numbers.
pub(crate) async fn begin(db: &Db) -> Result<Tx, DbError> {
    // No caller waits for an import: its statements have the time that the pool gives them.
    let mut tx = kit::grpc::within(LONGEST, db.tx()).await?;
    let is_free: bool =
        sqlx::query_scalar("SELECT pg_try_advisory_xact_lock(hashtext('timeseries import'))")
            .fetch_one(&mut *tx)
            .await?;
    if !is_free {
        tracing::info!("another load is under way; this one waits until it is done");
        sqlx::query("SELECT pg_advisory_xact_lock(hashtext('timeseries import'))")
            .execute(&mut *tx)
            .await?;
    }
    // One load runs at a time: it may sort in memory what would take files.
    sqlx::query("SET LOCAL work_mem = '64MB'").execute(&mut *tx).await?;
    Ok(tx)
}

/// Whether this very file was the last one loaded under its name.
async fn known(tx: &mut Tx, file: &str, hash: &str) -> Result<bool, DbError> {
    let last: Option<(String, String)> = sqlx::query_as(
        "SELECT hash, method_version FROM loads WHERE file = $1 ORDER BY id DESC LIMIT 1",
    )
    .bind(file)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(last.is_some_and(|(last, version)| last == hash && version == METHOD_VERSION))
}

/// The present, after every load before: on machines whose clocks differ, what is loaded later is known later.
pub(crate) async fn instant(tx: &mut Tx, now: OffsetDateTime) -> Result<OffsetDateTime, DbError> {
    Ok(sqlx::query_scalar(
        "SELECT greatest($1, max(known_at) + interval '1 millisecond') FROM loads",
    )
    .bind(now)
    .fetch_one(&mut **tx)
    .await?)
}

/// SHA-256 of a file and of what is said about it.
fn hash(file: &Input, origin: &Origin, columns: Option<&[Column]>) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    hash.update(serde_json::to_vec(&(origin, columns))?);
    let mut reader = file.open().with_context(|| format!("cannot read {}", file.name))?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(hex::encode(hash.finalize())),
            count => hash.update(&buffer[..count]),
        }
    }
}

fn date(text: &str) -> anyhow::Result<Date> {
    let day = day::parse(text);
    ensure!(day.is_some(), "retrieved_on must be a day as YYYY-MM-DD, not {text:?}");
    Ok(day::date(day.unwrap_or_default()))
}

/// What is done to the values, in words.
fn transformation(origin: &Origin, columns: Option<&[Column]>) -> Option<String> {
    let scales: Vec<Scale> = match columns {
        Some(columns) => columns.iter().map(|column| column.scale).collect(),
        None => vec![origin.scale],
    };
    let told: BTreeSet<&str> = scales.into_iter().filter_map(Scale::told).collect();
    (!told.is_empty()).then(|| told.into_iter().collect::<Vec<_>>().join("; "))
}
