//! The row of a role.

use kit::db::Tx;
use proto::access::v1::{AccessRole, AccessStatus, RecordKind, RoleKind};
use proto::codec::Text;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::{AccessError, Refusal};
use crate::versions;

/// A role, as stored.
#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    version: i32,
    name: String,
    display_name: String,
    description: String,
    kind: String,
    managed: bool,
    status: String,
    created_at: OffsetDateTime,
    created_by: Option<Uuid>,
    updated_at: OffsetDateTime,
    updated_by: Option<Uuid>,
}

impl Row {
    pub fn role(self) -> AccessRole {
        AccessRole {
            id: self.id.to_string(),
            version: self.version,
            name: self.name,
            display_name: self.display_name,
            description: self.description,
            kind: RoleKind::from_text(&self.kind).unwrap_or_default().into(),
            managed: self.managed,
            status: AccessStatus::from_text(&self.status).unwrap_or_default().into(),
            created_at: kit::clock::milliseconds(self.created_at),
            created_by: self.created_by.map(|id| id.to_string()),
            updated_at: kit::clock::milliseconds(self.updated_at),
            updated_by: self.updated_by.map(|id| id.to_string()),
        }
    }
}

/// The role with an id.
pub async fn by_id(conn: &mut PgConnection, id: Uuid) -> Result<AccessRole, AccessError> {
    let row: Option<Row> =
        sqlx::query_as("SELECT * FROM roles WHERE id = $1").bind(id).fetch_optional(conn).await?;
    row.map(Row::role).ok_or(AccessError::NotFound(RecordKind::Role))
}

/// The role that an administrator changes, if it may be edited and is at the version that the change is based on.
pub async fn lock(tx: &mut Tx, id: Uuid, based_on: i32) -> Result<AccessRole, AccessError> {
    let role = by_id(tx, id).await?;
    if role.managed {
        return Err(Refusal::Managed.into());
    }
    versions::check(tx, (RecordKind::Role, id), role.version, based_on).await?;
    Ok(role)
}

/// The role with an id, if it is active.
pub async fn active(tx: &mut Tx, id: Uuid) -> Result<AccessRole, AccessError> {
    let role = by_id(tx, id).await?;
    if role.status() == AccessStatus::Active { Ok(role) } else { Err(AccessError::RoleDisabled) }
}
