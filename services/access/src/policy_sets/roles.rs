//! Brings the managed roles to those of a policy set.

use std::collections::HashMap;

use proto::access::v1::{AccessAuditAction, AccessRole, AccessStatus, Change};

use super::install::Installation;
use crate::error::AccessError;
use crate::roles::{self, Row};

/// Inserts, changes and disables managed roles; returns the ids of those of the set by their names.
pub async fn bring(
    installation: &mut Installation,
    wanted: Vec<AccessRole>,
) -> Result<HashMap<String, String>, AccessError> {
    let rows: Vec<Row> = sqlx::query_as("SELECT * FROM roles WHERE managed ORDER BY id")
        .fetch_all(&mut *installation.tx)
        .await?;
    let stored = rows.into_iter().map(Row::role).map(|role| (role.name.clone(), role));
    let mut stored: HashMap<String, AccessRole> = stored.collect();
    let mut ids = HashMap::new();
    for role in wanted {
        let name = role.name.clone();
        let id = if let Some(before) = stored.remove(&name) {
            change(installation, before, role).await?
        } else {
            let stamp = installation.stamp().await?;
            roles::insert(&mut installation.tx, &stamp, role, None).await?.id
        };
        ids.insert(name, id);
    }
    for before in stored.into_values().filter(|role| role.status() == AccessStatus::Active) {
        let stamp = installation.stamp().await?;
        let after = AccessRole { status: AccessStatus::Disabled.into(), ..before.clone() };
        let change = (AccessAuditAction::RoleDisabled, Change::Ended);
        roles::update_row(&mut installation.tx, &stamp, (&before, after), change, None).await?;
    }
    Ok(ids)
}

async fn change(
    installation: &mut Installation,
    before: AccessRole,
    wanted: AccessRole,
) -> Result<String, AccessError> {
    let after = AccessRole {
        display_name: wanted.display_name,
        description: wanted.description,
        status: wanted.status,
        ..before.clone()
    };
    if before == after {
        return Ok(before.id);
    }
    let stamp = installation.stamp().await?;
    let change = (AccessAuditAction::RoleUpdated, Change::Updated);
    let after =
        roles::update_row(&mut installation.tx, &stamp, (&before, after), change, None).await?;
    Ok(after.id)
}
