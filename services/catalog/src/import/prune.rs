//! Lists or removes imported records that no file names any more.

use std::collections::BTreeMap;

use kit::db::Db;

use super::LOCK;
use super::report::{Rejection, Report};
use crate::kinds::KINDS;
use crate::schema::DeletedRecord;
use crate::store::{self, Removal};

/// Goes through the tables of which there are files, those that others refer to last.
pub async fn run(
    db: &Db,
    named: &BTreeMap<&'static str, Vec<String>>,
    apply: bool,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut tx = LOCK.begin(db).await?;
    for kind in KINDS.iter().rev() {
        let Some(slugs) = named.get(kind.table) else { continue };
        let absent = store::imported_except(&mut tx, kind, slugs).await?;
        let Some(file) = report.files.iter_mut().rev().find(|file| file.resource == kind.table)
        else {
            continue;
        };
        file.absent = absent.iter().map(|record| record.slug.clone()).collect();
        if !apply || absent.is_empty() {
            continue;
        }
        let ids: Vec<i64> = absent.iter().map(|record: &DeletedRecord| record.id).collect();
        if let Removal::Needed(constraint) = store::remove(&mut tx, kind, &ids).await? {
            let expected = format!("no references to removed records, but {constraint} has some");
            file.rejections.push(Rejection {
                line: 1,
                column: None,
                found: String::new(),
                expected,
            });
            for file in &mut report.files {
                (file.pruned, file.removed) = (false, 0);
            }
            return Ok(());
        }
        file.pruned = true;
        file.removed = file.absent.len();
    }
    if apply {
        tx.commit().await?;
    }
    Ok(())
}
