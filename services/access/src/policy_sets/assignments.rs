//! Brings the assignments of managed policies to managed roles to those of a policy set.

use std::collections::HashMap;

use proto::access::v1::PolicyAssignment;

use super::document;
use super::install::Installation;
use crate::assignments::{self, Row};
use crate::error::AccessError;

/// Inserts, changes and removes managed assignments. A pair is the ids of a role and a policy.
pub async fn bring(
    installation: &mut Installation,
    wanted: Vec<(String, String)>,
) -> Result<(), AccessError> {
    let rows: Vec<Row> =
        sqlx::query_as("SELECT * FROM policy_assignments WHERE managed ORDER BY id")
            .fetch_all(&mut *installation.tx)
            .await?;
    let stored = rows.into_iter().map(Row::assignment);
    let pair = |one: &PolicyAssignment| (one.role_id.clone(), one.policy_id.clone());
    let mut stored: HashMap<(String, String), PolicyAssignment> =
        stored.map(|assignment| (pair(&assignment), assignment)).collect();
    for (role, policy) in wanted {
        if stored.remove(&(role.clone(), policy.clone())).is_none() {
            let stamp = installation.stamp().await?;
            let assignment = document::assignment(&role, &policy);
            assignments::insert(&mut installation.tx, &stamp, assignment).await?;
        }
    }
    for assignment in stored.into_values() {
        let stamp = installation.stamp().await?;
        assignments::remove_row(&mut installation.tx, &stamp, &assignment, None).await?;
    }
    Ok(())
}
