//! The class of a sample asset, which alone of generated data an administrator may change; loads keep it while it has a day.

use std::collections::HashMap;

use kit::db::DbError;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::schema::{EditedCells, SampleEdits};

const CLASS: &str = "asset_class_slug";
const DAY: &str = "classified_on";

type Cells = Map<String, Value>;

/// Administrators may classify a sample asset, as every other asset.
pub static CLASS_OF_SAMPLES: SampleEdits = SampleEdits {
    columns: &[CLASS, DAY],
    generated: |conn, ids| Box::pin(generated(conn, ids)),
    complete,
    edited: |conn| Box::pin(edited(conn)),
};

/// The last states of assets without a day: administrators give a class with one.
async fn generated(conn: &mut PgConnection, ids: &[i64]) -> Result<HashMap<i64, Cells>, DbError> {
    let states: Vec<(i64, Json<Cells>)> = sqlx::query_as(
        "SELECT DISTINCT ON (record_id) record_id, before FROM record_changes
         WHERE resource = 'assets' AND record_id = ANY($1) AND before->>'asset_class_slug' IS NOT NULL
             AND before->>'classified_on' IS NULL
         ORDER BY record_id, id DESC",
    )
    .bind(ids)
    .fetch_all(conn)
    .await?;
    Ok(states.into_iter().map(|(id, Json(cells))| (id, cells)).collect())
}

/// Without a day the asset has the class that was generated; another class needs one.
fn complete(
    changed: &mut Cells,
    known: &Cells,
    generated: Option<&Cells>,
) -> Result<(), &'static str> {
    let is_dated = |cells: &Cells| cells.get(DAY).is_some_and(|day| day != "");
    if is_dated(changed) {
        return Ok(());
    }
    let present = known.get(CLASS).cloned().unwrap_or_default();
    let class = match generated.and_then(|cells| cells.get(CLASS)) {
        Some(class) if is_dated(known) => class.clone(),
        _ => present.clone(),
    };
    let stated = changed.insert(CLASS.to_owned(), class.clone()).unwrap_or_default();
    if stated == class || stated == present { Ok(()) } else { Err(DAY) }
}

async fn edited(conn: &mut PgConnection) -> Result<Vec<EditedCells>, DbError> {
    let assets: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT a.slug, c.slug, a.classified_on::text
         FROM assets AS a JOIN asset_classes AS c ON c.id = a.asset_class_id
         WHERE a.origin = 'sample' AND a.classified_on IS NOT NULL",
    )
    .fetch_all(conn)
    .await?;
    let cells = |(slug, class, day)| (slug, vec![(CLASS, class), (DAY, day)]);
    Ok(assets.into_iter().map(cells).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cells(class: &str, day: Option<&str>) -> Map<String, Value> {
        let mut cells = Map::from_iter([(CLASS.to_owned(), class.into())]);
        cells.extend(day.map(|day| (DAY.to_owned(), day.into())));
        cells
    }

    #[test]
    fn without_a_day_the_class_is_the_generated_one() {
        let generated = cells("bonds", None);
        let reclassified = cells("gold", Some("2026-01-01"));
        let after = |mut changed: Map<String, Value>, known: &Map<String, Value>| {
            complete(&mut changed, known, Some(&generated)).map(|()| changed[CLASS].clone())
        };
        assert_eq!(after(cells("stocks", Some("2026-02-01")), &reclassified), Ok(json!("stocks")));
        assert_eq!(after(cells("gold", None), &reclassified), Ok(json!("bonds")), "taken back");
        assert_eq!(after(cells("bonds", None), &reclassified), Ok(json!("bonds")));
        assert_eq!(after(cells("stocks", None), &reclassified), Err(DAY));
        // The universe of another release may have another class than the one of the history.
        assert_eq!(after(cells("loans", None), &cells("loans", None)), Ok(json!("loans")));
        assert_eq!(after(cells("stocks", None), &cells("loans", None)), Err(DAY));
    }
}
