//! Reads the policies of a role, and the roles of a policy.

use kit::db::Tx;
use proto::access::v1::{Limits, Policy};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::HeldPolicy;
use crate::error::AccessError;
use crate::policies;

#[derive(sqlx::FromRow)]
struct Assigned {
    #[sqlx(flatten)]
    policy: policies::Row,
    limit_overrides: Option<Json<Limits>>,
    held_from: Option<OffsetDateTime>,
    held_until: Option<OffsetDateTime>,
}

/// The active policies of a role, whether or not the role is active.
pub async fn policies_of_role(
    conn: &mut PgConnection,
    role: Uuid,
) -> Result<Vec<HeldPolicy>, AccessError> {
    let assigned: Vec<Assigned> = sqlx::query_as(
        "SELECT p.*, a.limit_overrides, a.starts_at AS held_from, a.expires_at AS held_until
         FROM policy_assignments AS a JOIN policies AS p ON p.id = a.policy_id
         WHERE a.role_id = $1 AND a.status = 'active' AND p.status = 'active'
         ORDER BY a.id",
    )
    .bind(role)
    .fetch_all(conn)
    .await?;
    let held = assigned.into_iter().map(|one| HeldPolicy {
        policy: one.policy.policy(),
        overrides: one.limit_overrides.map(|limits| limits.0),
        starts_at: one.held_from.map(kit::clock::milliseconds),
        expires_at: one.held_until.map(kit::clock::milliseconds),
    });
    Ok(held.collect())
}

/// The active policies of a role; none if the role is disabled.
pub async fn of_active_role(
    conn: &mut PgConnection,
    role: Uuid,
) -> Result<Vec<HeldPolicy>, AccessError> {
    let is_active: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM roles WHERE id = $1 AND status = 'active')")
            .bind(role)
            .fetch_one(&mut *conn)
            .await?;
    if is_active { policies_of_role(conn, role).await } else { Ok(Vec::new()) }
}

/// The terms on which a policy is assigned to a role.
#[derive(sqlx::FromRow)]
pub struct Terms {
    pub role_name: String,
    limit_overrides: Option<Json<Limits>>,
    starts_at: Option<OffsetDateTime>,
    expires_at: Option<OffsetDateTime>,
}

impl Terms {
    /// The policy on these terms.
    pub fn with(&self, policy: Policy) -> HeldPolicy {
        HeldPolicy {
            policy,
            overrides: self.overrides().cloned(),
            starts_at: self.starts_at.map(kit::clock::milliseconds),
            expires_at: self.expires_at.map(kit::clock::milliseconds),
        }
    }

    /// The limits in place of those of the policy.
    pub fn overrides(&self) -> Option<&Limits> {
        self.limit_overrides.as_ref().map(|limits| &limits.0)
    }
}

/// The active assignments of a policy.
pub async fn assignments_of_policy(tx: &mut Tx, policy: Uuid) -> Result<Vec<Terms>, AccessError> {
    let terms = sqlx::query_as(
        "SELECT r.name AS role_name, a.limit_overrides, a.starts_at, a.expires_at
         FROM policy_assignments AS a JOIN roles AS r ON r.id = a.role_id
         WHERE a.policy_id = $1 AND a.status = 'active' ORDER BY a.id",
    );
    Ok(terms.bind(policy).fetch_all(&mut **tx).await?)
}

/// The terms on which a role has a policy, if it has.
pub async fn terms(
    conn: &mut PgConnection,
    role: Uuid,
    policy: Uuid,
) -> Result<Option<Terms>, AccessError> {
    let terms = sqlx::query_as(
        "SELECT r.name AS role_name, a.limit_overrides, a.starts_at, a.expires_at
         FROM policy_assignments AS a JOIN roles AS r ON r.id = a.role_id
         WHERE a.role_id = $1 AND a.policy_id = $2 AND a.status = 'active'",
    );
    Ok(terms.bind(role).bind(policy).fetch_optional(conn).await?)
}
