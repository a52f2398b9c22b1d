//! Super administrators, who may give others more than they have themselves.

use kit::db::DbError;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::roles::SUPER_ADMINISTRATOR;

/// Whether an administrator is a super administrator. As long as nobody was appointed, all of them are: identity has one kind of
/// administrators.
pub async fn is_super(
    conn: &mut PgConnection,
    user: Uuid,
    now: OffsetDateTime,
) -> Result<bool, DbError> {
    let is_super = sqlx::query_scalar(
        "WITH appointed AS (
             SELECT u.user_id, u.starts_at, u.expires_at
             FROM user_roles AS u JOIN roles AS r ON r.id = u.role_id
             WHERE r.name = $1 AND u.organization_id IS NULL
         )
         SELECT NOT EXISTS (SELECT FROM appointed) OR EXISTS (
             SELECT FROM appointed
             WHERE user_id = $2 AND coalesce(starts_at <= $3, true) AND coalesce(expires_at > $3, true)
         )",
    );
    let is_super = is_super.bind(SUPER_ADMINISTRATOR).bind(user).bind(now);
    Ok(is_super.fetch_one(conn).await?)
}
