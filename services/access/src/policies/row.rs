//! The row of a policy.

use kit::db::Tx;
use proto::access::v1::{
    Action, Condition, Effect, Endpoint, Fields, Limits, Policy, PolicyStatus, RecordKind,
    TimeBounds,
};
use proto::codec::Text;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::{AccessError, Refusal};
use crate::versions;

/// A policy, as stored.
#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    version: i32,
    name: String,
    description: String,
    status: String,
    managed: bool,
    effect: String,
    actions: Vec<String>,
    endpoints: Vec<String>,
    conditions: Json<Vec<Condition>>,
    fields: Json<Fields>,
    time: Json<TimeBounds>,
    limits: Json<Limits>,
    starts_at: Option<OffsetDateTime>,
    expires_at: Option<OffsetDateTime>,
    ip_cidrs: Vec<String>,
    tags: Vec<String>,
    created_at: OffsetDateTime,
    created_by: Option<Uuid>,
    updated_at: OffsetDateTime,
    updated_by: Option<Uuid>,
}

impl Row {
    pub fn policy(self) -> Policy {
        let actions = self.actions.iter().filter_map(|text| Action::from_text(text));
        let endpoints = self.endpoints.iter().filter_map(|text| Endpoint::from_text(text));
        Policy {
            id: self.id.to_string(),
            version: self.version,
            name: self.name,
            description: self.description,
            status: PolicyStatus::from_text(&self.status).unwrap_or_default().into(),
            managed: self.managed,
            effect: Effect::from_text(&self.effect).unwrap_or_default().into(),
            actions: actions.map(Into::into).collect(),
            endpoints: endpoints.map(Into::into).collect(),
            r#where: self.conditions.0,
            fields: Some(self.fields.0),
            time: Some(self.time.0),
            limits: Some(self.limits.0),
            starts_at: self.starts_at.map(kit::clock::milliseconds),
            expires_at: self.expires_at.map(kit::clock::milliseconds),
            ip_cidrs: self.ip_cidrs,
            tags: self.tags,
            created_at: kit::clock::milliseconds(self.created_at),
            created_by: self.created_by.map(|id| id.to_string()),
            updated_at: kit::clock::milliseconds(self.updated_at),
            updated_by: self.updated_by.map(|id| id.to_string()),
        }
    }
}

/// The policy with an id.
pub async fn by_id(conn: &mut PgConnection, id: Uuid) -> Result<Policy, AccessError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM policies WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await?;
    row.map(Row::policy).ok_or(AccessError::NotFound(RecordKind::Policy))
}

/// The policy that an administrator changes, if it may be edited and is at the version that the change is based on.
pub async fn lock(tx: &mut Tx, id: Uuid, based_on: i32) -> Result<Policy, AccessError> {
    let policy = by_id(tx, id).await?;
    if policy.managed {
        return Err(Refusal::Managed.into());
    }
    versions::check(tx, (RecordKind::Policy, id), policy.version, based_on).await?;
    if policy.status() == PolicyStatus::Archived {
        return Err(AccessError::Archived);
    }
    Ok(policy)
}
