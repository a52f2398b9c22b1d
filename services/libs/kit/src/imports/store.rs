//! The tables of imports by calls.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use super::Part;
use super::limits::{LONGEST_PAUSE, LONGEST_SILENCE, REPORT_KEPT};
use crate::db::{Db, DbError};

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Receiving,
    Loading,
    Ended,
}

impl State {
    fn text(self) -> &'static str {
        match self {
            Self::Receiving => "receiving",
            Self::Loading => "loading",
            Self::Ended => "ended",
        }
    }
}

impl TryFrom<String> for State {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut states = [Self::Receiving, Self::Loading, Self::Ended].into_iter();
        states.find(|state| state.text() == text).ok_or(text)
    }
}

/// An import as it is kept.
#[derive(sqlx::FromRow)]
pub struct ImportRow {
    #[sqlx(try_from = "String")]
    pub state: State,
    pub request: serde_json::Value,
    pub bytes: i64,
    /// Whether the replica that loads it has gone.
    pub is_stale: bool,
    pub report: Option<serde_json::Value>,
}

/// Begins an import; none while another one is received or loaded, by a call or by the command.
pub async fn begin(
    tx: &mut PgConnection,
    lock: &str,
    state: State,
    request: &serde_json::Value,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext($1))")
        .bind(format!("{lock}s by call"))
        .execute(&mut *tx)
        .await?;
    // Abandoned imports and old reports are removed.
    sqlx::query(
        "DELETE FROM imports WHERE touched_at < now() - CASE state
             WHEN 'receiving' THEN $1::interval WHEN 'loading' THEN $2::interval ELSE $3::interval END",
    )
    .bind(LONGEST_PAUSE)
    .bind(LONGEST_SILENCE)
    .bind(REPORT_KEPT)
    .execute(&mut *tx)
    .await?;
    let is_free: bool = sqlx::query_scalar(
        "SELECT pg_try_advisory_xact_lock(hashtext($1)) AND NOT EXISTS (SELECT FROM imports WHERE state <> 'ended')",
    )
    .bind(lock)
    .fetch_one(&mut *tx)
    .await?;
    if !is_free {
        return Ok(None);
    }
    sqlx::query_scalar("INSERT INTO imports (state, request) VALUES ($1, $2) RETURNING id")
        .bind(state.text())
        .bind(request)
        .fetch_optional(tx)
        .await
}

/// An import, locked until the transaction ends.
pub async fn lock(tx: &mut PgConnection, id: i64) -> Result<Option<ImportRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT state, request, bytes, false AS is_stale, report FROM imports WHERE id = $1 FOR UPDATE",
    )
    .bind(id)
    .fetch_optional(tx)
    .await
}

pub async fn read(conn: &mut PgConnection, id: i64) -> Result<Option<ImportRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT state, request, bytes, touched_at < now() - $2::interval AS is_stale, report
         FROM imports WHERE id = $1",
    )
    .bind(id)
    .bind(LONGEST_SILENCE)
    .fetch_optional(conn)
    .await
}

/// The parts of a file so far.
pub async fn part_count(tx: &mut PgConnection, id: i64, file: &str) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT count(*)::integer FROM import_parts WHERE import_id = $1 AND file = $2",
    )
    .bind(id)
    .bind(file)
    .fetch_one(tx)
    .await
}

/// The files so far.
pub async fn file_count(tx: &mut PgConnection, id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT count(DISTINCT file) FROM import_parts WHERE import_id = $1")
        .bind(id)
        .fetch_one(tx)
        .await
}

/// Whether this very part is there.
pub async fn has_part(tx: &mut PgConnection, part: Part<'_>) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (
             SELECT FROM import_parts WHERE import_id = $1 AND file = $2 AND place = $3 AND bytes = $4
         )",
    )
    .bind(part.import_id)
    .bind(part.file)
    .bind(part.place)
    .bind(part.bytes)
    .fetch_one(tx)
    .await
}

/// Keeps a part.
pub async fn add(tx: &mut PgConnection, part: Part<'_>) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO import_parts (import_id, file, place, bytes) VALUES ($1, $2, $3, $4)")
        .bind(part.import_id)
        .bind(part.file)
        .bind(part.place)
        .bind(part.bytes)
        .execute(&mut *tx)
        .await?;
    sqlx::query("UPDATE imports SET bytes = bytes + $2, touched_at = now() WHERE id = $1")
        .bind(part.import_id)
        .bind(part.bytes.len() as i64)
        .execute(tx)
        .await?;
    Ok(())
}

/// The files of an import, in the order of their names.
pub async fn files(
    tx: &mut PgConnection,
    id: i64,
) -> Result<BTreeMap<String, Vec<u8>>, sqlx::Error> {
    let parts: Vec<(String, Vec<u8>)> = sqlx::query_as(
        "SELECT file, bytes FROM import_parts WHERE import_id = $1 ORDER BY file, place",
    )
    .bind(id)
    .fetch_all(tx)
    .await?;
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for (file, bytes) in parts {
        files.entry(file).or_default().extend(bytes);
    }
    Ok(files)
}

/// Notes that an import is loaded from now on, by a process that has its files.
pub async fn start(tx: &mut PgConnection, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM import_parts WHERE import_id = $1").bind(id).execute(&mut *tx).await?;
    sqlx::query("UPDATE imports SET state = 'loading', touched_at = now() WHERE id = $1")
        .bind(id)
        .execute(tx)
        .await?;
    Ok(())
}

/// Removes an import with its parts.
pub async fn remove(tx: &mut PgConnection, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM imports WHERE id = $1").bind(id).execute(tx).await?;
    Ok(())
}

/// Notes that an import is still being loaded.
pub async fn touch(db: &Db, id: i64) -> Result<(), DbError> {
    let mut conn = db.conn().await?;
    sqlx::query("UPDATE imports SET touched_at = now() WHERE id = $1")
        .bind(id)
        .execute(&mut *conn)
        .await?;
    Ok(())
}

/// Keeps the report of an import that has ended.
pub async fn end(db: &Db, id: i64, report: serde_json::Value) -> Result<(), DbError> {
    let mut conn = db.conn().await?;
    sqlx::query(
        "UPDATE imports SET state = 'ended', touched_at = now(), report = $2 WHERE id = $1",
    )
    .bind(id)
    .bind(report)
    .execute(&mut *conn)
    .await?;
    Ok(())
}
