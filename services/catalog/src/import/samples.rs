//! Writes and removes the records of the sample universe, marked with `is_sample`, so that none is counted for a real
//! record.

use anyhow::{bail, ensure};
use kit::db::{Db, DbError};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::files::File;
use super::manifest::Manifest;
use super::report::{FileReport, Report};
use super::rows::Rows;
use super::{LOCK, rows, unknown, write as write_rows};
use crate::kinds::{KINDS, by_table};
use crate::schema::{Kind, Raw};
use crate::store::{self, Removal};

/// The name of what is removed, in reports.
const FORMER: &str = "sample universe";

/// Writes the universe, all of it or nothing, and removes records of an earlier one that are not in it.
pub async fn write(
    db: &Db,
    manifest: &Manifest,
    files: &[File],
    now: OffsetDateTime,
) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let mut sheets: Vec<(&'static Kind, &File, Rows)> = Vec::new();
    for file in files {
        // Also of tables that are written with others, such as the history of loans.
        let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
        let Some(kind) = by_table(stem) else {
            report.files.push(unknown(file));
            continue;
        };
        ensure!(sheets.iter().all(|(known, ..)| *known != kind), "two files of {}", kind.table);
        let is_free = manifest.terms(&file.name).are_free();
        ensure!(
            is_free,
            "fictional records have no licence: {} states visible_to or redistributable",
            file.name
        );
        match rows::file(&file.name, &file.bytes) {
            Ok(rows) => sheets.push((kind, file, rows)),
            Err(rejections) => {
                report.files.push(FileReport { rejections, ..file_report(&file.name, kind) });
            }
        }
    }
    if report.is_refused() {
        return Ok(report);
    }
    sheets.sort_by_key(|(kind, ..)| KINDS.iter().position(|known| known == kind));
    let mut tx = LOCK.begin(db).await?;
    for (kind, _, rows) in &mut sheets {
        keep_edits(&mut tx, kind, rows).await?;
    }
    for (kind, file, rows) in &sheets {
        let origin = manifest.origin(&file.name);
        match write_rows(&mut tx, kind, rows, &origin, now).await? {
            Ok(saved) => {
                report.files.push(FileReport { saved, ..file_report(&file.name, kind) });
            }
            Err(rejections) => {
                report.files.push(FileReport { rejections, ..file_report(&file.name, kind) });
                return Ok(report);
            }
        }
    }
    for kind in KINDS.iter().rev() {
        let sheet = sheets.iter().find(|(known, ..)| known == kind);
        if sheet.is_none() && !kind.is_written() {
            continue;
        }
        let rows = sheet.map(|(.., rows)| rows.rows.as_slice()).unwrap_or_default();
        let slugs: Vec<String> =
            rows.iter().filter_map(|row| row.cell("slug")).map(Raw::to_text).collect();
        let former = store::samples_except(&mut tx, kind, &slugs).await?;
        if !former.is_empty() {
            report.files.push(removed(&mut tx, kind, &former).await?);
        }
    }
    if report.changed_count() > 0 || report.removed_count() > 0 {
        store::update_derived(&mut tx, now).await?;
    }
    tx.commit().await?;
    Ok(report)
}

/// Lays the cells that editors gave to sample records over the rows of a load.
async fn keep_edits(conn: &mut PgConnection, kind: &Kind, rows: &mut Rows) -> Result<(), DbError> {
    let Some(edits) = kind.rules.sample_edits else { return Ok(()) };
    for (slug, cells) in (edits.edited)(conn).await? {
        let slug = Raw::One(slug);
        let Some(row) = rows.rows.iter_mut().find(|row| row.cell("slug") == Some(&slug)) else {
            continue;
        };
        row.cells.retain(|(column, _)| !edits.columns.contains(&column.as_str()));
        let cells = cells.into_iter().map(|(column, cell)| (column.to_owned(), Raw::One(cell)));
        row.cells.extend(cells);
    }
    Ok(())
}

/// Removes the universe without a trace.
pub async fn remove_samples(db: &Db, now: OffsetDateTime) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let mut tx = LOCK.begin(db).await?;
    for kind in KINDS.iter().rev().filter(|kind| kind.is_written()) {
        let sample = store::samples(&mut tx, kind).await?;
        if !sample.is_empty() {
            report.files.push(removed(&mut tx, kind, &sample).await?);
        }
    }
    if !report.files.is_empty() {
        store::update_derived(&mut tx, now).await?;
    }
    tx.commit().await?;
    Ok(report)
}

fn file_report(file: &str, kind: &Kind) -> FileReport {
    FileReport { file: file.to_owned(), resource: kind.table.to_owned(), ..FileReport::default() }
}

async fn removed(
    tx: &mut PgConnection,
    kind: &'static Kind,
    ids: &[i64],
) -> anyhow::Result<FileReport> {
    match store::remove(tx, kind, ids).await? {
        Removal::Removed(records) => {
            Ok(FileReport { removed: records.len(), ..file_report(FORMER, kind) })
        }
        Removal::Needed(constraint) => {
            bail!("the sample universe is still referred to: {constraint}")
        }
    }
}
