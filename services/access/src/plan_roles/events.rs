//! Applies the events of identity about organizations and their plans.

use kit::clock::{Clock, from_milliseconds};
use kit::db::Tx;
use kit::inbox::HandlerError;
use proto::identity::v1::{
    OrganizationCreated, OrganizationPlanChanged, OrganizationRemoved, PlanType,
};
use uuid::Uuid;

use super::{PlanState, apply, remove};

/// A new organization has the free plan until its plan is announced.
pub async fn created(
    tx: &mut Tx,
    clock: &Clock,
    event: &OrganizationCreated,
) -> Result<(), HandlerError> {
    let organization = parsed(&event.organization_id)?;
    let state = PlanState { organization, plan: PlanType::Free, ends_at: None, version: 0 };
    apply(tx, clock, &state).await?;
    Ok(())
}

/// The plan of an organization or its end has changed.
pub async fn plan_changed(
    tx: &mut Tx,
    clock: &Clock,
    event: &OrganizationPlanChanged,
) -> Result<(), HandlerError> {
    let plan = PlanType::try_from(event.plan).ok().filter(|plan| *plan != PlanType::Unspecified);
    // A plan of a later release: this one has no role for it.
    let plan =
        plan.ok_or_else(|| HandlerError::retry(format!("the plan {} is unknown", event.plan)))?;
    let state = PlanState {
        organization: parsed(&event.organization_id)?,
        plan,
        ends_at: event.ends_at.map(from_milliseconds),
        version: event.version,
    };
    apply(tx, clock, &state).await?;
    Ok(())
}

/// The organization is no more.
pub async fn removed(
    tx: &mut Tx,
    clock: &Clock,
    event: &OrganizationRemoved,
) -> Result<(), HandlerError> {
    Ok(remove(tx, clock, parsed(&event.organization_id)?).await?)
}

fn parsed(id: &str) -> Result<Uuid, HandlerError> {
    Uuid::try_parse(id).map_err(|_| HandlerError::Poison(format!("{id:?} is not an id")))
}
