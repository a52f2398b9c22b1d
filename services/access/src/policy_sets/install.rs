//! Brings the managed roles, policies and assignments to what the file of the policy set says.

use kit::clock::Clock;
use kit::db::Tx;

use super::{PolicySetName, assignments, document, policies, roles};
use crate::context::Context;
use crate::error::AccessError;
use crate::stamp::{self, Stamp};

/// One process installs at a time.
const LOCK: &str = "SELECT pg_advisory_xact_lock(hashtext('access policy set'))";

/// Installs the set, all or nothing; returns the number of changed records. An installed set is left as it is.
pub async fn install(ctx: &Context, set: PolicySetName) -> Result<usize, AccessError> {
    let records = document::records(set)?;
    let mut tx = ctx.db.tx().await?;
    sqlx::query(LOCK).execute(&mut *tx).await?;
    stamp::wait_for_changes(&mut tx).await?;
    let mut installation = Installation { tx, clock: ctx.clock.clone(), stamp: None, changes: 0 };
    let role_ids = Box::pin(roles::bring(&mut installation, records.roles)).await?;
    let policy_ids = Box::pin(policies::bring(&mut installation, records.policies)).await?;
    let pairs = records.assignments.iter().filter_map(|(role, policy)| {
        Some((role_ids.get(role)?.clone(), policy_ids.get(policy)?.clone()))
    });
    Box::pin(assignments::bring(&mut installation, pairs.collect())).await?;
    let Installation { tx, changes, .. } = installation;
    tx.commit().await?;
    if changes > 0 {
        tracing::info!(policy_set = %set, changes, "the policy set is installed");
    }
    Ok(changes)
}

/// The transaction of an installation. The epoch is raised at the first difference, and not at all without one.
pub struct Installation {
    pub tx: Tx,
    clock: Clock,
    stamp: Option<Stamp>,
    changes: usize,
}

impl Installation {
    /// The stamp of a change that is made now.
    pub async fn stamp(&mut self) -> Result<Stamp, AccessError> {
        self.changes += 1;
        let stamp = match self.stamp {
            Some(stamp) => stamp,
            None => Stamp::of_installation(&mut self.tx, &self.clock).await?,
        };
        self.stamp = Some(stamp);
        Ok(stamp)
    }
}
