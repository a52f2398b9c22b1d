//! Lists the sessions of a user for that user.

use proto::codec::Text;
use proto::identity::v1::{ListSessionsRequest, ListSessionsResponse, SessionEntry, SignInMethod};
use time::OffsetDateTime;
use uuid::Uuid;

use super::start;
use crate::context::Context;
use crate::error::IdentityError;

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    method: String,
    user_agent: String,
    network: String,
    created_at: OffsetDateTime,
    last_seen_at: OffsetDateTime,
    expires_at: OffsetDateTime,
}

/// The valid sessions of a user, the last seen first; at most a hundred.
pub async fn list(
    ctx: &Context,
    request: ListSessionsRequest,
) -> Result<ListSessionsResponse, IdentityError> {
    let user: Uuid = request.user_id.parse().map_err(|_| IdentityError::Invalid("user_id"))?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, method, user_agent, network, created_at, last_seen_at, expires_at
         FROM sessions
         WHERE user_id = $1 AND expires_at > $2 AND created_at > $3
         ORDER BY last_seen_at DESC, id DESC
         LIMIT 100",
    )
    .bind(user)
    .bind(ctx.now())
    .bind(start::earliest(ctx))
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    let results = rows.into_iter().map(|row| entry(ctx, row, &request.current_session_id));
    Ok(ListSessionsResponse { results: results.collect() })
}

fn entry(ctx: &Context, row: Row, current: &str) -> SessionEntry {
    let id = row.id.to_string();
    let expires_at = row.expires_at.min(start::absolute_end(ctx, row.created_at));
    SessionEntry {
        current: id == current,
        id,
        created_at: kit::clock::milliseconds(row.created_at),
        last_seen_at: kit::clock::milliseconds(row.last_seen_at),
        expires_at: kit::clock::milliseconds(expires_at),
        method: SignInMethod::from_text(&row.method).unwrap_or_default().into(),
        user_agent: row.user_agent,
        network: row.network,
    }
}
