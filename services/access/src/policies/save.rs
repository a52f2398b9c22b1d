//! Writes a policy, its audit entry and its event.

use kit::db::{DbError, Tx};
use kit::outbox;
use proto::access::v1::{
    AccessAuditAction, Change, Policy, PolicyChanged, RecordKind, SavedPolicy,
};
use proto::codec::Text;
use sqlx::types::Json;
use uuid::Uuid;

use crate::audit::{self, Entry};
use crate::error::AccessError;
use crate::input::moment;
use crate::limits::{MOST_POLICIES, MOST_POLICY_BYTES};
use crate::stamp::Stamp;

/// Inserts a policy with these values.
pub async fn insert(
    tx: &mut Tx,
    stamp: &Stamp,
    mut policy: Policy,
    reason: Option<&str>,
) -> Result<Policy, AccessError> {
    let id = kit::id::new();
    policy.id = id.to_string();
    policy.version = 1;
    policy.created_at = kit::clock::milliseconds(stamp.now);
    policy.created_by = stamp.actor.map(|actor| actor.to_string());
    policy.updated_at = policy.created_at;
    policy.updated_by = policy.created_by.clone();
    let statement = sqlx::query(
        "INSERT INTO policies (id, version, name, description, status, effect, actions, endpoints,
                               conditions, fields, time, limits, starts_at, expires_at, ip_cidrs,
                               tags, updated_at, updated_by, managed, created_at, created_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                 $19, $17, $18)",
    );
    values(statement, id, &policy, stamp)
        .bind(policy.managed)
        .execute(&mut **tx)
        .await
        .map_err(taken)?;
    check_room(tx).await?;
    let change = (AccessAuditAction::PolicyCreated, Change::Created);
    announce(tx, stamp, (None, &policy), change, reason).await?;
    Ok(policy)
}

/// Replaces a policy by these values.
pub async fn update(
    tx: &mut Tx,
    stamp: &Stamp,
    (before, mut after): (&Policy, Policy),
    change: (AccessAuditAction, Change),
    reason: Option<&str>,
) -> Result<Policy, AccessError> {
    let id: Uuid = before.id.parse().unwrap_or_default();
    after.version = before.version + 1;
    after.updated_at = kit::clock::milliseconds(stamp.now);
    after.updated_by = stamp.actor.map(|actor| actor.to_string());
    let statement = sqlx::query(
        "UPDATE policies SET version = $2, name = $3, description = $4, status = $5, effect = $6,
             actions = $7, endpoints = $8, conditions = $9, fields = $10, time = $11, limits = $12,
             starts_at = $13, expires_at = $14, ip_cidrs = $15, tags = $16, updated_at = $17,
             updated_by = $18
         WHERE id = $1",
    );
    values(statement, id, &after, stamp).execute(&mut **tx).await.map_err(taken)?;
    check_room(tx).await?;
    announce(tx, stamp, (Some(before), &after), change, reason).await?;
    Ok(after)
}

/// Deletes a draft.
pub async fn delete(
    tx: &mut Tx,
    stamp: &Stamp,
    policy: &Policy,
    reason: Option<&str>,
) -> Result<(), AccessError> {
    let id: Uuid = policy.id.parse().unwrap_or_default();
    let deleted =
        sqlx::query("DELETE FROM policies WHERE id = $1").bind(id).execute(&mut **tx).await;
    deleted.map_err(|error| {
        let error = DbError::from(error);
        match error.constraint() {
            Some("policy_assignments_policy_fkey") => AccessError::DraftAssigned,
            _ => error.into(),
        }
    })?;
    let entry = Entry {
        action: AccessAuditAction::PolicyDeleted,
        kind: RecordKind::Policy,
        record: Some(id),
        version: Some(policy.version + 1),
        user: None,
        organization: None,
        changes: audit::differences(Some(policy), None),
        reason,
        refusal: None,
    };
    audit::record(tx, stamp.actor, stamp.now, entry).await?;
    publish(tx, stamp, &policy.id, Change::Ended).await
}

/// The answer of a change that was made.
pub fn saved(policy: Policy, stamp: &Stamp) -> SavedPolicy {
    SavedPolicy { policy: Some(policy), epoch: stamp.epoch }
}

type Statement<'q> = sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments>;

/// The values of `$1` to `$18`.
fn values<'q>(statement: Statement<'q>, id: Uuid, policy: &Policy, stamp: &Stamp) -> Statement<'q> {
    let actions: Vec<&str> = policy.actions().map(Text::text).collect();
    let endpoints: Vec<&str> = policy.endpoints().map(Text::text).collect();
    statement
        .bind(id)
        .bind(policy.version)
        .bind(policy.name.clone())
        .bind(policy.description.clone())
        .bind(policy.status().text())
        .bind(policy.effect().text())
        .bind(actions)
        .bind(endpoints)
        .bind(Json(policy.r#where.clone()))
        .bind(Json(policy.fields.clone().unwrap_or_default()))
        .bind(Json(policy.time.clone().unwrap_or_default()))
        .bind(Json(policy.limits.clone().unwrap_or_default()))
        .bind(moment(policy.starts_at))
        .bind(moment(policy.expires_at))
        .bind(policy.ip_cidrs.clone())
        .bind(policy.tags.clone())
        .bind(stamp.now)
        .bind(stamp.actor)
}

/// Refuses more policies than the gateway reads in one answer.
async fn check_room(tx: &mut Tx) -> Result<(), AccessError> {
    let (count, bytes): (i64, i64) = sqlx::query_as(
        "SELECT count(*),
                coalesce(sum(octet_length(conditions::text) + octet_length(fields::text)
                             + octet_length(description) + 512), 0)::bigint
         FROM policies",
    )
    .fetch_one(&mut **tx)
    .await?;
    if count > MOST_POLICIES || bytes > MOST_POLICY_BYTES {
        return Err(AccessError::Full("policies"));
    }
    Ok(())
}

fn taken(error: sqlx::Error) -> AccessError {
    let error = DbError::from(error);
    match error.constraint() {
        Some("policies_name_key") => AccessError::NameTaken(RecordKind::Policy),
        _ => error.into(),
    }
}

async fn announce(
    tx: &mut Tx,
    stamp: &Stamp,
    (before, after): (Option<&Policy>, &Policy),
    (action, change): (AccessAuditAction, Change),
    reason: Option<&str>,
) -> Result<(), AccessError> {
    let entry = Entry {
        action,
        kind: RecordKind::Policy,
        record: after.id.parse().ok(),
        version: Some(after.version),
        user: None,
        organization: None,
        changes: audit::differences(before, Some(after)),
        reason,
        refusal: None,
    };
    audit::record(tx, stamp.actor, stamp.now, entry).await?;
    publish(tx, stamp, &after.id, change).await
}

async fn publish(
    tx: &mut Tx,
    stamp: &Stamp,
    policy_id: &str,
    change: Change,
) -> Result<(), AccessError> {
    let event = PolicyChanged {
        policy_id: policy_id.to_owned(),
        epoch: stamp.epoch,
        change: change.into(),
    };
    Ok(outbox::publish(tx, &event).await?)
}
