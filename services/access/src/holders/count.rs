//! Counts the holders of roles.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::error::AccessError;

/// The number of users with one of the roles, and of organizations.
pub async fn count(conn: &mut PgConnection, roles: &[Uuid]) -> Result<(i64, i64), AccessError> {
    let counts = sqlx::query_as(
        "SELECT (SELECT count(DISTINCT user_id) FROM user_roles WHERE role_id = ANY($1)),
                (SELECT count(DISTINCT organization_id) FROM organization_roles
                 WHERE role_id = ANY($1))",
    );
    Ok(counts.bind(roles).fetch_one(conn).await?)
}
