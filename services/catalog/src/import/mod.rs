//! Loads files into the catalog: each as a whole or not at all.

mod check;
mod lists;
mod manifest;
mod prune;
mod report;
mod rows;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use kit::db::{Db, DbError, Tx};
use serde_json::{Map, Value};
use sqlx::PgConnection;
use time::OffsetDateTime;

pub use check::{Check, columns, load_known};
pub use manifest::Origin;
pub use report::{FileReport, Rejection, Report};
pub use rows::{Row, Rows};

use crate::kinds::{KINDS, by_table};
use crate::loans;
use crate::schema::Kind;
use crate::store::{self, Known, Saved};
use manifest::Manifest;

const MANIFEST: &str = "manifest.json";
/// How long an import may take.
const LONGEST: Duration = Duration::from_hours(1);

/// A file as it was read.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name without the folder.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// What is done about records that a file names no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prune {
    /// Nothing.
    Keep,
    /// They are told.
    Preview,
    /// They are removed.
    Apply,
}

/// Reads the files of a folder that can be imported.
pub fn read(folder: &Path) -> anyhow::Result<Vec<File>> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !matches!(ending(&name).as_str(), "csv" | "json") {
            continue;
        }
        let weight = std::fs::metadata(&path)?.len();
        anyhow::ensure!(weight <= rows::LARGEST, "{} weighs {weight} bytes", path.display());
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {name}"))?;
        files.push(File { name, bytes });
    }
    anyhow::ensure!(!files.is_empty(), "{} holds no CSV or JSON file", folder.display());
    Ok(files)
}

fn ending(name: &str) -> String {
    name.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_lowercase())
}

/// Imports files in the order in which they refer to each other.
pub async fn import(
    db: &Db,
    files: Vec<File>,
    prune: Prune,
    now: OffsetDateTime,
) -> anyhow::Result<Report> {
    let (manifests, mut files): (Vec<File>, Vec<File>) =
        files.into_iter().partition(|file| file.name == MANIFEST);
    let manifest: Manifest = match manifests.first() {
        Some(file) => serde_json::from_slice(&file.bytes).context("manifest.json")?,
        None => Manifest::default(),
    };
    files.sort_by_key(|file| (place(&target(file, &manifest)), file.name.clone()));

    let mut report = Report::default();
    let mut named: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for file in &files {
        let origin = manifest.origin(&file.name);
        let told = match target(file, &manifest) {
            Target::Table(kind) => {
                let (told, slugs) = table(db, file, kind, &origin, now).await?;
                named.entry(kind.table).or_default().extend(slugs);
                told
            }
            Target::TokenList => lists::tokens(db, file, origin, now).await?,
            Target::ChainList => lists::chains(db, file, now).await?,
            Target::Unknown => unknown(file),
        };
        report.files.push(told);
    }
    // A file that was refused names nothing: everything else would be taken for removed.
    if prune != Prune::Keep && !report.is_refused() {
        prune::run(db, &named, prune == Prune::Apply, &mut report).await?;
    }
    if report.changed() > 0 || prune == Prune::Apply {
        let mut tx = begin(db).await?;
        store::refresh(&mut tx, now).await?;
        tx.commit().await?;
    }
    Ok(report)
}

enum Target {
    Table(&'static Kind),
    TokenList,
    ChainList,
    Unknown,
}

fn target(file: &File, manifest: &Manifest) -> Target {
    let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
    let told = manifest.files.get(&file.name).and_then(|entry| entry.resource.as_deref());
    match by_table(told.unwrap_or(stem)).filter(|kind| kind.is_written()) {
        Some(kind) => Target::Table(kind),
        None if lists::is_token_list(&file.bytes) => Target::TokenList,
        None if lists::is_chain_list(&file.bytes) => Target::ChainList,
        None => Target::Unknown,
    }
}

fn place(target: &Target) -> usize {
    let at = |table: &str| KINDS.iter().position(|kind| kind.table == table);
    let (table, after) = match target {
        Target::Table(kind) => (kind.table, 0),
        Target::TokenList => ("tokens", 1),
        Target::ChainList => ("networks", 1),
        Target::Unknown => ("", 0),
    };
    at(table).unwrap_or(KINDS.len()) * 2 + after
}

fn unknown(file: &File) -> FileReport {
    let tables: Vec<&str> =
        KINDS.iter().filter(|kind| kind.is_written()).map(|kind| kind.table).collect();
    let rejection = Rejection {
        line: 1,
        column: None,
        found: String::new(),
        expected: format!(
            "a token list, a chain list, or a file named after one of {}",
            tables.join(", ")
        ),
    };
    FileReport { file: file.name.clone(), rejections: vec![rejection], ..FileReport::default() }
}

/// Imports a file of one table; also answers the slugs that it names.
async fn table(
    db: &Db,
    file: &File,
    kind: &'static Kind,
    origin: &Origin,
    now: OffsetDateTime,
) -> anyhow::Result<(FileReport, Vec<String>)> {
    let mut report = FileReport {
        file: file.name.clone(),
        resource: kind.table.to_owned(),
        ..FileReport::default()
    };
    let rows =
        if ending(&file.name) == "json" { rows::json(&file.bytes) } else { rows::csv(&file.bytes) };
    let rows = match rows {
        Ok(rows) => rows,
        Err(rejections) => return Ok((FileReport { rejections, ..report }, Vec::new())),
    };
    let slugs = rows.rows.iter().filter_map(|row| row.cell("slug")).map(crate::schema::Raw::whole);
    let slugs = slugs.collect();
    let mut tx = begin(db).await?;
    match write(&mut tx, kind, &rows, origin, now).await? {
        Ok(saved) => {
            tx.commit().await?;
            report.saved = saved;
        }
        Err(rejections) => report.rejections = rejections,
    }
    Ok((report, slugs))
}

/// Checks rows and writes them in the caller's transaction, all or none. The one way in, for files, for the
/// sample universe, and for people.
pub async fn write(
    tx: &mut Tx,
    kind: &'static Kind,
    rows: &Rows,
    origin: &Origin,
    now: OffsetDateTime,
) -> Result<Result<Saved, Vec<Rejection>>, DbError> {
    let mut known = Known::to(origin.kind);
    load_known(tx, kind, &mut known).await?;
    let reserved = reserve(tx, kind, rows, &mut known).await?;
    let found = match (Check { kind, known: &known, origin }).all(rows) {
        Ok(found) => found,
        Err(rejections) => return Ok(Err(rejections)),
    };
    let refused = refused_steps(tx, kind, &found).await?;
    if !refused.is_empty() {
        return Ok(Err(refused));
    }
    let records = found.into_iter().map(|(_, mut record)| {
        let slug = record.get("slug").and_then(Value::as_str).unwrap_or_default();
        if let Some(id) = reserved.get(slug) {
            record.entry("id").or_insert_with(|| (*id).into());
        }
        record
    });
    Ok(Ok(store::save(tx, kind, records.collect(), now).await?))
}

/// Gives numbers to new rows of a table that refers to itself, so that they can refer to each other.
async fn reserve(
    tx: &mut PgConnection,
    kind: &'static Kind,
    rows: &Rows,
    known: &mut Known,
) -> Result<BTreeMap<String, i64>, DbError> {
    let mut reserved = BTreeMap::new();
    if !kind.refers_to().any(|table| table == kind.table) {
        return Ok(reserved);
    }
    for row in &rows.rows {
        let Some(slug) = row.cell("slug").map(crate::schema::Raw::whole) else { continue };
        if known.id(kind.table, "slug", &slug).is_some() {
            continue;
        }
        let given = row.cell("id").and_then(|id| id.whole().parse().ok());
        let id = match given {
            Some(id) => id,
            None => known.next(tx, kind.table).await?,
        };
        known.add(kind.table, &slug, id);
        reserved.insert(slug, id);
    }
    Ok(reserved)
}

async fn refused_steps(
    tx: &mut PgConnection,
    kind: &Kind,
    found: &[(usize, Map<String, Value>)],
) -> Result<Vec<Rejection>, DbError> {
    if kind.table != "loans" {
        return Ok(Vec::new());
    }
    let slug = |record: &Map<String, Value>| {
        record.get("slug").and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let slugs: Vec<String> = found.iter().map(|(_, record)| slug(record)).collect();
    let standing = loans::statuses(tx, &slugs).await?;
    let refused = found.iter().filter_map(|(line, record)| {
        let status = record.get("status").and_then(Value::as_str).unwrap_or_default();
        Some(Rejection {
            line: *line,
            column: Some("status".to_owned()),
            found: status.to_owned(),
            expected: loans::refused_step(&standing, record)?,
        })
    });
    Ok(refused.collect())
}

/// A transaction that no other import runs beside.
pub async fn begin(db: &Db) -> Result<Tx, DbError> {
    // No caller waits for an import: its statements have the time that the pool gives them.
    let mut tx = kit::grpc::within(LONGEST, db.tx()).await?;
    alone(&mut tx).await?;
    Ok(tx)
}

/// Waits until no import runs, and keeps others from running until the end of the transaction.
pub async fn alone(tx: &mut Tx) -> Result<(), DbError> {
    let lock = "SELECT pg_advisory_xact_lock(hashtext('catalog import'))";
    sqlx::query(lock).execute(&mut **tx).await?;
    Ok(())
}
