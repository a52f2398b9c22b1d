//! Shows administrators everything about one user.

use std::sync::Arc;

use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    GetUserRequest, LinkedAccount, MembershipRole, OrganizationScope, PlanType, Role, UserDetail,
    UserMembership,
};
use proto::query::v1::QueryValue;
use time::OffsetDateTime;
use uuid::Uuid;

use super::list::{Row, USERS, entry, session_counts};
use super::record;
use crate::acting_administrator;
use crate::context::Context;
use crate::error::IdentityError;

#[derive(sqlx::FromRow)]
struct MembershipRow {
    organization_id: Uuid,
    organization_name: String,
    scope: String,
    plan: String,
    role: String,
    created_at: OffsetDateTime,
    active: bool,
}

pub async fn get(
    ctx: &Context,
    person: Arc<Person>,
    request: GetUserRequest,
) -> Result<UserDetail, IdentityError> {
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::UserNotFound)?;
    let mut conn = ctx.db.conn().await?;
    acting_administrator::require(&mut conn, &person).await?;
    let row: Row = kit::query::get(&mut conn, &USERS, "id", &QueryValue::text(id.to_string()))
        .await?
        .ok_or(IdentityError::UserNotFound)?;
    let sessions = session_counts(ctx, &mut conn, vec![id]).await?;
    let memberships: Vec<MembershipRow> = sqlx::query_as(
        "SELECT o.id AS organization_id, o.name AS organization_name, o.scope, p.type AS plan,
                m.role, m.created_at, o.id = u.organization_id AS active
         FROM memberships AS m
         JOIN users AS u ON u.id = m.user_id
         JOIN organizations AS o ON o.id = m.organization_id
         JOIN plans AS p ON p.organization_id = o.id
         WHERE m.user_id = $1
         ORDER BY m.created_at, m.id",
    )
    .bind(id)
    .fetch_all(&mut *conn)
    .await?;
    let accounts: Vec<(String, OffsetDateTime)> = sqlx::query_as(
        "SELECT provider, created_at FROM accounts WHERE user_id = $1 ORDER BY created_at, provider",
    )
    .bind(id)
    .fetch_all(&mut *conn)
    .await?;
    let (passkeys, second_factor): (i64, bool) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM passkeys WHERE user_id = $1), second_factor
         FROM users WHERE id = $1",
    )
    .bind(id)
    .fetch_one(&mut *conn)
    .await?;
    Ok(UserDetail {
        user: Some(entry(&row, sessions.get(&id).copied().unwrap_or_default())),
        email_verified_at: row.email_verified_at.map(kit::clock::milliseconds),
        updated_at: kit::clock::milliseconds(row.updated_at),
        own_features: record::features(Role::Customer, &row.features),
        memberships: memberships.into_iter().map(membership).collect(),
        accounts: accounts.into_iter().map(account).collect(),
        passkeys: passkeys.try_into().unwrap_or(i32::MAX),
        second_factor,
    })
}

fn membership(row: MembershipRow) -> UserMembership {
    UserMembership {
        organization_id: row.organization_id.to_string(),
        organization_name: row.organization_name,
        scope: OrganizationScope::from_text(&row.scope).unwrap_or_default().into(),
        plan: PlanType::from_text(&row.plan).unwrap_or(PlanType::Free).into(),
        role: MembershipRole::from_text(&row.role).unwrap_or_default().into(),
        joined_at: kit::clock::milliseconds(row.created_at),
        active: row.active,
    }
}

fn account((provider, linked_at): (String, OffsetDateTime)) -> LinkedAccount {
    LinkedAccount { provider, linked_at: kit::clock::milliseconds(linked_at) }
}
