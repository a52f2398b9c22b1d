//! Lists users for administrators, newest first.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use kit::db::Conn;
use kit::peers::Person;
use kit::query::{Element, Field, Order, Resource};
use proto::codec::Text;
use proto::identity::v1::{
    AccountState, Feature, ListUsersResponse, OrganizationScope, PlanType, Role, UserEntry,
};
use proto::query::v1::Query;
use time::OffsetDateTime;
use uuid::Uuid;

use super::record;
use crate::acting_administrator;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::start;

/// The fields of users in lists.
pub static USERS: LazyLock<Resource> = LazyLock::new(|| Resource {
    name: "users",
    from: "users AS u
           JOIN organizations AS o ON o.id = u.organization_id
           JOIN plans AS p ON p.organization_id = o.id",
    columns: "u.id, u.email, u.name, u.role, u.features, u.created_at, u.updated_at,
              u.deactivated_at,
              u.email_verified_at, o.id AS organization_id, o.name AS organization_name, o.scope,
              p.type AS plan",
    key: "id",
    order: Order::descending("created_at"),
    scoping: None,
    fields: vec![
        Field::uuid("id", "u.id").describe("Identifier"),
        Field::text("email", "u.email").describe("E-mail address").sortable_as("lower(u.email)"),
        Field::text("name", "u.name")
            .describe("Name reported by the sign-in provider")
            .nullable()
            .sortable_as("lower(u.name)"),
        Field::choice("role", "u.role", Role::CHOICES).describe("Role of the user").sortable(),
        Field::list("features", Element::Enum, effective_features().leak())
            .describe("Enabled features; administrators have all")
            .choices(Feature::CHOICES),
        Field::choice(
            "state",
            "CASE WHEN u.deactivated_at IS NULL THEN 'active' ELSE 'deactivated' END",
            AccountState::CHOICES,
        )
        .describe("Whether the user can sign in")
        .sortable(),
        Field::bool("email_verified", "u.email_verified_at IS NOT NULL")
            .describe("Whether the address is verified"),
        Field::uuid("organization_id", "o.id").describe("Active organization"),
        Field::text("organization_name", "o.name").describe("Its name"),
        Field::choice("plan", "p.type", PlanType::CHOICES).describe("Its plan").sortable(),
        Field::instant("created_at", "u.created_at")
            .describe("Time of the first sign-in")
            .sortable(),
    ]
    .leak(),
});

/// The features that administrators see and filter: the role ADMIN includes all of them.
fn effective_features() -> String {
    let all = Feature::VALUES.iter().map(|(_, feature)| format!("'{feature}'"));
    let all = all.collect::<Vec<_>>().join(", ");
    format!("CASE WHEN u.role = 'ADMIN' THEN ARRAY[{all}] ELSE u.features END")
}

/// A user with their active organization.
#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    email: String,
    name: Option<String>,
    role: String,
    pub features: Vec<String>,
    created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    deactivated_at: Option<OffsetDateTime>,
    pub email_verified_at: Option<OffsetDateTime>,
    organization_id: Uuid,
    organization_name: String,
    scope: String,
    plan: String,
}

/// One page of users.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    query: Query,
) -> Result<ListUsersResponse, IdentityError> {
    let mut conn = ctx.db.conn().await?;
    acting_administrator::require(&mut conn, &person).await?;
    let listed = kit::query::list::<Row>(&mut conn, &USERS, &query).await?;
    let ids = listed.rows.iter().map(|row| row.id).collect();
    let sessions = session_counts(ctx, &mut conn, ids).await?;
    let sessions = |row: &Row| sessions.get(&row.id).copied().unwrap_or_default();
    Ok(ListUsersResponse {
        results: listed.rows.iter().map(|row| entry(row, sessions(row))).collect(),
        pagination: Some(listed.pagination),
    })
}

/// How many valid sessions the users have who have any.
pub async fn session_counts(
    ctx: &Context,
    conn: &mut Conn,
    users: Vec<Uuid>,
) -> Result<HashMap<Uuid, i64>, IdentityError> {
    let counts: Vec<(Uuid, i64)> = sqlx::query_as(
        "SELECT user_id, count(*) FROM sessions
         WHERE user_id = ANY($1) AND expires_at > $2 AND created_at > $3
         GROUP BY user_id",
    )
    .bind(users)
    .bind(ctx.now())
    .bind(start::earliest(ctx))
    .fetch_all(&mut **conn)
    .await?;
    Ok(counts.into_iter().collect())
}

/// A user for administrators.
pub fn entry(row: &Row, sessions: i64) -> UserEntry {
    let role = record::role(&row.role);
    UserEntry {
        id: row.id.to_string(),
        email: row.email.clone(),
        name: row.name.clone(),
        role: role.into(),
        created_at: kit::clock::milliseconds(row.created_at),
        features: record::features(role, &row.features),
        state: state(row.deactivated_at).into(),
        deactivated_at: row.deactivated_at.map(kit::clock::milliseconds),
        email_verified: row.email_verified_at.is_some(),
        organization_id: row.organization_id.to_string(),
        organization_name: row.organization_name.clone(),
        organization_scope: OrganizationScope::from_text(&row.scope).unwrap_or_default().into(),
        plan: PlanType::from_text(&row.plan).unwrap_or(PlanType::Free).into(),
        sessions: sessions.try_into().unwrap_or(i32::MAX),
    }
}

/// Whether the user may sign in.
pub fn state(deactivated_at: Option<OffsetDateTime>) -> AccountState {
    if deactivated_at.is_some() { AccountState::Deactivated } else { AccountState::Active }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn administrators_have_every_feature() {
        let features = effective_features();
        for (_, feature) in Feature::VALUES {
            assert!(features.contains(&format!("'{feature}'")), "{feature}");
        }
    }
}
