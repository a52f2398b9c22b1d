//! Writes an audit entry in the transaction of the change that it describes.

use kit::db::Tx;
use kit::security_log::{self, Event, Principal};
use proto::access::v1::{AccessAuditAction, FieldChange, RecordKind};
use proto::codec::Text;
use rand::TryRng;
use rand::rngs::SysRng;
use sqlx::types::Json;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::chain::{BEGINNING, ChainedEntry, actor_digest, subject_digest};
use crate::error::AccessError;

/// A change that was made or tried, with its record.
#[derive(Debug)]
pub struct Entry<'a> {
    pub action: AccessAuditAction,
    pub kind: RecordKind,
    /// The record; none if its creation was refused.
    pub record: Option<Uuid>,
    /// The version of the record afterwards.
    pub version: Option<i32>,
    /// The user whose role it is.
    pub user: Option<Uuid>,
    pub organization: Option<Uuid>,
    pub changes: Vec<FieldChange>,
    pub reason: Option<&'a str>,
    /// Why it was refused; none if it was done.
    pub refusal: Option<&'a str>,
}

/// Writes the entry. The transaction holds the row of the epoch, so that entries follow each other.
pub async fn record(
    tx: &mut Tx,
    actor: Option<Uuid>,
    now: OffsetDateTime,
    entry: Entry<'_>,
) -> Result<(), AccessError> {
    let newest: Option<(Date, i64, Vec<u8>, bool)> = sqlx::query_as(
        "SELECT day, entries, hash, announced_at IS NOT NULL FROM audit_days ORDER BY day DESC LIMIT 1",
    )
    .fetch_optional(&mut **tx)
    .await?;
    let (day, number, previous) = match newest {
        // The clocks of two processes may differ around midnight.
        Some((day, entries, hash, false)) if day >= now.date() => (day, entries + 1, hash),
        // The hash of the day is published.
        Some((day, _, hash, true)) if day >= now.date() => {
            (day.next_day().unwrap_or(Date::MAX), 1, hash)
        }
        Some((_, _, hash, _)) => (now.date(), 1, hash),
        None => (now.date(), 1, BEGINNING.to_vec()),
    };
    let (actor_salt, subject_salt) = (salt()?, salt()?);
    let has_subject = entry.user.is_some() || entry.reason.is_some();
    let chained = ChainedEntry {
        day,
        number,
        id: kit::id::new(),
        made_at: now,
        action: entry.action.text().to_owned(),
        kind: entry.kind.text().to_owned(),
        record_id: entry.record,
        record_version: entry.version,
        organization_id: entry.organization,
        changes: Json(entry.changes),
        refusal: entry.refusal.map(str::to_owned),
        trace_id: kit::telemetry::trace_id(),
        actor_digest: actor.map(|actor| actor_digest(&actor_salt, actor)),
        subject_digest: has_subject
            .then(|| subject_digest(&subject_salt, entry.user, entry.reason)),
    };
    insert(tx, &chained, &chained.hash(&previous)).await?;
    sqlx::query(
        "INSERT INTO audit_persons (entry_id, actor_id, actor_salt, user_id, reason, subject_salt)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(chained.id)
    .bind(actor)
    .bind(actor.map(|_| actor_salt.to_vec()))
    .bind(entry.user)
    .bind(entry.reason)
    .bind(has_subject.then(|| subject_salt.to_vec()))
    .execute(&mut **tx)
    .await?;
    let (action, user, organization) = (entry.action.text(), entry.user, entry.organization);
    let event = match (entry.action, entry.kind) {
        // The gateway has written lines about refused calls.
        (AccessAuditAction::CallsRefused | AccessAuditAction::CallsAllowed, _) => return Ok(()),
        (_, RecordKind::ApiKey) => Event::ApiKeyChanged { action, user, organization },
        _ => Event::AdministratorAction { action, user, organization },
    };
    log(tx, actor, event, entry.refusal);
    Ok(())
}

async fn insert(tx: &mut Tx, entry: &ChainedEntry, hash: &[u8]) -> Result<(), sqlx::Error> {
    sqlx::query(
        "WITH entry AS (
             INSERT INTO audit_entries
                 (day, number, id, made_at, action, kind, record_id, record_version,
                  organization_id, changes, refusal, trace_id, actor_digest, subject_digest, hash)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         )
         INSERT INTO audit_days (day, entries, hash) VALUES ($1, $2, $15)
         ON CONFLICT (day) DO UPDATE SET entries = excluded.entries, hash = excluded.hash",
    )
    .bind(entry.day)
    .bind(entry.number)
    .bind(entry.id)
    .bind(entry.made_at)
    .bind(&entry.action)
    .bind(&entry.kind)
    .bind(entry.record_id)
    .bind(entry.record_version)
    .bind(entry.organization_id)
    .bind(&entry.changes)
    .bind(&entry.refusal)
    .bind(&entry.trace_id)
    .bind(&entry.actor_digest)
    .bind(&entry.subject_digest)
    .bind(hash)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Adds the line of the security log, which is written when the transaction commits.
fn log(tx: &mut Tx, actor: Option<Uuid>, event: Event, refusal: Option<&str>) {
    let entry = match refusal {
        Some(reason) => security_log::Entry::refused(event, reason),
        None => security_log::Entry::success(event),
    };
    tx.log(entry.by(actor.map(|actor| Principal::user(&actor.to_string()))));
}

fn salt() -> Result<[u8; 16], rand::rngs::SysError> {
    let mut salt = [0_u8; 16];
    SysRng.try_fill_bytes(&mut salt)?;
    Ok(salt)
}
