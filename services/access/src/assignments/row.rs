//! The row of an assignment.

use kit::db::Tx;
use proto::access::v1::{AccessStatus, Limits, Policy, PolicyAssignment, PolicyStatus, RecordKind};
use proto::codec::Text;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::{AccessError, Refusal};
use crate::escalation::HeldPolicy;
use crate::versions;

/// An assignment, as stored.
#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    version: i32,
    role_id: Uuid,
    policy_id: Uuid,
    starts_at: Option<OffsetDateTime>,
    expires_at: Option<OffsetDateTime>,
    status: String,
    limit_overrides: Option<Json<Limits>>,
    note: String,
    managed: bool,
    created_at: OffsetDateTime,
    created_by: Option<Uuid>,
    updated_at: OffsetDateTime,
    updated_by: Option<Uuid>,
}

impl Row {
    pub fn assignment(self) -> PolicyAssignment {
        PolicyAssignment {
            id: self.id.to_string(),
            version: self.version,
            role_id: self.role_id.to_string(),
            policy_id: self.policy_id.to_string(),
            starts_at: self.starts_at.map(kit::clock::milliseconds),
            expires_at: self.expires_at.map(kit::clock::milliseconds),
            status: AccessStatus::from_text(&self.status).unwrap_or_default().into(),
            limit_overrides: self.limit_overrides.map(|limits| limits.0),
            note: self.note,
            managed: self.managed,
            created_at: kit::clock::milliseconds(self.created_at),
            created_by: self.created_by.map(|id| id.to_string()),
            updated_at: kit::clock::milliseconds(self.updated_at),
            updated_by: self.updated_by.map(|id| id.to_string()),
        }
    }
}

/// The assignment that an administrator changes, if it may be edited and is at the version that the change is based on.
pub async fn lock(tx: &mut Tx, id: Uuid, based_on: i32) -> Result<PolicyAssignment, AccessError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM policy_assignments WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut **tx)
        .await?;
    let kind = RecordKind::PolicyAssignment;
    let assignment = row.map(Row::assignment).ok_or(AccessError::NotFound(kind))?;
    if assignment.managed {
        return Err(Refusal::Managed.into());
    }
    versions::check(tx, (kind, id), assignment.version, based_on).await?;
    Ok(assignment)
}

/// The policy that a role has by an assignment; none unless both are active.
pub fn held(assignment: &PolicyAssignment, policy: &Policy) -> Vec<HeldPolicy> {
    let is_active =
        assignment.status() == AccessStatus::Active && policy.status() == PolicyStatus::Active;
    let held = is_active.then(|| HeldPolicy {
        policy: policy.clone(),
        overrides: assignment.limit_overrides.clone(),
        starts_at: assignment.starts_at,
        expires_at: assignment.expires_at,
    });
    held.into_iter().collect()
}
