//! The roles of a caller: of a user, of the organization in which the user acts, or of nobody.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;
use crate::plan_roles::{ANONYMOUS, FREE};

/// A role of a caller, with the time in which the caller has it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct PrincipalRole {
    pub role_id: Uuid,
    pub starts_at: Option<OffsetDateTime>,
    pub expires_at: Option<OffsetDateTime>,
}

/// The roles that the caller has now or later, in the order of their ids.
///
/// Nobody has the role of anonymous visitors. An organization has the role of the free plan from the end of its plan on, and as
/// long as its plan is not known; one that was removed has none.
pub async fn roles(
    conn: &mut PgConnection,
    user: Option<Uuid>,
    organization: Option<Uuid>,
    now: OffsetDateTime,
) -> Result<Vec<PrincipalRole>, AccessError> {
    let roles: Vec<PrincipalRole> = sqlx::query_as(
        "WITH plan AS (
             SELECT expires_at FROM organization_roles
             WHERE organization_id = $2 AND source <> 'manual'
         )
         SELECT role_id, starts_at, expires_at FROM user_roles
         WHERE user_id = $1 AND (organization_id IS NULL OR organization_id = $2)
             AND coalesce(expires_at > $3, true)
         UNION
         SELECT role_id, starts_at, expires_at FROM organization_roles
         WHERE organization_id = $2 AND coalesce(expires_at > $3, true)
         UNION
         SELECT id, (SELECT expires_at FROM plan), NULL FROM roles
         WHERE name = $4 AND $2 IS NOT NULL
             AND NOT EXISTS (SELECT FROM plan WHERE expires_at IS NULL)
             AND NOT EXISTS (SELECT FROM organization_plans
                             WHERE organization_id = $2 AND removed_at IS NOT NULL)
         UNION
         SELECT id, NULL, NULL FROM roles WHERE name = $5 AND $2 IS NULL
         ORDER BY 1, 2, 3",
    )
    .bind(user)
    .bind(organization)
    .bind(now)
    .bind(FREE)
    .bind(ANONYMOUS)
    .fetch_all(conn)
    .await?;
    Ok(roles)
}
