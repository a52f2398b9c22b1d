//! Lists the sessions of a user, for that user and for administrators.

use std::sync::Arc;

use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    ListSessionsRequest, ListSessionsResponse, ListUserSessionsRequest, SessionEntry, SignInMethod,
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::start;
use crate::acting_administrator;
use crate::caller;
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

/// The sessions of the caller.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    _: ListSessionsRequest,
) -> Result<ListSessionsResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    valid(ctx, &mut *ctx.db.conn().await?, user, &person.session_id).await
}

/// The sessions of any user, for administrators.
pub async fn list_of_user(
    ctx: &Context,
    person: Arc<Person>,
    request: ListUserSessionsRequest,
) -> Result<ListSessionsResponse, IdentityError> {
    let user = request.id.parse().map_err(|_| IdentityError::UserNotFound)?;
    let mut conn = ctx.db.conn().await?;
    acting_administrator::require(&mut conn, &person).await?;
    valid(ctx, &mut conn, user, &person.session_id).await
}

/// The valid sessions of a user, the last seen first; at most a hundred.
async fn valid(
    ctx: &Context,
    conn: &mut PgConnection,
    user: Uuid,
    current: &str,
) -> Result<ListSessionsResponse, IdentityError> {
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
    .fetch_all(conn)
    .await?;
    let results = rows.into_iter().map(|row| entry(ctx, row, current));
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
