//! Lists the holders of a role, or of all roles to which a policy is assigned.

use std::sync::Arc;

use kit::clock::milliseconds;
use kit::peers::Person;
use proto::access::v1::{Holder, ListHoldersRequest, ListHoldersResponse, RoleSource};
use proto::codec::Text;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::count;
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::limits::{MOST_HOLDERS, USUAL_HOLDERS};

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    user_id: Option<Uuid>,
    organization_id: Option<Uuid>,
    role_id: Uuid,
    role_name: String,
    starts_at: Option<OffsetDateTime>,
    expires_at: Option<OffsetDateTime>,
    source: Option<String>,
}

/// One page of holders, in the order in which they got the role.
pub async fn list(
    ctx: &Context,
    _: Arc<Person>,
    request: ListHoldersRequest,
) -> Result<ListHoldersResponse, AccessError> {
    let mut checks = Checks::default();
    let role = request.role_id.as_deref().map(|id| checks.id("role_id", id));
    let policy = request.policy_id.as_deref().map(|id| checks.id("policy_id", id));
    if role.is_some() == policy.is_some() {
        checks.refuse("role_id", "either a role or a policy is required");
    }
    checks.finish(())?;
    let after = request.cursor.as_deref().map(str::parse::<Uuid>).transpose();
    let after = after.map_err(|_| AccessError::CursorUnknown)?.unwrap_or_default();
    let most = request.per_page.unwrap_or(USUAL_HOLDERS).clamp(1, MOST_HOLDERS);
    let mut conn = ctx.db.conn().await?;
    let roles = roles(&mut conn, role, policy).await?;
    let (users, organizations) = count::count(&mut conn, &roles).await?;
    let mut rows: Vec<Row> = sqlx::query_as(
        "SELECT held.*, r.name AS role_name FROM (
             (SELECT id, user_id, organization_id, role_id, starts_at, expires_at, NULL AS source
              FROM user_roles WHERE role_id = ANY($1) AND id > $2 ORDER BY id LIMIT $3)
             UNION ALL
             (SELECT id, NULL, organization_id, role_id, starts_at, expires_at, source
              FROM organization_roles WHERE role_id = ANY($1) AND id > $2 ORDER BY id LIMIT $3)
         ) AS held JOIN roles AS r ON r.id = held.role_id
         ORDER BY held.id LIMIT $3",
    )
    .bind(&roles)
    .bind(after)
    .bind(i64::from(most) + 1)
    .fetch_all(&mut *conn)
    .await?;
    let more = rows.len() > most as usize;
    rows.truncate(most as usize);
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    let results = rows.into_iter().map(holder).collect();
    Ok(ListHoldersResponse { results, next_cursor, users, organizations })
}

/// The role itself, or those to which the policy is assigned.
async fn roles(
    conn: &mut PgConnection,
    role: Option<Uuid>,
    policy: Option<Uuid>,
) -> Result<Vec<Uuid>, AccessError> {
    if let Some(role) = role {
        return Ok(vec![role]);
    }
    let roles = sqlx::query_scalar("SELECT role_id FROM policy_assignments WHERE policy_id = $1");
    Ok(roles.bind(policy).fetch_all(conn).await?)
}

fn holder(row: Row) -> Holder {
    let source = row.source.as_deref().and_then(RoleSource::from_text);
    Holder {
        id: row.id.to_string(),
        user_id: row.user_id.map(|id| id.to_string()),
        organization_id: row.organization_id.map(|id| id.to_string()),
        role_id: row.role_id.to_string(),
        role_name: row.role_name,
        starts_at: row.starts_at.map(milliseconds),
        expires_at: row.expires_at.map(milliseconds),
        source: source.map(Into::into),
    }
}
