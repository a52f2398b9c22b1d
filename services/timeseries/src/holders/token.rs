//! The token whose holders are requested, and whether its balances may be in a file.

use kit::grpc::Purpose;
use sqlx::{FromRow, PgConnection};
use time::OffsetDateTime;

use crate::error::TimeseriesError;

#[derive(FromRow)]
pub struct Token {
    pub id: i64,
    pub name: String,
    pub is_sample: bool,
}

impl Token {
    /// A token that is in the catalog, or was at an instant.
    pub async fn find(
        conn: &mut PgConnection,
        slug: &str,
        at: Option<OffsetDateTime>,
    ) -> Result<Self, TimeseriesError> {
        let token: Option<Self> = sqlx::query_as(
            "SELECT id, name, is_sample FROM subjects
             WHERE kind = 'token' AND slug = $1 AND (deleted_at IS NULL OR deleted_at > $2)",
        )
        .bind(slug)
        .bind(at)
        .fetch_optional(conn)
        .await?;
        token.ok_or(TimeseriesError::TokenUnknown)
    }
}

/// Refuses a file of balances that may not be passed on.
pub async fn refuse_file(conn: &mut PgConnection, load_ids: &[i64]) -> Result<(), TimeseriesError> {
    if kit::grpc::reader().purpose == Purpose::Screen {
        return Ok(());
    }
    let sources: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT source FROM loads WHERE id = ANY($1) AND NOT is_redistributable",
    )
    .bind(load_ids)
    .fetch_all(conn)
    .await?;
    if sources.is_empty() {
        return Ok(());
    }
    Err(TimeseriesError::NotRedistributable(sources.join(", ")))
}
