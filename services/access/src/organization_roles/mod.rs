//! Roles that organizations hold, and with them every member: those that administrators give, and those of plans.

pub(crate) mod create;
pub(crate) mod end;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod update;

mod row;
mod save;

pub(crate) use row::Row;
pub(crate) use save::{end as end_row, insert, update as update_row};

use kit::db::Tx;
use uuid::Uuid;

use crate::error::AccessError;

/// Refuses a role in an organization that was removed.
pub(crate) async fn refuse_removed(tx: &mut Tx, organization: Uuid) -> Result<(), AccessError> {
    let is_removed: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM organization_plans
                        WHERE organization_id = $1 AND removed_at IS NOT NULL)",
    )
    .bind(organization)
    .fetch_one(&mut **tx)
    .await?;
    if is_removed { Err(AccessError::OrganizationRemoved) } else { Ok(()) }
}
