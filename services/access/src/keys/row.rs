//! The row of a key.

use kit::db::Tx;
use proto::access::v1::{ApiKey, ApiKeyScope, ApiKeyStatus, RecordKind, RevocationReason};
use proto::codec::Text;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;
use crate::versions;

/// A key, as stored, without its code.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: String,
    pub record_id: Uuid,
    pub version: i32,
    pub name: String,
    pub is_test: bool,
    pub user_id: Option<Uuid>,
    pub organization_id: Uuid,
    pub scopes: Json<Vec<ApiKeyScope>>,
    pub ip_cidrs: Vec<String>,
    pub last_four: String,
    pub created_at: OffsetDateTime,
    pub created_by: Option<Uuid>,
    pub expires_at: OffsetDateTime,
    pub last_used_at: Option<OffsetDateTime>,
    pub status: String,
    pub revoked_at: Option<OffsetDateTime>,
    pub revocation_reason: Option<String>,
    pub successor_id: Option<String>,
    pub is_disabled_by_administrator: bool,
}

impl Row {
    pub fn status(&self) -> ApiKeyStatus {
        ApiKeyStatus::from_text(&self.status).unwrap_or_default()
    }

    /// Whether it has not ended.
    pub fn is_open(&self, now: OffsetDateTime) -> bool {
        self.status() != ApiKeyStatus::Revoked && now < self.expires_at
    }

    /// The same key, revoked.
    pub fn revoked(self, reason: RevocationReason, now: OffsetDateTime) -> Self {
        Self {
            status: ApiKeyStatus::Revoked.text().to_owned(),
            revoked_at: Some(now),
            revocation_reason: Some(reason.text().to_owned()),
            is_disabled_by_administrator: false,
            ..self
        }
    }

    pub fn key(&self) -> ApiKey {
        let reason = self.revocation_reason.as_deref().and_then(RevocationReason::from_text);
        ApiKey {
            id: self.id.clone(),
            version: self.version,
            name: self.name.clone(),
            is_test: self.is_test,
            user_id: self.user_id.map(|id| id.to_string()),
            organization_id: self.organization_id.to_string(),
            scopes: self.scopes.0.clone(),
            ip_cidrs: self.ip_cidrs.clone(),
            last_four: self.last_four.clone(),
            created_at: kit::clock::milliseconds(self.created_at),
            created_by: self.created_by.map(|id| id.to_string()),
            expires_at: kit::clock::milliseconds(self.expires_at),
            last_used_at: self.last_used_at.map(kit::clock::milliseconds),
            status: self.status().into(),
            revoked_at: self.revoked_at.map(kit::clock::milliseconds),
            revocation_reason: reason.map(i32::from),
            successor_id: self.successor_id.clone(),
            is_disabled_by_administrator: self.is_disabled_by_administrator,
        }
    }
}

/// The key that its owner changes, at the version that the change is based on.
pub async fn lock(tx: &mut Tx, id: &str, based_on: i32) -> Result<Row, AccessError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM api_keys WHERE id = $1 FOR UPDATE")
        .bind(id)
        .fetch_optional(&mut **tx)
        .await?;
    let row = row.ok_or(AccessError::NotFound(RecordKind::ApiKey))?;
    versions::check(tx, (RecordKind::ApiKey, row.record_id), row.version, based_on).await?;
    Ok(row)
}

/// The same for a key that is changed, and so has not ended.
pub async fn lock_open(
    tx: &mut Tx,
    id: &str,
    based_on: i32,
    now: OffsetDateTime,
) -> Result<Row, AccessError> {
    let row = lock(tx, id, based_on).await?;
    if row.is_open(now) { Ok(row) } else { Err(AccessError::KeyEnded) }
}
