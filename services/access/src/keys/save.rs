//! Writes a key, its audit entry and its event.

use kit::clock::Clock;
use kit::db::{DbError, Tx};
use kit::outbox;
use kit::peers::Person;
use proto::access::v1::{AccessAuditAction, ApiKey, ApiKeyChanged, Change, RecordKind};
use time::OffsetDateTime;
use uuid::Uuid;

use super::row::Row;
use super::secret::NewText;
use crate::audit::{self, Entry};
use crate::error::AccessError;
use crate::stamp;

/// The actor and the time of a change. Keys change nothing in policies, so that the epoch stays as it is.
#[derive(Clone, Debug)]
pub struct Author {
    /// None is the installation itself.
    actor: Option<Uuid>,
    pub now: OffsetDateTime,
    /// The reason that an administrator gave.
    reason: Option<String>,
}

impl Author {
    /// The person of a call. Other changes wait until the transaction ends.
    pub async fn of_person(
        tx: &mut Tx,
        clock: &Clock,
        person: &Person,
    ) -> Result<Self, AccessError> {
        stamp::wait_for_changes(tx).await?;
        let actor = Some(stamp::actor(tx, person).await?);
        Ok(Self { actor, now: clock.now(), reason: None })
    }

    /// The installation itself.
    pub async fn of_installation(tx: &mut Tx, clock: &Clock) -> Result<Self, DbError> {
        stamp::wait_for_changes(tx).await?;
        Ok(Self { actor: None, now: clock.now(), reason: None })
    }

    /// The same author, who changes keys for a reason.
    #[must_use]
    pub fn with_reason(self, reason: String) -> Self {
        Self { reason: Some(reason), ..self }
    }

    pub fn actor(&self) -> Option<Uuid> {
        self.actor
    }
}

/// Inserts a key.
pub async fn insert(
    tx: &mut Tx,
    author: &Author,
    row: &Row,
    new: &NewText,
) -> Result<(), AccessError> {
    sqlx::query(
        "INSERT INTO api_keys (id, record_id, mac, pepper, name, is_test, user_id, organization_id,
                               scopes, ip_cidrs, last_four, created_at, created_by, updated_at,
                               updated_by, expires_at, unused_since, status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12, $13, $14, $12, $15)",
    )
    .bind(&row.id)
    .bind(row.record_id)
    .bind(&new.mac)
    .bind(&new.pepper)
    .bind(&row.name)
    .bind(row.is_test)
    .bind(row.user_id)
    .bind(row.organization_id)
    .bind(&row.scopes)
    .bind(&row.ip_cidrs)
    .bind(&row.last_four)
    .bind(row.created_at)
    .bind(row.created_by)
    .bind(row.expires_at)
    .bind(&row.status)
    .execute(&mut **tx)
    .await?;
    let change = (AccessAuditAction::ApiKeyCreated, Change::Created);
    announce(tx, author, (None, row), change).await
}

/// Replaces the values of a key.
pub async fn update(
    tx: &mut Tx,
    author: &Author,
    (before, mut after): (&Row, Row),
    change: (AccessAuditAction, Change),
) -> Result<Row, AccessError> {
    after.version = before.version + 1;
    // A key with another end is announced again before it.
    sqlx::query(
        "UPDATE api_keys SET version = $2, name = $3, scopes = $4, ip_cidrs = $5,
             expiry_notice_at = CASE WHEN expires_at = $6 THEN expiry_notice_at END,
             expires_at = $6, status = $7, revoked_at = $8, revocation_reason = $9,
             successor_id = $10, is_disabled_by_administrator = $11, updated_at = $12,
             updated_by = $13
         WHERE id = $1",
    )
    .bind(&after.id)
    .bind(after.version)
    .bind(&after.name)
    .bind(&after.scopes)
    .bind(&after.ip_cidrs)
    .bind(after.expires_at)
    .bind(&after.status)
    .bind(after.revoked_at)
    .bind(&after.revocation_reason)
    .bind(&after.successor_id)
    .bind(after.is_disabled_by_administrator)
    .bind(author.now)
    .bind(author.actor)
    .execute(&mut **tx)
    .await?;
    announce(tx, author, (Some(before), &after), change).await?;
    Ok(after)
}

async fn announce(
    tx: &mut Tx,
    author: &Author,
    (before, after): (Option<&Row>, &Row),
    (action, change): (AccessAuditAction, Change),
) -> Result<(), AccessError> {
    let (known, present) = (before.map(audited), audited(after));
    let entry = Entry {
        action,
        kind: RecordKind::ApiKey,
        record: Some(after.record_id),
        version: Some(after.version),
        user: after.user_id,
        organization: Some(after.organization_id),
        changes: audit::differences(known.as_ref(), Some(&present)),
        reason: author.reason.as_deref(),
        refusal: None,
    };
    audit::record(tx, author.actor, author.now, entry).await?;
    publish(tx, after, change).await
}

/// Tells the gateway that a key is used in another way than before.
pub async fn publish(tx: &mut Tx, row: &Row, change: Change) -> Result<(), AccessError> {
    let event = ApiKeyChanged {
        key_id: row.id.clone(),
        change: change.into(),
        user_id: row.user_id.map(|id| id.to_string()),
        organization_id: row.organization_id.to_string(),
    };
    Ok(outbox::publish(tx, &event).await?)
}

/// The values that an audit entry may have for good: a name is free text, and the networks of a user say where they are.
fn audited(row: &Row) -> ApiKey {
    let mut key = Row { name: String::new(), last_used_at: None, ..row.clone() }.key();
    if row.user_id.is_some() {
        key.ip_cidrs.clear();
    }
    key
}
