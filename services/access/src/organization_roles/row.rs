//! The row of an organization's role.

use kit::db::Tx;
use proto::access::v1::{OrganizationRole, RecordKind, RoleSource};
use proto::codec::Text;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::{AccessError, Refusal};
use crate::versions;

/// The role of an organization, as stored.
#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    version: i32,
    organization_id: Uuid,
    role_id: Uuid,
    source: String,
    starts_at: Option<OffsetDateTime>,
    expires_at: Option<OffsetDateTime>,
    reason: String,
    granted_by: Option<Uuid>,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
    updated_by: Option<Uuid>,
}

impl Row {
    pub fn organization_role(self) -> OrganizationRole {
        OrganizationRole {
            id: self.id.to_string(),
            version: self.version,
            organization_id: self.organization_id.to_string(),
            role_id: self.role_id.to_string(),
            source: RoleSource::from_text(&self.source).unwrap_or_default().into(),
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

/// The role of an organization that an administrator changes, at the version that the change is based on. Those of plans
/// follow the plan.
pub async fn lock(tx: &mut Tx, id: Uuid, based_on: i32) -> Result<OrganizationRole, AccessError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM organization_roles WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut **tx)
        .await?;
    let kind = RecordKind::OrganizationRole;
    let role = row.map(Row::organization_role).ok_or(AccessError::NotFound(kind))?;
    if role.source() != RoleSource::Manual {
        return Err(Refusal::Managed.into());
    }
    versions::check(tx, (kind, id), role.version, based_on).await?;
    Ok(role)
}
