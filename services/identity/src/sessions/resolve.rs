//! Resolves the token of a session: the read behind every request of a signed-in browser.

use std::time::Duration;

use kit::db::Conn;
use proto::identity::v1::{ResolveSessionRequest, ResolveSessionResponse, Session};
use time::OffsetDateTime;
use uuid::Uuid;

use super::start;
use crate::context::Context;
use crate::error::IdentityError;
use crate::secrets;
use crate::users::record;

// A write per read would cost more than an exact time in the list of sessions is worth.
const SEEN_STEP: Duration = Duration::from_mins(5);

#[derive(sqlx::FromRow)]
struct Row {
    session_id: Uuid,
    created_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    last_seen_at: OffsetDateTime,
    role_epoch: i64,
    second_factor: bool,
    authenticated_at: Option<OffsetDateTime>,
    #[sqlx(flatten)]
    record: record::Row,
}

/// The session with the complete record of its user, or none.
pub async fn resolve(
    ctx: &Context,
    request: ResolveSessionRequest,
) -> Result<ResolveSessionResponse, IdentityError> {
    if request.token.len() != secrets::TOKEN_LENGTH {
        return Ok(ResolveSessionResponse::default());
    }
    let mut conn = ctx.db.conn().await?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT s.id AS session_id, s.created_at, s.expires_at, s.last_seen_at,
                s.second_factor, s.authenticated_at,
                u.id AS user_id, u.name, u.email, u.email_verified_at, u.image, u.role, u.features,
                u.role_epoch,
                u.organization_id AS active_organization_id,
                m.id AS membership_id, m.role AS membership_role,
                o.id AS organization_id, o.name AS organization_name, o.domain, o.scope,
                p.id AS plan_id, p.type AS plan_type, p.ends_at AS plan_ends_at,
                e.due_at AS erasure_due_at
         FROM sessions s
         JOIN users u ON u.id = s.user_id
         JOIN memberships m ON m.user_id = u.id
         JOIN organizations o ON o.id = m.organization_id
         JOIN plans p ON p.organization_id = o.id
         LEFT JOIN erasures e ON e.user_id = u.id
         WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.created_at > $3
           AND u.deactivated_at IS NULL
         ORDER BY m.id",
    )
    .bind(secrets::session_hash(&request.token))
    .bind(ctx.now())
    .bind(start::earliest(ctx))
    .fetch_all(&mut *conn)
    .await?;
    let Some(first) = rows.first() else { return Ok(ResolveSessionResponse::default()) };

    let (id, stored_end, role_epoch) = (first.session_id, first.expires_at, first.role_epoch);
    let new_end =
        if request.touch { extended(ctx, first.created_at, stored_end) } else { stored_end };
    // The absolute end may lie before the stored one, which nobody shortens: only a later end is worth a write.
    if new_end > stored_end || ctx.now() - first.last_seen_at >= SEEN_STEP {
        mark_seen(ctx, &mut conn, id, new_end).await?;
    }
    let expires_at = new_end.min(start::absolute_end(ctx, first.created_at));
    let fresh_until = start::fresh_until(ctx, first.authenticated_at);
    let second_factor = first.second_factor;
    let records: Vec<record::Row> = rows.into_iter().map(|row| row.record).collect();
    let mut user = record::user(ctx, &records);
    if let Some(user) = &mut user
        && ctx.config.admin_passkey_required
        && !second_factor
    {
        record::withhold_administration(user, &records);
    }
    let session = Session {
        id: id.to_string(),
        expires_at: kit::clock::milliseconds(expires_at),
        user,
        fresh_until: kit::clock::milliseconds(fresh_until),
    };
    Ok(ResolveSessionResponse { session: Some(session), role_epoch })
}

// The last extension follows from the expiry, so it needs no column.
fn extended(
    ctx: &Context,
    signed_in_at: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> OffsetDateTime {
    let extended_at = expires_at - ctx.config.session_max_age;
    if ctx.now() - extended_at >= ctx.config.session_update_age {
        start::extended(ctx, signed_in_at)
    } else {
        expires_at
    }
}

// Updates an existing row only: a session that ended in the meantime stays ended.
async fn mark_seen(
    ctx: &Context,
    conn: &mut Conn,
    id: Uuid,
    expires_at: OffsetDateTime,
) -> Result<(), IdentityError> {
    sqlx::query(
        "UPDATE sessions SET last_seen_at = $2, expires_at = greatest(expires_at, $3)
         WHERE id = $1",
    )
    .bind(id)
    .bind(ctx.now())
    .bind(expires_at)
    .execute(&mut **conn)
    .await?;
    Ok(())
}
