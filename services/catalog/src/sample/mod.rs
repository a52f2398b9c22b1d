//! A fictional universe, so that every page can be tried at once.
//!
//! It is whole in itself and the same each time. Every name ends in "(sample)", every slug in "-sample", every
//! address of a token begins with SAMPLE in the form of its network, and every record says `is_sample`. Nothing of it is counted for a real record.

mod address;
mod chance;
mod credit;
mod offers;
mod parties;
mod reading;
mod sheet;
mod steps;

use kit::db::Db;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::entities::ENTITIES;
use crate::import::{self, FileReport, Origin, Report};
use crate::schema::{Entity, Raw};
use crate::store::{self, Removal};
use chance::Chance;
use sheet::Sheet;

const SEED: u64 = 20_261_120;

/// Every table of the universe, in the order in which they are written.
pub fn sheets() -> Vec<Sheet> {
    let mut chance = Chance::new(SEED);
    let parties = parties::Parties::make(&mut chance);
    let assets = offers::assets(&mut chance, &parties);
    let credit = credit::Credit::make(&mut chance, &parties, &assets);
    let offers = offers::Offers::make(&mut chance, &parties, &assets, &credit);
    let reading = reading::Reading::make(&mut chance, &parties, &assets);
    let mut sheets = parties.sheets();
    sheets.extend(offers.sheets(assets));
    sheets.extend(credit.sheets());
    sheets.extend(reading.sheets());
    sheets
        .sort_by_key(|sheet| ENTITIES.iter().position(|entity| entity.table == sheet.entity.table));
    sheets
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
    for sheet in &sheets {
        let mut told = FileReport {
            file: "sample universe".to_owned(),
            resource: sheet.entity.table.to_owned(),
            ..FileReport::default()
        };
        match import::write(&mut tx, sheet.entity, &sheet.rows, &origin, now).await? {
            Ok(saved) => told.saved = saved,
            Err(rejections) => {
                told.rejections = rejections;
                report.files.push(told);
                return Ok(report);
            }
        }
        report.files.push(told);
    }
    remove_former(&mut tx, &sheets, &mut report).await?;
    if report.changed() > 0 || report.files.iter().any(|file| file.removed > 0) {
        store::refresh(&mut tx, now).await?;
    }
    tx.commit().await?;
    Ok(report)
}

/// Removes what an earlier program made and this one does not.
async fn remove_former(
    tx: &mut PgConnection,
    sheets: &[Sheet],
    report: &mut Report,
) -> anyhow::Result<()> {
    for sheet in sheets.iter().rev() {
        let slugs: Vec<String> =
            sheet.rows.rows.iter().filter_map(|row| row.cell("slug")).map(Raw::whole).collect();
        let former = store::samples_beside(&mut *tx, sheet.entity, &slugs).await?;
        if !former.is_empty() {
            report.files.push(removed(&mut *tx, sheet.entity, &former).await?);
        }
    }
    Ok(())
}

async fn removed(
    tx: &mut PgConnection,
    entity: &'static Entity,
    ids: &[i64],
) -> anyhow::Result<FileReport> {
    match store::remove(tx, entity, ids).await? {
        Removal::Gone(gone) => Ok(FileReport {
            file: "sample universe".to_owned(),
            resource: entity.table.to_owned(),
            removed: gone.len(),
            ..FileReport::default()
        }),
        Removal::Needed(constraint) => {
            anyhow::bail!("the sample universe is still referred to: {constraint}")
        }
    }
}

/// Removes the universe without a trace.
pub async fn remove(db: &Db, now: OffsetDateTime) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let mut tx = import::begin(db).await?;
    for entity in ENTITIES.iter().rev().filter(|entity| entity.is_written()) {
        let sample = store::samples(&mut tx, entity).await?;
        if sample.is_empty() {
            continue;
        }
        report.files.push(removed(&mut tx, entity, &sample).await?);
    }
    if !report.files.is_empty() {
        store::refresh(&mut tx, now).await?;
    }
    tx.commit().await?;
    Ok(report)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn it_is_the_same_each_time() {
        let (one, other) = (sheets(), sheets());
        assert!(one.iter().zip(&other).all(|(one, other)| one.rows == other.rows));
    }

    #[test]
    fn everything_says_that_it_is_a_sample() {
        for sheet in sheets() {
            for row in &sheet.rows.rows {
                let text = |column| row.cell(column).map(Raw::whole).unwrap_or_default();
                let (slug, name) = (text("slug"), text("name"));
                assert!(name.ends_with("(sample)"), "{}: {name}", sheet.entity.table);
                let table = sheet.entity.table;
                assert!(slug.ends_with("-sample") || table == "tokens", "{table}: {slug}");
            }
        }
    }

    #[test]
    fn it_shows_every_class_network_and_status() {
        let sheets = sheets();
        let found = |table: &str, column: &str| -> BTreeSet<String> {
            let sheet = sheets.iter().find(|sheet| sheet.entity.table == table).unwrap();
            let rows = sheet.rows.rows.iter();
            rows.filter_map(|row| row.cell(column)).map(Raw::whole).collect()
        };
        assert_eq!(found("assets", "asset_class_slug").len(), 12);
        assert_eq!(found("assets", "slug").len(), 300);
        assert_eq!(found("tokens", "network_slug").len(), 36);
        assert_eq!(found("loans", "status").len(), 9);
        assert_eq!(found("investments", "availability").len(), 2);
        assert_eq!(found("tokens", "tokenization_type").len(), 2);
    }

    #[test]
    fn no_two_tokens_have_one_address() {
        let sheets = sheets();
        let tokens = &sheets.iter().find(|sheet| sheet.entity.table == "tokens").unwrap().rows.rows;
        let slugs: BTreeSet<String> =
            tokens.iter().filter_map(|row| row.cell("slug")).map(Raw::whole).collect();
        assert_eq!(slugs.len(), tokens.len());
    }
}
