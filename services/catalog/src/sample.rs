//! Writes and removes the records of the sample universe, which the crate `sample` makes: fictional, the same each time,
//! and marked with `is_sample`. Nothing of it is counted for a real record.

use kit::db::Db;
use sample::Table;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::import::{self, FileReport, Origin, Report, Row, Rows};
use crate::kinds::KINDS;
use crate::schema::{Kind, Raw};
use crate::store::{self, Removal};

/// Every table of the universe, in the order in which they are written.
fn sheets() -> Vec<(&'static Kind, Rows)> {
    let mut tables = sample::tables();
    let sheet = |kind: &'static Kind| {
        let place = tables.iter().position(|table| table.name == kind.table)?;
        Some((kind, rows(tables.swap_remove(place))))
    };
    KINDS.iter().copied().filter_map(sheet).collect()
}

/// The rows of a table as a file would hold them.
fn rows(table: Table) -> Rows {
    let mut rows = Rows::default();
    for (at, row) in table.rows.into_iter().enumerate() {
        let cells = row.0.into_iter().map(|(name, text)| (name.to_owned(), Raw::One(text)));
        let row = Row { line: at + 1, cells: cells.collect() };
        for (name, _) in &row.cells {
            if !rows.columns.contains(name) {
                rows.columns.push(name.clone());
            }
        }
        rows.rows.push(row);
    }
    rows
}

/// Writes the universe, all of it or nothing.
pub async fn write(db: &Db, now: OffsetDateTime) -> anyhow::Result<Report> {
    let origin = Origin {
        source: Some("Sample universe: fictional, made by a program".to_owned()),
        licence: Some("own work, Apache-2.0".to_owned()),
        retrieved_on: Some("2026-11-20".to_owned()),
        kind: "sample",
    };
    let mut report = Report::default();
    let mut tx = import::begin(db).await?;
    let sheets = sheets();
    for (kind, rows) in &sheets {
        let mut file = FileReport {
            file: "sample universe".to_owned(),
            resource: kind.table.to_owned(),
            ..FileReport::default()
        };
        match import::write(&mut tx, kind, rows, &origin, now).await? {
            Ok(saved) => file.saved = saved,
            Err(rejections) => {
                file.rejections = rejections;
                report.files.push(file);
                return Ok(report);
            }
        }
        report.files.push(file);
    }
    remove_former(&mut tx, &sheets, &mut report).await?;
    if report.changed() > 0 || report.files.iter().any(|file| file.removed > 0) {
        store::update_derived(&mut tx, now).await?;
    }
    tx.commit().await?;
    Ok(report)
}

/// Removes records of an earlier version of the universe that are not in this one.
async fn remove_former(
    tx: &mut PgConnection,
    sheets: &[(&'static Kind, Rows)],
    report: &mut Report,
) -> anyhow::Result<()> {
    for (kind, rows) in sheets.iter().rev() {
        let slugs: Vec<String> =
            rows.rows.iter().filter_map(|row| row.cell("slug")).map(Raw::whole).collect();
        let former = store::samples_except(&mut *tx, kind, &slugs).await?;
        if !former.is_empty() {
            report.files.push(removed(&mut *tx, kind, &former).await?);
        }
    }
    Ok(())
}

async fn removed(
    tx: &mut PgConnection,
    kind: &'static Kind,
    ids: &[i64],
) -> anyhow::Result<FileReport> {
    match store::remove(tx, kind, ids).await? {
        Removal::Removed(records) => Ok(FileReport {
            file: "sample universe".to_owned(),
            resource: kind.table.to_owned(),
            removed: records.len(),
            ..FileReport::default()
        }),
        Removal::Needed(constraint) => {
            anyhow::bail!("the sample universe is still referred to: {constraint}")
        }
    }
}

#[cfg(test)]
mod tests {
    use proto::catalog::v1::Status;
    use proto::codec::Text as _;

    use super::*;
    use crate::kinds::status;

    #[test]
    fn every_table_of_the_universe_is_one_of_the_catalog() {
        assert_eq!(sheets().len(), sample::tables().len());
    }

    #[test]
    fn every_step_of_a_loan_is_one_that_it_may_make() {
        let sheets = sheets();
        let (_, steps) =
            sheets.iter().find(|(kind, _)| kind.table == "loan_status_changes").unwrap();
        let text = |row: &Row, column: &str| row.cell(column).map(Raw::whole).unwrap_or_default();
        for step in &steps.rows {
            let [from, to] =
                ["from_status", "status"].map(|column| Status::from_text(&text(step, column)));
            let may = from.is_none_or(|from| to.is_some_and(|to| status::may_become(from, to)));
            assert!(may && from != to, "{}", text(step, "slug"));
        }
        for pair in steps.rows.windows(2) {
            if text(&pair[0], "loan_slug") == text(&pair[1], "loan_slug") {
                assert!(text(&pair[0], "changed_at") < text(&pair[1], "changed_at"));
                assert_eq!(text(&pair[0], "status"), text(&pair[1], "from_status"));
            }
        }
    }
}
