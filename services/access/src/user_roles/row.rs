//! The row of a user's role.

use kit::db::Tx;
use proto::access::v1::{RecordKind, UserRole};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;
use crate::versions;

/// The role of a user, as stored.
#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    version: i32,
    user_id: Uuid,
    role_id: Uuid,
    organization_id: Option<Uuid>,
    starts_at: Option<OffsetDateTime>,
    expires_at: Option<OffsetDateTime>,
    reason: String,
    granted_by: Option<Uuid>,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
    updated_by: Option<Uuid>,
}

impl Row {
    pub fn user_role(self) -> UserRole {
        UserRole {
            id: self.id.to_string(),
            version: self.version,
            user_id: self.user_id.to_string(),
            role_id: self.role_id.to_string(),
            organization_id: self.organization_id.map(|id| id.to_string()),
            starts_at: self.starts_at.map(kit::clock::milliseconds),
            expires_at: self.expires_at.map(kit::clock::milliseconds),
            reason: self.reason,
            granted_by: self.granted_by.map(|id| id.to_string()),
            created_at: kit::clock::milliseconds(self.created_at),
            updated_at: kit::clock::milliseconds(self.updated_at),
            updated_by: self.updated_by.map(|id| id.to_string()),
        }
    }
}

/// The role of a user that an administrator changes, at the version that the change is based on.
pub async fn lock(tx: &mut Tx, id: Uuid, based_on: i32) -> Result<UserRole, AccessError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM user_roles WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut **tx)
        .await?;
    let kind = RecordKind::UserRole;
    let user_role = row.map(Row::user_role).ok_or(AccessError::NotFound(kind))?;
    versions::check(tx, (kind, id), user_role.version, based_on).await?;
    Ok(user_role)
}
