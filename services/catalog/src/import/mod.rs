//! Loads files into the catalog: each as a whole or not at all.

pub mod calls;
mod check;
mod files;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod limits;
mod manifest;
mod prune;
mod report;
mod rows;
mod samples;
mod sort_name;
mod token_lists;
mod write;

use std::collections::BTreeMap;

use kit::db::Db;
use kit::imports::MANIFEST;
use time::OffsetDateTime;

pub use check::columns;
pub use files::{File, read};
pub use manifest::Origin;
pub use report::{FileReport, Rejection, Report};
pub use rows::{Row, Rows};
pub use samples::remove_samples;
pub use write::{LOCK, write};

use crate::kinds::networks::NETWORKS;
use crate::kinds::tokens::TOKENS;
use crate::kinds::{KINDS, by_table};
use crate::schema::Kind;
use crate::store;
use manifest::Manifest;

/// The treatment of imported records that files no longer name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prune {
    /// They stay.
    Keep,
    /// They are listed in the report.
    Preview,
    /// They are removed.
    Apply,
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
    let manifest = match manifests.first() {
        Some(file) => Manifest::parse(&file.bytes)?,
        None => Manifest::default(),
    };
    if manifest.is_sample() {
        anyhow::ensure!(prune == Prune::Keep, "the sample universe is pruned by itself");
        return samples::write(db, &manifest, &files, now).await;
    }
    files.sort_by_key(|file| (place(&target(file, &manifest)), file.name.clone()));

    let mut report = Report::default();
    let mut named: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for file in &files {
        let origin = manifest.origin(&file.name);
        let is_free = manifest.terms(&file.name).are_free();
        let file_report = match target(file, &manifest) {
            target
                if !is_free && target.kind().is_some_and(|kind| !kind.rules.may_be_restricted) =>
            {
                not_restrictable(file, &target)
            }
            Target::Table(kind) => {
                let (file_report, slugs) = table(db, file, kind, &origin, now).await?;
                named.entry(kind.table).or_default().extend(slugs);
                file_report
            }
            Target::TokenList => token_lists::tokens(db, file, origin, now).await?,
            Target::ChainList => token_lists::chains(db, file, now).await?,
            Target::Unknown => unknown(file),
        };
        report.files.push(file_report);
    }
    // A refused file names no records: all of them would be taken for removed.
    if prune != Prune::Keep && !report.is_refused() {
        prune::run(db, &named, prune == Prune::Apply, &mut report).await?;
    }
    if report.changed_count() > 0 || prune == Prune::Apply {
        let mut tx = LOCK.begin(db).await?;
        store::update_derived(&mut tx, now).await?;
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

impl Target {
    fn kind(&self) -> Option<&'static Kind> {
        match self {
            Self::Table(kind) => Some(*kind),
            Self::TokenList => Some(&TOKENS),
            Self::ChainList => Some(&NETWORKS),
            Self::Unknown => None,
        }
    }
}

fn target(file: &File, manifest: &Manifest) -> Target {
    let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
    match by_table(manifest.resource(&file.name).unwrap_or(stem)).filter(|kind| kind.is_written()) {
        Some(kind) => Target::Table(kind),
        None if token_lists::is_token_list(&file.bytes) => Target::TokenList,
        None if token_lists::is_chain_list(&file.bytes) => Target::ChainList,
        None => Target::Unknown,
    }
}

/// The order in which files are imported.
fn place(target: &Target) -> usize {
    // A public list completes what the files of its kind have.
    let is_public_list = matches!(target, Target::TokenList | Target::ChainList);
    let place = KINDS.iter().position(|known| Some(*known) == target.kind());
    place.unwrap_or(KINDS.len()) * 2 + usize::from(is_public_list)
}

/// A record that others show, or count, cannot be kept from a reader by itself.
fn not_restrictable(file: &File, target: &Target) -> FileReport {
    let table = target.kind().map(|kind| kind.table.replace('_', " ")).unwrap_or_default();
    let expected = format!(
        "neither visible_to nor redistributable in manifest.json: other records show or count {table}"
    );
    let rejection = Rejection { line: 1, column: None, found: String::new(), expected };
    FileReport { file: file.name.clone(), rejections: vec![rejection], ..FileReport::default() }
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

/// Imports a file of one table; returns the slugs that it names, too.
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
    let rows = match rows::file(&file.name, &file.bytes) {
        Ok(rows) => rows,
        Err(rejections) => return Ok((FileReport { rejections, ..report }, Vec::new())),
    };
    let slugs =
        rows.rows.iter().filter_map(|row| row.cell("slug")).map(crate::schema::Raw::to_text);
    let slugs = slugs.collect();
    let mut tx = LOCK.begin(db).await?;
    match write(&mut tx, kind, &rows, origin, now).await? {
        Ok(saved) => {
            tx.commit().await?;
            report.saved = saved;
        }
        Err(rejections) => report.rejections = rejections,
    }
    Ok((report, slugs))
}
