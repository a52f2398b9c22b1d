//! Writes the role of a user, its audit entry and its event.

use kit::db::{DbError, Tx};
use kit::outbox;
use proto::access::v1::{
    AccessAuditAction, Change, RecordKind, SavedUserRole, UserRole, UserRoleChanged,
};
use uuid::Uuid;

use crate::audit::{self, Entry};
use crate::error::AccessError;
use crate::input::moment;
use crate::limits::MOST_ROLES_OF_A_HOLDER;
use crate::stamp::Stamp;

/// Gives the user the role.
pub async fn insert(
    tx: &mut Tx,
    stamp: &Stamp,
    mut user_role: UserRole,
) -> Result<UserRole, AccessError> {
    let id = kit::id::new();
    user_role.id = id.to_string();
    user_role.version = 1;
    user_role.granted_by = stamp.actor.map(|actor| actor.to_string());
    user_role.created_at = kit::clock::milliseconds(stamp.now);
    user_role.updated_at = user_role.created_at;
    user_role.updated_by = user_role.granted_by.clone();
    let user = parsed(&user_role.user_id);
    let inserted = sqlx::query(
        "INSERT INTO user_roles (id, user_id, role_id, organization_id, starts_at, expires_at, reason,
                                 granted_by, created_at, updated_at, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $8)",
    )
    .bind(id)
    .bind(user)
    .bind(parsed(&user_role.role_id))
    .bind(user_role.organization_id.as_deref().map(parsed))
    .bind(moment(user_role.starts_at))
    .bind(moment(user_role.expires_at))
    .bind(&user_role.reason)
    .bind(stamp.actor)
    .bind(stamp.now)
    .execute(&mut **tx)
    .await;
    inserted.map_err(|error| {
        let error = DbError::from(error);
        match error.constraint() {
            Some("user_roles_everywhere_key" | "user_roles_organization_key") => {
                AccessError::AlreadyHeld
            }
            _ => error.into(),
        }
    })?;
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM user_roles WHERE user_id = $1")
        .bind(user)
        .fetch_one(&mut **tx)
        .await?;
    if count > MOST_ROLES_OF_A_HOLDER {
        return Err(AccessError::Full("roles of a user"));
    }
    let change = (AccessAuditAction::UserRoleCreated, Change::Created);
    let reason = user_role.reason.clone();
    announce(tx, stamp, (None, Some(&user_role)), change, &reason).await?;
    Ok(user_role)
}

/// Replaces the window and the reason.
pub async fn update(
    tx: &mut Tx,
    stamp: &Stamp,
    before: &UserRole,
    mut after: UserRole,
) -> Result<UserRole, AccessError> {
    after.version = before.version + 1;
    after.updated_at = kit::clock::milliseconds(stamp.now);
    after.updated_by = stamp.actor.map(|actor| actor.to_string());
    sqlx::query(
        "UPDATE user_roles SET version = $2, starts_at = $3, expires_at = $4, reason = $5,
                               updated_at = $6, updated_by = $7
         WHERE id = $1",
    )
    .bind(parsed(&before.id))
    .bind(after.version)
    .bind(moment(after.starts_at))
    .bind(moment(after.expires_at))
    .bind(&after.reason)
    .bind(stamp.now)
    .bind(stamp.actor)
    .execute(&mut **tx)
    .await?;
    let change = (AccessAuditAction::UserRoleUpdated, Change::Updated);
    let reason = after.reason.clone();
    announce(tx, stamp, (Some(before), Some(&after)), change, &reason).await?;
    Ok(after)
}

/// Takes the role from the user.
pub async fn end(
    tx: &mut Tx,
    stamp: &Stamp,
    user_role: &UserRole,
    reason: &str,
) -> Result<(), AccessError> {
    sqlx::query("DELETE FROM user_roles WHERE id = $1")
        .bind(parsed(&user_role.id))
        .execute(&mut **tx)
        .await?;
    let change = (AccessAuditAction::UserRoleEnded, Change::Ended);
    announce(tx, stamp, (Some(user_role), None), change, reason).await
}

/// The answer of a change that was made.
pub fn saved(user_role: UserRole, stamp: &Stamp) -> SavedUserRole {
    SavedUserRole { user_role: Some(user_role), epoch: stamp.epoch }
}

/// An id that was checked before.
fn parsed(id: &str) -> Uuid {
    id.parse().unwrap_or_default()
}

async fn announce(
    tx: &mut Tx,
    stamp: &Stamp,
    (before, after): (Option<&UserRole>, Option<&UserRole>),
    (action, change): (AccessAuditAction, Change),
    reason: &str,
) -> Result<(), AccessError> {
    let Some(known) = after.or(before) else { return Ok(()) };
    // A role that has ended has had one more version than it kept.
    let version = if after.is_some() { known.version } else { known.version + 1 };
    let entry = Entry {
        action,
        kind: RecordKind::UserRole,
        record: known.id.parse().ok(),
        version: Some(version),
        user: known.user_id.parse().ok(),
        organization: known.organization_id.as_deref().map(parsed),
        changes: audit::differences(before, after),
        reason: Some(reason),
        refusal: None,
    };
    audit::record(tx, stamp.actor, stamp.now, entry).await?;
    let event = UserRoleChanged {
        user_role_id: known.id.clone(),
        epoch: stamp.epoch,
        change: change.into(),
        user_id: known.user_id.clone(),
    };
    Ok(outbox::publish(tx, &event).await?)
}
