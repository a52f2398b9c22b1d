//! How loans change: which steps are allowed, and the history of those that were made.

use std::collections::HashMap;

use kit::db::DbError;
use proto::catalog::v1::Status;
use proto::codec::Text as _;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::kinds::LOAN_STATUS_CHANGES;
use crate::status;
use crate::store::{Change, announce};

/// Where the loans of these slugs stand.
pub async fn statuses(
    conn: &mut PgConnection,
    slugs: &[String],
) -> Result<HashMap<String, Status>, sqlx::Error> {
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT slug, status FROM loans WHERE slug = ANY($1)")
            .bind(slugs)
            .fetch_all(conn)
            .await?;
    let known = |(slug, status): (String, String)| Some((slug, Status::from_text(&status)?));
    Ok(rows.into_iter().filter_map(known).collect())
}

/// What the status of a record should have been, if its loan cannot go there.
pub fn refused_step(
    standing: &HashMap<String, Status>,
    record: &Map<String, Value>,
) -> Option<String> {
    let text = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default();
    let (from, to) = (*standing.get(text("slug"))?, Status::from_text(text("status"))?);
    if status::may_become(from, to) {
        return None;
    }
    let allowed: Vec<&str> = status::next(from).iter().map(|next| next.text()).collect();
    Some(match allowed.as_slice() {
        [] => format!("{}, as the loan is that for good", from.text()),
        allowed => format!("{} or, from there, {}", from.text(), allowed.join(", ")),
    })
}

/// The steps that loans have made.
pub async fn history(conn: &mut PgConnection, loans: &[i64]) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar("SELECT id FROM loan_status_changes WHERE loan_id = ANY($1)")
        .bind(loans)
        .fetch_all(conn)
        .await
}

/// Writes the history of loans that were added or changed, where their status did. The fictional tell their own.
pub async fn note_changes(
    tx: &mut PgConnection,
    created: &[i64],
    updated: &[i64],
    now: OffsetDateTime,
) -> Result<(), DbError> {
    let ids: Vec<i64> = created.iter().chain(updated).copied().collect();
    if ids.is_empty() {
        return Ok(());
    }
    let noted: Vec<i64> = sqlx::query_scalar(
        "WITH standing AS (
             SELECT DISTINCT ON (loan_id) loan_id, status FROM loan_status_changes
             WHERE loan_id = ANY($1) ORDER BY loan_id, changed_at DESC, id DESC
         ), counted AS (
             SELECT loan_id, count(*) AS steps FROM loan_status_changes
             WHERE loan_id = ANY($1) GROUP BY loan_id
         ), changed AS (
             UPDATE loans AS t SET status_changed_at = $2
             FROM loans AS l LEFT JOIN standing ON standing.loan_id = l.id
             WHERE t.id = l.id AND l.id = ANY($1) AND l.origin <> 'sample' AND standing.status IS DISTINCT FROM l.status
             RETURNING t.id, t.slug, t.name, t.sort_name, t.status, t.source, t.licence,
                       t.retrieved_on, t.origin, standing.status AS from_status
         )
         INSERT INTO loan_status_changes (slug, name, sort_name, loan_id, from_status, status,
             changed_at, source, licence, retrieved_on, origin, created_at, updated_at)
         SELECT left(c.slug, 100) || '-' || coalesce(counted.steps, 0) + 1, c.name, c.sort_name, c.id,
             c.from_status, c.status, $2, c.source, c.licence, c.retrieved_on, c.origin, $2, $2
         FROM changed AS c LEFT JOIN counted ON counted.loan_id = c.id
         RETURNING id",
    )
    .bind(&ids)
    .bind(now)
    .fetch_all(&mut *tx)
    .await?;
    announce(tx, &LOAN_STATUS_CHANGES, Change::Created, &noted).await
}
