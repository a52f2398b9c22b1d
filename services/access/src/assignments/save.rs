//! Writes an assignment, its audit entry and its event.

use kit::db::{DbError, Tx};
use kit::outbox;
use proto::access::v1::{
    AccessAuditAction, Change, PolicyAssignment, PolicyAssignmentChanged, RecordKind,
    SavedPolicyAssignment,
};
use proto::codec::Text;
use sqlx::types::Json;
use uuid::Uuid;

use crate::audit::{self, Entry};
use crate::error::AccessError;
use crate::input::moment;
use crate::limits::{MOST_ASSIGNMENTS, MOST_POLICIES_OF_A_ROLE};
use crate::stamp::Stamp;

/// Inserts an assignment with these values.
pub async fn insert(
    tx: &mut Tx,
    stamp: &Stamp,
    mut assignment: PolicyAssignment,
) -> Result<PolicyAssignment, AccessError> {
    let id = kit::id::new();
    assignment.id = id.to_string();
    assignment.version = 1;
    assignment.created_at = kit::clock::milliseconds(stamp.now);
    assignment.created_by = stamp.actor.map(|actor| actor.to_string());
    assignment.updated_at = assignment.created_at;
    assignment.updated_by = assignment.created_by.clone();
    let role: Uuid = assignment.role_id.parse().unwrap_or_default();
    let policy: Uuid = assignment.policy_id.parse().unwrap_or_default();
    let inserted = sqlx::query(
        "INSERT INTO policy_assignments (id, role_id, policy_id, starts_at, expires_at, status,
             limit_overrides, note, managed, created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $11)",
    )
    .bind(id)
    .bind(role)
    .bind(policy)
    .bind(moment(assignment.starts_at))
    .bind(moment(assignment.expires_at))
    .bind(assignment.status().text())
    .bind(assignment.limit_overrides.as_ref().map(Json))
    .bind(&assignment.note)
    .bind(assignment.managed)
    .bind(stamp.now)
    .bind(stamp.actor)
    .execute(&mut **tx)
    .await;
    inserted.map_err(|error| {
        let error = DbError::from(error);
        match error.constraint() {
            Some("policy_assignments_pair_key") => AccessError::AlreadyAssigned,
            _ => error.into(),
        }
    })?;
    check_room(tx, role).await?;
    let change = (AccessAuditAction::PolicyAssignmentCreated, Change::Created);
    announce(tx, stamp, (None, Some(&assignment)), change, None).await?;
    Ok(assignment)
}

async fn check_room(tx: &mut Tx, role: Uuid) -> Result<(), AccessError> {
    let (all, of_role): (i64, i64) = sqlx::query_as(
        "SELECT count(*), count(*) FILTER (WHERE role_id = $1) FROM policy_assignments",
    )
    .bind(role)
    .fetch_one(&mut **tx)
    .await?;
    if all > MOST_ASSIGNMENTS || of_role > MOST_POLICIES_OF_A_ROLE {
        return Err(AccessError::Full("policies of a role"));
    }
    Ok(())
}

/// Replaces the terms of an assignment.
pub async fn update(
    tx: &mut Tx,
    stamp: &Stamp,
    before: &PolicyAssignment,
    mut after: PolicyAssignment,
) -> Result<PolicyAssignment, AccessError> {
    let id: Uuid = before.id.parse().unwrap_or_default();
    after.version = before.version + 1;
    after.updated_at = kit::clock::milliseconds(stamp.now);
    after.updated_by = stamp.actor.map(|actor| actor.to_string());
    sqlx::query(
        "UPDATE policy_assignments SET version = $2, starts_at = $3, expires_at = $4, status = $5,
             limit_overrides = $6, note = $7, updated_at = $8, updated_by = $9
         WHERE id = $1",
    )
    .bind(id)
    .bind(after.version)
    .bind(moment(after.starts_at))
    .bind(moment(after.expires_at))
    .bind(after.status().text())
    .bind(after.limit_overrides.as_ref().map(Json))
    .bind(&after.note)
    .bind(stamp.now)
    .bind(stamp.actor)
    .execute(&mut **tx)
    .await?;
    let change = (AccessAuditAction::PolicyAssignmentUpdated, Change::Updated);
    announce(tx, stamp, (Some(before), Some(&after)), change, None).await?;
    Ok(after)
}

/// Removes the policy from the role.
pub async fn remove(
    tx: &mut Tx,
    stamp: &Stamp,
    assignment: &PolicyAssignment,
    reason: Option<&str>,
) -> Result<(), AccessError> {
    let id: Uuid = assignment.id.parse().unwrap_or_default();
    sqlx::query("DELETE FROM policy_assignments WHERE id = $1").bind(id).execute(&mut **tx).await?;
    let change = (AccessAuditAction::PolicyAssignmentRemoved, Change::Ended);
    announce(tx, stamp, (Some(assignment), None), change, reason).await
}

/// The answer of a change that was made.
pub fn saved(assignment: PolicyAssignment, stamp: &Stamp) -> SavedPolicyAssignment {
    SavedPolicyAssignment { assignment: Some(assignment), epoch: stamp.epoch }
}

async fn announce(
    tx: &mut Tx,
    stamp: &Stamp,
    (before, after): (Option<&PolicyAssignment>, Option<&PolicyAssignment>),
    (action, change): (AccessAuditAction, Change),
    reason: Option<&str>,
) -> Result<(), AccessError> {
    let Some(known) = after.or(before) else { return Ok(()) };
    // A removed assignment has had one more version than it kept.
    let version = if after.is_some() { known.version } else { known.version + 1 };
    let entry = Entry {
        action,
        kind: RecordKind::PolicyAssignment,
        record: known.id.parse().ok(),
        version: Some(version),
        user: None,
        organization: None,
        changes: audit::differences(before, after),
        reason,
        refusal: None,
    };
    audit::record(tx, stamp.actor, stamp.now, entry).await?;
    let event = PolicyAssignmentChanged {
        policy_assignment_id: known.id.clone(),
        epoch: stamp.epoch,
        change: change.into(),
        role_id: known.role_id.clone(),
        policy_id: known.policy_id.clone(),
    };
    Ok(outbox::publish(tx, &event).await?)
}
