//! Writes the role of an organization, its audit entry and its event.

use kit::db::{DbError, Tx};
use kit::outbox;
use proto::access::v1::{
    AccessAuditAction, Change, OrganizationRole, OrganizationRoleChanged, RecordKind,
    SavedOrganizationRole,
};
use proto::codec::Text;
use uuid::Uuid;

use crate::audit::{self, Entry};
use crate::error::AccessError;
use crate::input::moment;
use crate::limits::MOST_ROLES_OF_A_HOLDER;
use crate::stamp::Stamp;

/// Gives the organization the role.
pub async fn insert(
    tx: &mut Tx,
    stamp: &Stamp,
    mut role: OrganizationRole,
) -> Result<OrganizationRole, AccessError> {
    let id = kit::id::new();
    role.id = id.to_string();
    role.version = 1;
    role.granted_by = stamp.actor.map(|actor| actor.to_string());
    role.created_at = kit::clock::milliseconds(stamp.now);
    role.updated_at = role.created_at;
    role.updated_by = role.granted_by.clone();
    let organization = parsed(&role.organization_id);
    let inserted = sqlx::query(
        "INSERT INTO organization_roles (id, organization_id, role_id, source, starts_at, expires_at,
                                         reason, granted_by, created_at, updated_at, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $8)",
    )
    .bind(id)
    .bind(organization)
    .bind(parsed(&role.role_id))
    .bind(role.source().text())
    .bind(moment(role.starts_at))
    .bind(moment(role.expires_at))
    .bind(&role.reason)
    .bind(stamp.actor)
    .bind(stamp.now)
    .execute(&mut **tx)
    .await;
    inserted.map_err(|error| {
        let error = DbError::from(error);
        match error.constraint() {
            Some("organization_roles_manual_key") => AccessError::AlreadyHeld,
            _ => error.into(),
        }
    })?;
    let count: i64 =
        sqlx::query_scalar("SELECT count(*) FROM organization_roles WHERE organization_id = $1")
            .bind(organization)
            .fetch_one(&mut **tx)
            .await?;
    if count > MOST_ROLES_OF_A_HOLDER {
        return Err(AccessError::Full("roles of an organization"));
    }
    let change = (AccessAuditAction::OrganizationRoleCreated, Change::Created);
    let reason = role.reason.clone();
    announce(tx, stamp, (None, Some(&role)), change, &reason).await?;
    Ok(role)
}

/// Replaces the role, its source, its window and the reason.
pub async fn update(
    tx: &mut Tx,
    stamp: &Stamp,
    before: &OrganizationRole,
    mut after: OrganizationRole,
) -> Result<OrganizationRole, AccessError> {
    after.version = before.version + 1;
    after.updated_at = kit::clock::milliseconds(stamp.now);
    after.updated_by = stamp.actor.map(|actor| actor.to_string());
    sqlx::query(
        "UPDATE organization_roles SET version = $2, role_id = $3, source = $4, starts_at = $5,
                                       expires_at = $6, reason = $7, updated_at = $8, updated_by = $9
         WHERE id = $1",
    )
    .bind(parsed(&before.id))
    .bind(after.version)
    .bind(parsed(&after.role_id))
    .bind(after.source().text())
    .bind(moment(after.starts_at))
    .bind(moment(after.expires_at))
    .bind(&after.reason)
    .bind(stamp.now)
    .bind(stamp.actor)
    .execute(&mut **tx)
    .await?;
    let change = (AccessAuditAction::OrganizationRoleUpdated, Change::Updated);
    let reason = after.reason.clone();
    announce(tx, stamp, (Some(before), Some(&after)), change, &reason).await?;
    Ok(after)
}

/// Takes the role from the organization.
pub async fn end(
    tx: &mut Tx,
    stamp: &Stamp,
    role: &OrganizationRole,
    reason: &str,
) -> Result<(), AccessError> {
    sqlx::query("DELETE FROM organization_roles WHERE id = $1")
        .bind(parsed(&role.id))
        .execute(&mut **tx)
        .await?;
    let change = (AccessAuditAction::OrganizationRoleEnded, Change::Ended);
    announce(tx, stamp, (Some(role), None), change, reason).await
}

/// The answer of a change that was made.
pub fn saved(role: OrganizationRole, stamp: &Stamp) -> SavedOrganizationRole {
    SavedOrganizationRole { organization_role: Some(role), epoch: stamp.epoch }
}

/// An id that was checked before.
fn parsed(id: &str) -> Uuid {
    id.parse().unwrap_or_default()
}

async fn announce(
    tx: &mut Tx,
    stamp: &Stamp,
    (before, after): (Option<&OrganizationRole>, Option<&OrganizationRole>),
    (action, change): (AccessAuditAction, Change),
    reason: &str,
) -> Result<(), AccessError> {
    let Some(known) = after.or(before) else { return Ok(()) };
    // A role that has ended has had one more version than it kept.
    let version = if after.is_some() { known.version } else { known.version + 1 };
    let entry = Entry {
        action,
        kind: RecordKind::OrganizationRole,
        record: known.id.parse().ok(),
        version: Some(version),
        user: None,
        organization: known.organization_id.parse().ok(),
        changes: audit::differences(before, after),
        reason: Some(reason),
        refusal: None,
    };
    audit::record(tx, stamp.actor, stamp.now, entry).await?;
    let event = OrganizationRoleChanged {
        organization_role_id: known.id.clone(),
        epoch: stamp.epoch,
        change: change.into(),
        organization_id: known.organization_id.clone(),
    };
    Ok(outbox::publish(tx, &event).await?)
}
