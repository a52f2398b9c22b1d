//! Checks the copied rows against the catalog, each other and what is known, and adds those that are new.

use kit::db::DbError;
use sqlx::PgConnection;

use super::row::Row;
use crate::import::report::{Rejection, Rejections};
use crate::import::store::known_subjects::Subjects;

/// Checks the table `incoming` and adds its rows that are new; answers how many these are.
pub async fn insert<R: Row>(
    tx: &mut PgConnection,
    subjects: Subjects,
    is_sample: bool,
    load_id: i64,
) -> Result<Result<i64, Rejections>, DbError> {
    sqlx::raw_sql("ANALYZE incoming").execute(&mut *tx).await?;
    let mut rejections = Rejections::default();
    tokens(tx, subjects, is_sample, &mut rejections).await?;
    for statement in R::CONTRADICTIONS {
        let found: Vec<(i64, String, String)> =
            sqlx::query_as(*statement).fetch_all(&mut *tx).await?;
        for (line, column, expected) in found {
            rejections.push(Rejection::at(line, &column, "", &expected));
        }
    }
    if !rejections.is_empty() {
        return Ok(Err(rejections));
    }
    let added = sqlx::query(R::INSERT).bind(load_id).execute(tx).await?;
    Ok(Ok(added.rows_affected() as i64))
}

/// Refuses tokens that are unknown, and real ones where the file is fictional; adds those that may be unknown.
async fn tokens(
    tx: &mut PgConnection,
    subjects: Subjects,
    is_sample: bool,
    rejections: &mut Rejections,
) -> Result<(), DbError> {
    let refused: Vec<(i64, String, bool)> = sqlx::query_as(
        "SELECT min(i.line), i.token, coalesce($2 AND NOT u.is_sample, false) AS is_real
         FROM incoming AS i LEFT JOIN subjects AS u ON u.kind = 'token' AND u.slug = i.token
         WHERE ($1 AND (u.id IS NULL OR u.updated_at = 0 AND NOT u.is_sample)) OR ($2 AND NOT u.is_sample)
         GROUP BY i.token, 3 ORDER BY 1 LIMIT 50",
    )
    .bind(subjects == Subjects::Known)
    .bind(is_sample)
    .fetch_all(&mut *tx)
    .await?;
    for (line, token, is_real) in refused {
        let expected = if is_real {
            "a fictional token: this one is real"
        } else {
            "the slug of a record of the catalog of the kind token, or --any-subject"
        };
        rejections.push(Rejection::at(line, "token_slug", &token, expected));
    }
    sqlx::query(
        "INSERT INTO subjects (kind, slug, name, is_sample)
         SELECT DISTINCT 'token', token, token, $1 FROM incoming ON CONFLICT (kind, slug) DO NOTHING",
    )
    .bind(is_sample)
    .execute(tx)
    .await?;
    Ok(())
}
