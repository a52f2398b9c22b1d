//! Removes imported records that no file names any more, or tells which they are.

use std::collections::BTreeMap;

use kit::db::Db;

use super::report::{Rejection, Report};
use crate::kinds::KINDS;
use crate::store::{self, Gone, Removal};

/// Goes through the tables that files were given for, those that are referred to last.
pub async fn run(
    db: &Db,
    named: &BTreeMap<&'static str, Vec<String>>,
    apply: bool,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut tx = super::begin(db).await?;
    for kind in KINDS.iter().rev() {
        let Some(slugs) = named.get(kind.table) else { continue };
        let absent = store::imported_beside(&mut tx, kind, slugs).await?;
        let Some(told) = report.files.iter_mut().rev().find(|file| file.resource == kind.table)
        else {
            continue;
        };
        told.absent = absent.iter().map(|gone| gone.slug.clone()).collect();
        if !apply || absent.is_empty() {
            continue;
        }
        let ids: Vec<i64> = absent.iter().map(|gone: &Gone| gone.id).collect();
        if let Removal::Needed(constraint) = store::remove(&mut tx, kind, &ids).await? {
            let expected = format!("nothing to refer to what is removed, but {constraint} does");
            told.rejections.push(Rejection {
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
        told.pruned = true;
        told.removed = told.absent.len();
    }
    if apply {
        tx.commit().await?;
    }
    Ok(())
}
