//! The caller of an explained call: a user, an organization, a visitor, or an API key that acts for its owner.

use std::net::IpAddr;
use std::sync::Arc;

use policy::{CeilingPart, CompiledPolicy, key_scope};
use proto::access::v1::{ApiKeyStatus, KeyObstacle, KeyResult, RecordKind, ScopeResult};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::get::condition_result;
use crate::error::AccessError;
use crate::keys::Row;

/// The user and the organization by whose roles a call is decided, and the key if one makes it.
pub struct ExplainedCaller {
    pub user: Option<Uuid>,
    pub organization: Option<Uuid>,
    pub key: Option<ExplainedKey>,
}

/// A key with the state of its owner.
#[derive(sqlx::FromRow)]
pub struct ExplainedKey {
    #[sqlx(flatten)]
    row: Row,
    is_deactivated: bool,
}

impl ExplainedCaller {
    /// The owner of a key, with the key.
    pub async fn of_key(conn: &mut PgConnection, id: &str) -> Result<Self, AccessError> {
        let key: Option<ExplainedKey> = sqlx::query_as(
            "SELECT k.*, d.user_id IS NOT NULL AS is_deactivated
             FROM api_keys AS k LEFT JOIN deactivated_users AS d ON d.user_id = k.user_id
             WHERE k.id = $1",
        )
        .bind(id)
        .fetch_optional(conn)
        .await?;
        let key = key.ok_or(AccessError::NotFound(RecordKind::ApiKey))?;
        let (user, organization) = (key.row.user_id, Some(key.row.organization_id));
        Ok(Self { user, organization, key: Some(key) })
    }

    /// The scopes of the key, below which the roles of its owner are; none if it is for everything.
    pub fn ceilings(&self) -> Result<Vec<Vec<Arc<CompiledPolicy>>>, AccessError> {
        let scopes = self.key.as_ref().map_or(&[][..], |key| key.row.scopes.0.as_slice());
        let compile = |scope| CompiledPolicy::compile(&key_scope(scope), None).map(Arc::new);
        let scopes: Result<Vec<_>, _> = scopes.iter().map(compile).collect();
        let scopes = scopes.map_err(|errors| AccessError::Stored(format!("{errors:?}")))?;
        Ok(if scopes.is_empty() { Vec::new() } else { vec![scopes] })
    }
}

impl ExplainedKey {
    /// The obstacles of the key itself at the time of a call from an address, and each of its scopes.
    pub fn result(
        &self,
        called_at: OffsetDateTime,
        address: Option<IpAddr>,
        scopes: Vec<CeilingPart>,
    ) -> KeyResult {
        let scope = |part: CeilingPart| ScopeResult {
            obstacles: part.obstacles.into_iter().map(Into::into).collect(),
            conditions: part.conditions.into_iter().map(condition_result).collect(),
        };
        let obstacles = self.obstacles(called_at, address).map(Into::into);
        KeyResult {
            key: Some(self.row.key()),
            obstacles: obstacles.collect(),
            scopes: scopes.into_iter().map(scope).collect(),
        }
    }

    fn obstacles(
        &self,
        called_at: OffsetDateTime,
        address: Option<IpAddr>,
    ) -> impl Iterator<Item = KeyObstacle> {
        let Self { row, is_deactivated } = self;
        let found = [
            (called_at < row.created_at).then_some(KeyObstacle::NotCreated),
            row.revoked_at.is_some_and(|at| at <= called_at).then_some(KeyObstacle::Revoked),
            (row.expires_at <= called_at).then_some(KeyObstacle::Expired),
            // The time of these two is not kept: they are as they are now.
            (row.status() == ApiKeyStatus::Disabled).then_some(KeyObstacle::Disabled),
            is_deactivated.then_some(KeyObstacle::OwnerDeactivated),
            match address {
                _ if row.ip_cidrs.is_empty() => None,
                None => Some(KeyObstacle::AddressUnknown),
                Some(address) if policy::is_within(&row.ip_cidrs, address) => None,
                Some(_) => Some(KeyObstacle::Address),
            },
        ];
        found.into_iter().flatten()
    }
}
