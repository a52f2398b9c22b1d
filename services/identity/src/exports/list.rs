//! Lists the exports of the caller that are not deleted yet, the newest first.

use std::sync::Arc;

use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{AccountExport, ExportState, ListExportsRequest, ListExportsResponse};
use time::OffsetDateTime;
use uuid::Uuid;

use super::limits::LONGEST_SILENCE;
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    state: String,
    sections_done: i32,
    section_count: i32,
    requested_at: OffsetDateTime,
    touched_at: OffsetDateTime,
    expires_at: Option<OffsetDateTime>,
    json_bytes: Option<i32>,
    csv_bytes: Option<i32>,
}

/// The exports that are not deleted yet, the newest first; at most twenty.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    _: ListExportsRequest,
) -> Result<ListExportsResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, state, sections_done, section_count, requested_at, touched_at, expires_at,
                octet_length(json_file) AS json_bytes, octet_length(csv_file) AS csv_bytes
         FROM exports
         WHERE user_id = $1 AND (expires_at IS NULL OR expires_at > $2)
         ORDER BY requested_at DESC, id DESC LIMIT 20",
    )
    .bind(user)
    .bind(ctx.now())
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    let results = rows.iter().map(|row| entry(ctx, row)).collect();
    let grace = ctx.config.erasure_grace.as_secs();
    let erasure_grace_seconds = grace.try_into().unwrap_or(i32::MAX);
    Ok(ListExportsResponse { results, erasure_grace_seconds })
}

fn entry(ctx: &Context, row: &Row) -> AccountExport {
    let state = ExportState::from_text(&row.state).unwrap_or_default();
    let is_silent = row.touched_at <= ctx.now() - LONGEST_SILENCE;
    let state = match state {
        ExportState::Running if is_silent => ExportState::Failed,
        state => state,
    };
    AccountExport {
        id: row.id.to_string(),
        state: state.into(),
        sections_done: row.sections_done,
        section_count: row.section_count,
        requested_at: kit::clock::milliseconds(row.requested_at),
        expires_at: row.expires_at.map(kit::clock::milliseconds),
        json_bytes: row.json_bytes,
        csv_bytes: row.csv_bytes,
    }
}
