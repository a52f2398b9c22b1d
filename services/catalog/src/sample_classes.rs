//! The class of a sample asset, which alone of generated data an administrator may change; loads keep it while it has a day.

use std::collections::HashMap;

use serde_json::{Map, Value};
use sqlx::PgConnection;

use crate::import::Rows;
use crate::kinds::assets::ASSETS;
use crate::schema::{Kind, Raw};

const CLASS: &str = "asset_class_slug";
const DAY: &str = "classified_on";

/// Whether a change of a sample record is one of its class.
pub fn is_class_change<'a>(kind: &Kind, mut columns: impl Iterator<Item = &'a str>) -> bool {
    *kind == ASSETS && columns.all(|column| [CLASS, DAY].contains(&column))
}

/// The classes that sample assets had before administrators gave them another one, of those with these ids.
pub async fn generated(
    conn: &mut PgConnection,
    ids: &[i64],
) -> Result<HashMap<i64, String>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let classes: Vec<(i64, String)> = sqlx::query_as(
        "SELECT DISTINCT ON (record_id) record_id, before->>'asset_class_slug' FROM record_changes
         WHERE resource = 'assets' AND record_id = ANY($1) AND before->>'asset_class_slug' IS NOT NULL
             AND before->>'classified_on' IS NULL
         ORDER BY record_id, id DESC",
    )
    .bind(ids)
    .fetch_all(conn)
    .await?;
    Ok(classes.into_iter().collect())
}

/// Completes a change of a sample asset, whose values are laid over those that are known: without a day the asset has the
/// class that was generated. Returns the column that has no value where another class is stated.
pub fn complete(
    changed: &mut Map<String, Value>,
    known: &Map<String, Value>,
    generated: Option<&String>,
) -> Result<(), &'static str> {
    let is_dated = |cells: &Map<String, Value>| cells.get(DAY).is_some_and(|day| day != "");
    if is_dated(changed) {
        return Ok(());
    }
    let present = known.get(CLASS).cloned().unwrap_or_default();
    let class = match generated {
        Some(class) if is_dated(known) => Value::from(class.clone()),
        _ => present.clone(),
    };
    let stated = changed.insert(CLASS.to_owned(), class.clone()).unwrap_or_default();
    if stated == class || stated == present { Ok(()) } else { Err(DAY) }
}

/// Lays the classes that administrators gave to sample assets over the rows of a load.
pub async fn keep(conn: &mut PgConnection, rows: &mut Rows) -> Result<(), sqlx::Error> {
    let stated: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT a.slug, c.slug, a.classified_on::text
         FROM assets AS a JOIN asset_classes AS c ON c.id = a.asset_class_id
         WHERE a.origin = 'sample' AND a.classified_on IS NOT NULL",
    )
    .fetch_all(conn)
    .await?;
    for (slug, class, day) in stated {
        let slug = Raw::One(slug);
        let Some(row) = rows.rows.iter_mut().find(|row| row.cell("slug") == Some(&slug)) else {
            continue;
        };
        row.cells.retain(|(column, _)| ![CLASS, DAY].contains(&column.as_str()));
        row.cells.push((CLASS.to_owned(), Raw::One(class)));
        row.cells.push((DAY.to_owned(), Raw::One(day)));
    }
    Ok(())
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
        let generated = "bonds".to_owned();
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
