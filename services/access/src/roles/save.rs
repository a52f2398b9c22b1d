//! Writes a role, its audit entry and its event.

use kit::db::Tx;
use kit::outbox;
use proto::access::v1::{
    AccessAuditAction, AccessRole, Change, RecordKind, RoleChanged, SavedRole,
};
use proto::codec::Text;
use uuid::Uuid;

use crate::audit::{self, Entry};
use crate::error::AccessError;
use crate::stamp::Stamp;

/// Inserts a role with these values.
pub async fn insert(
    tx: &mut Tx,
    stamp: &Stamp,
    mut role: AccessRole,
    reason: Option<&str>,
) -> Result<AccessRole, AccessError> {
    let id = kit::id::new();
    role.id = id.to_string();
    role.version = 1;
    role.created_at = kit::clock::milliseconds(stamp.now);
    role.created_by = stamp.actor.map(|actor| actor.to_string());
    role.updated_at = role.created_at;
    role.updated_by = role.created_by.clone();
    sqlx::query(
        "INSERT INTO roles (id, name, display_name, description, kind, managed, status,
                            created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $9)",
    )
    .bind(id)
    .bind(&role.name)
    .bind(&role.display_name)
    .bind(&role.description)
    .bind(role.kind().text())
    .bind(role.managed)
    .bind(role.status().text())
    .bind(stamp.now)
    .bind(stamp.actor)
    .execute(&mut **tx)
    .await
    .map_err(taken)?;
    let change = (AccessAuditAction::RoleCreated, Change::Created);
    announce(tx, stamp, (None, &role), change, reason).await?;
    Ok(role)
}

/// Replaces a role by these values.
pub async fn update(
    tx: &mut Tx,
    stamp: &Stamp,
    (before, mut after): (&AccessRole, AccessRole),
    change: (AccessAuditAction, Change),
    reason: Option<&str>,
) -> Result<AccessRole, AccessError> {
    let id: Uuid = before.id.parse().unwrap_or_default();
    after.version = before.version + 1;
    after.updated_at = kit::clock::milliseconds(stamp.now);
    after.updated_by = stamp.actor.map(|actor| actor.to_string());
    sqlx::query(
        "UPDATE roles SET version = $2, name = $3, display_name = $4, description = $5, status = $6,
                          updated_at = $7, updated_by = $8
         WHERE id = $1",
    )
    .bind(id)
    .bind(after.version)
    .bind(&after.name)
    .bind(&after.display_name)
    .bind(&after.description)
    .bind(after.status().text())
    .bind(stamp.now)
    .bind(stamp.actor)
    .execute(&mut **tx)
    .await
    .map_err(taken)?;
    announce(tx, stamp, (Some(before), &after), change, reason).await?;
    Ok(after)
}

/// The answer of a change that was made.
pub fn saved(role: AccessRole, stamp: &Stamp) -> SavedRole {
    SavedRole { role: Some(role), epoch: stamp.epoch }
}

fn taken(error: sqlx::Error) -> AccessError {
    let error = kit::db::DbError::from(error);
    match error.constraint() {
        Some("roles_name_key") => AccessError::NameTaken(RecordKind::Role),
        _ => error.into(),
    }
}

async fn announce(
    tx: &mut Tx,
    stamp: &Stamp,
    (before, after): (Option<&AccessRole>, &AccessRole),
    (action, change): (AccessAuditAction, Change),
    reason: Option<&str>,
) -> Result<(), AccessError> {
    let entry = Entry {
        action,
        kind: RecordKind::Role,
        record: after.id.parse().ok(),
        version: Some(after.version),
        user: None,
        organization: None,
        changes: audit::differences(before, Some(after)),
        reason,
        refusal: None,
    };
    audit::record(tx, stamp.actor, stamp.now, entry).await?;
    let event =
        RoleChanged { role_id: after.id.clone(), epoch: stamp.epoch, change: change.into() };
    Ok(outbox::publish(tx, &event).await?)
}
