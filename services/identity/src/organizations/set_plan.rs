//! Sets the plan of an organization and its end as an administrator; its members see the change at once.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{AuditAction, SetOrganizationPlanRequest, SetOrganizationPlanResponse};

use super::lock;
use super::plan::{self, Plan};
use crate::audit::{self, Entry};
use crate::context::Context;
use crate::error::IdentityError;

/// Sets the plan and its end; its members see the change at once.
pub async fn set_plan(
    ctx: &Context,
    person: Arc<Person>,
    request: SetOrganizationPlanRequest,
) -> Result<SetOrganizationPlanResponse, IdentityError> {
    let next = Plan::parse(ctx, request.plan, request.ends_at)?;
    let mut tx = ctx.db.tx().await?;
    let subject = lock::organization(&mut tx, &person, &request.id).await?;
    let changes = plan::find(&mut tx, subject.id).await?.changes_to(next);
    if changes.is_empty() {
        return Ok(SetOrganizationPlanResponse {});
    }
    let version = plan::store(&mut tx, subject.id, next).await?;
    let action = AuditAction::OrganizationPlanChanged;
    let entry = Entry::of_organization(action, subject.id, &subject.name, changes);
    audit::record(ctx, &mut tx, Some(&subject.actor), entry).await?;
    plan::publish(&mut tx, subject.id, next, version).await?;
    tx.commit().await?;
    Ok(SetOrganizationPlanResponse {})
}
