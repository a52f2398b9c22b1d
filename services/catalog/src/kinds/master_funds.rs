//! The rules by which assets are feeder funds of master funds: one level, so that money is in one master fund only.

use std::collections::{HashMap, HashSet};

use kit::db::DbError;
use serde_json::{Map, Value};
use sqlx::PgConnection;

use crate::schema::{CheckedRecord, Refusal};

/// The records whose master fund is themselves or a feeder fund, and the feeder funds that have feeder funds themselves.
pub async fn refusals(
    conn: &mut PgConnection,
    records: &[CheckedRecord],
) -> Result<Vec<Refusal>, DbError> {
    let stated: Vec<i64> =
        records.iter().filter_map(|(_, record)| id(record, "master_id")).collect();
    if stated.is_empty() {
        return Ok(Vec::new());
    }
    let slugs: Vec<&str> = records.iter().map(|(_, record)| slug(record)).collect();
    let rows: Vec<(i64, String, Option<i64>)> = sqlx::query_as(
        "SELECT id, slug, master_id FROM assets
         WHERE slug = ANY($1) OR id = ANY($2) OR master_id IS NOT NULL",
    )
    .bind(slugs)
    .bind(stated)
    .fetch_all(conn)
    .await?;
    let known: HashMap<&str, i64> = rows.iter().map(|(id, slug, _)| (slug.as_str(), *id)).collect();
    let own_id =
        |record: &Map<String, Value>| id(record, "id").or_else(|| known.get(slug(record)).copied());
    let mut names: HashMap<i64, &str> =
        rows.iter().map(|(id, slug, _)| (*id, slug.as_str())).collect();
    // As it will be once the records are written.
    let mut masters: HashMap<i64, Option<i64>> =
        rows.iter().map(|(id, _, master)| (*id, *master)).collect();
    for (_, record) in records {
        if let Some(own) = own_id(record) {
            masters.insert(own, id(record, "master_id"));
            names.insert(own, slug(record));
        }
    }
    let fed: HashSet<i64> = masters.values().flatten().copied().collect();
    let refusals = records.iter().filter_map(|(line, record)| {
        let (own, master) = (own_id(record)?, id(record, "master_id")?);
        let expected = if own == master {
            "another asset than the feeder fund itself"
        } else if masters.get(&master).is_some_and(Option::is_some) {
            "an asset that is not a feeder fund itself"
        } else if fed.contains(&own) {
            "no master fund, since the asset has feeder funds"
        } else {
            return None;
        };
        let found = names.get(&master).copied().unwrap_or_default().to_owned();
        Some(Refusal { line: *line, column: "master_slug", found, expected: expected.to_owned() })
    });
    Ok(refusals.collect())
}

fn id(record: &Map<String, Value>, column: &str) -> Option<i64> {
    record.get(column).and_then(Value::as_i64)
}

fn slug(record: &Map<String, Value>) -> &str {
    record.get("slug").and_then(Value::as_str).unwrap_or_default()
}
