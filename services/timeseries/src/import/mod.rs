//! Loads files of numbers: each as a whole or not at all, and only its new values.

mod announce;
mod as_recorded;
pub mod calls;
mod candidates;
mod columns;
mod copy;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod gates;
mod key;
mod known_subjects;
mod ledger;
mod limits;
mod long_format;
mod manifest;
mod point;
mod progress;
mod remove_samples;
mod report;
mod rows;
mod scale;
mod series;
mod source;
mod table;
mod terms;
mod typed_table;
mod write;

use std::collections::BTreeSet;
use std::io::Read as _;

use anyhow::{Context as _, ensure};
use engine::day;
use kit::clock::Clock;
use kit::db::{Db, DbError, Tx};
use kit::failpoint;
use kit::imports::ImportLock;
use sha2::{Digest as _, Sha256};
use time::{Date, OffsetDateTime};

pub use gates::checks_for;
pub use key::Key;
pub use known_subjects::Subjects;
pub use manifest::{Column, Contents, EarlierDays, Manifest, Mode, Origin};
pub use remove_samples::remove_samples;
pub use report::{FileReport, Loaded, Outcome, Rejection, Rejections, Report};
pub use scale::Scale;
pub use source::{Input, folder};

use crate::measures::{self, METHOD_VERSION};
use announce::announce;
use copy::Copy;
use point::Bounds;
use progress::Progress;
use rows::Rows;
use write::{note, reserve};

/// The lock that every load holds; loads become visible in the order of their numbers.
const LOCK: ImportLock = ImportLock { name: "timeseries import", longest: limits::LONGEST_LOAD };

/// Loads files that a manifest describes.
pub async fn import(
    db: &Db,
    files: Vec<Input>,
    subjects: Subjects,
    clock: &Clock,
) -> anyhow::Result<Report> {
    let (manifest, files) = Manifest::take(files, day::at(clock.now()))?;
    let mut report = Report::default();
    load_files(db, &manifest, files, subjects, clock, &mut report).await?;
    Ok(report)
}

/// Loads files one after the other, and reports those that are done also where a later one fails.
async fn load_files(
    db: &Db,
    manifest: &Manifest,
    files: Vec<Input>,
    subjects: Subjects,
    clock: &Clock,
    report: &mut Report,
) -> anyhow::Result<()> {
    for file in files {
        let outcome = load(db, manifest, &file, subjects, clock)
            .await
            .with_context(|| format!("{} was not loaded", file.name))?;
        report.files.push(FileReport { file: file.name, outcome });
    }
    Ok(())
}

/// A file with what is said of it.
struct Job<'a> {
    file: &'a Input,
    origin: &'a Origin,
    columns: Option<&'a [Column]>,
    is_sample: bool,
    subjects: Subjects,
    hash: String,
}

/// The result of a load: its counts, the series that it changed, and those of them that it corrected.
type LoadOutcome = (Loaded, Vec<i64>, Vec<i64>);

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
    if known(&mut tx, &file.name, &hash, method_version(origin)).await? {
        return Ok(Outcome::Known);
    }
    let job = Job { file, origin, columns, is_sample: manifest.is_sample, subjects, hash };
    let now = clock.now();
    let bounds = Bounds { last_day: day::at(now), now };
    let written = match (origin.contents, origin.mode) {
        (Contents::Values, Mode::Checked) => values(&mut tx, &job, clock, bounds).await?,
        (Contents::Values, Mode::AsRecorded) => as_recorded::values(&mut tx, &job, bounds).await?,
        (Contents::Transfers, _) => rows::<ledger::Transfer>(&mut tx, &job, clock, bounds).await?,
        (Contents::Holders, _) => rows::<ledger::Holding>(&mut tx, &job, clock, bounds).await?,
    };
    let (loaded, changed, restated) = match written {
        Ok(written) => written,
        Err(rejections) => return Ok(Outcome::Refused(rejections)),
    };
    terms::apply(&mut tx, loaded.load_id, origin.terms()).await?;
    failpoint::reach("import.written");
    announce(&mut tx, &file.name, manifest.is_sample, &loaded, (&changed, &restated)).await?;
    failpoint::reach("import.announced");
    tx.commit().await?;
    failpoint::reach("import.committed");
    Ok(Outcome::Loaded(loaded))
}

/// Writes the values of a file.
async fn values(
    tx: &mut Tx,
    job: &Job<'_>,
    clock: &Clock,
    bounds: Bounds,
) -> anyhow::Result<Result<LoadOutcome, Rejections>> {
    let Job { file, origin, columns, is_sample, subjects, .. } = job;
    let now = bounds.now;
    measures::write(tx).await?;
    candidates::prepare(tx).await?;
    let mut rows = Rows::open(file.table()?, *columns, origin, bounds);
    let mut progress = Progress::begin(&file.name);
    if !copy(tx, &mut rows, &mut progress).await? {
        return Ok(Err(rows.rejections));
    }
    failpoint::reach("import.copied");
    let refused = known_subjects::refused(tx, &rows.keys, *columns, *subjects, *is_sample).await?;
    if !refused.is_empty() {
        return Ok(Err(refused));
    }
    let now = instant(tx, now).await?;
    let compared = async {
        candidates::resolve(tx, &rows.keys, *is_sample, now).await?;
        let contradictions = candidates::contradictions(tx).await?;
        gates::recheck::add(tx, now).await?;
        Ok::<_, DbError>(contradictions)
    };
    let contradictions = progress.step("compare with what is known", compared).await?;
    if !contradictions.is_empty() {
        return Ok(Err(contradictions));
    }
    progress.step("check", gates::run(tx, now)).await?;
    failpoint::reach("import.checked");
    let load = write::Load::new(job, instant(tx, clock.now()).await?)?;
    let loaded = progress.step("write", write::commit(tx, &load)).await?;
    let (changed, restated) = write::changed(tx).await?;
    Ok(Ok((loaded, changed, restated)))
}

/// Writes the rows of a file of transfers or holders.
async fn rows<R: ledger::Row>(
    tx: &mut Tx,
    job: &Job<'_>,
    clock: &Clock,
    bounds: Bounds,
) -> anyhow::Result<Result<LoadOutcome, Rejections>> {
    let Job { file, origin, is_sample, subjects, .. } = job;
    let mut progress = Progress::begin(&file.name);
    let rows = match origin.mode {
        Mode::Checked => ledger::Rows::Texts(file.table()?),
        Mode::AsRecorded => ledger::Rows::Typed(file.contents()?),
    };
    let (subjects, is_sample) = (*subjects, *is_sample);
    let source = ledger::Source { rows, bounds, subjects, is_sample, progress: &mut progress };
    let load_id = reserve(tx).await?;
    let loaded = match ledger::load::<R>(tx, source, load_id).await? {
        Ok(loaded) => loaded,
        Err(rejections) => return Ok(Err(rejections)),
    };
    if origin.earlier_days == EarlierDays::MonthEnds {
        ledger::keep_month_ends(tx, load_id).await?;
    }
    let load = write::Load::new(job, instant(tx, clock.now()).await?)?;
    note(tx, &load, &loaded).await?;
    Ok(Ok((loaded, Vec::new(), Vec::new())))
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
    if count == 0 {
        rows.rejections.push(Rejection::at(1, "", "", "at least one value below the head"));
        copy.abort().await?;
        return Ok(false);
    }
    copy.end().await?;
    Ok(true)
}

/// A transaction that no other load runs beside.
async fn begin(db: &Db) -> Result<Tx, DbError> {
    let mut tx = LOCK.begin(db).await?;
    // One load runs at a time: it may sort in memory what would take files.
    sqlx::query("SET LOCAL work_mem = '64MB'").execute(&mut *tx).await?;
    Ok(tx)
}

/// Whether this very file was the last one loaded under its name.
async fn known(tx: &mut Tx, file: &str, hash: &str, method: &str) -> Result<bool, DbError> {
    let last: Option<(String, String)> = sqlx::query_as(
        "SELECT hash, method_version FROM loads WHERE file = $1 ORDER BY id DESC LIMIT 1",
    )
    .bind(file)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(last.is_some_and(|(last, version)| last == hash && version == method))
}

/// The present, after every load before: on machines whose clocks differ, what is loaded later is known later.
async fn instant(tx: &mut Tx, now: OffsetDateTime) -> Result<OffsetDateTime, DbError> {
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

/// How the values of a file were made, or how this program takes them over.
fn method_version(origin: &Origin) -> &str {
    origin.method.as_deref().unwrap_or(METHOD_VERSION)
}

/// The conversion of the values, in words.
fn transformation(origin: &Origin, columns: Option<&[Column]>) -> Option<String> {
    if origin.transformation.is_some() || origin.contents != Contents::Values {
        return origin.transformation.clone();
    }
    let scales: Vec<Scale> = match columns {
        Some(columns) => columns.iter().map(|column| column.scale).collect(),
        None => vec![origin.scale],
    };
    let words: BTreeSet<&str> = scales.into_iter().filter_map(Scale::in_words).collect();
    (!words.is_empty()).then(|| words.into_iter().collect::<Vec<_>>().join("; "))
}
