//! Sets the plan of an organization as an administrator; its members see the change at once.

use std::sync::Arc;

use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    AuditAction, PlanType, SetOrganizationPlanRequest, SetOrganizationPlanResponse,
};
use uuid::Uuid;

use super::lock;
use crate::audit::{self, Change, Entry};
use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;

/// Sets the plan; its members see the change at once.
pub async fn set_plan(
    ctx: &Context,
    person: Arc<Person>,
    request: SetOrganizationPlanRequest,
) -> Result<SetOrganizationPlanResponse, IdentityError> {
    let plan = PlanType::try_from(request.plan)
        .ok()
        .filter(|plan| *plan != PlanType::Unspecified)
        .ok_or(IdentityError::Invalid("plan"))?;
    let mut tx = ctx.db.tx().await?;
    let subject = lock::organization(&mut tx, &person, &request.id).await?;
    let before: String = sqlx::query_scalar("SELECT type FROM plans WHERE organization_id = $1")
        .bind(subject.id)
        .fetch_one(&mut *tx)
        .await?;
    if before == plan.text() {
        return Ok(SetOrganizationPlanResponse {});
    }
    sqlx::query("UPDATE plans SET type = $2 WHERE organization_id = $1")
        .bind(subject.id)
        .bind(plan.text())
        .execute(&mut *tx)
        .await?;
    let change = Change::new("plan", [before.as_str()], [plan.text()]);
    let action = AuditAction::OrganizationPlanChanged;
    let entry = Entry::of_organization(action, subject.id, &subject.name, vec![change]);
    audit::record(ctx, &mut tx, Some(&subject.actor), entry).await?;
    change_events::organization_updated(&mut tx, subject.id).await?;
    let members: Vec<Uuid> = sqlx::query_scalar(
        "SELECT user_id FROM memberships WHERE organization_id = $1 ORDER BY user_id",
    )
    .bind(subject.id)
    .fetch_all(&mut *tx)
    .await?;
    for member in members {
        change_events::user_updated(&mut tx, member).await?;
    }
    tx.commit().await?;
    Ok(SetOrganizationPlanResponse {})
}
