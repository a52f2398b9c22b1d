//! Changes the values of a policy.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, Change, Policy, PolicyStatus, RecordKind, SavedPolicy, UpdatePolicyRequest,
};

use super::{input, row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant, Terms};
use crate::input::Checks;
use crate::stamp::Stamp;

/// Replaces the values of a policy; without a difference nothing changes. A draft may become active, and not the other way
/// round.
pub async fn update(
    ctx: &Context,
    person: Arc<Person>,
    request: UpdatePolicyRequest,
) -> Result<SavedPolicy, AccessError> {
    let changes = audit::values(request.policy.as_ref());
    let action = AccessAuditAction::PolicyUpdated;
    let attempt = Attempt::change(action, RecordKind::Policy, &request.id, changes);
    audit::audited(ctx, &person, attempt, replace(ctx, &person, request)).await
}

async fn replace(
    ctx: &Context,
    person: &Person,
    request: UpdatePolicyRequest,
) -> Result<SavedPolicy, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    let reason = checks.optional_reason(request.reason.as_deref());
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let before = row::lock(&mut tx, id, request.version).await?;
    let after = input::checked(request.policy, before.clone(), stamp.now)?;
    if before == after {
        return Ok(save::saved(before, &stamp.unused()));
    }
    if before.status() == PolicyStatus::Active && after.status() == PolicyStatus::Draft {
        return Err(AccessError::ReturnToDraft);
    }
    for assignment in escalation::assignments_of_policy(&mut tx, id).await? {
        check_overrides(&after, &assignment)?;
        let held = |policy: &Policy| {
            let is_active = policy.status() == PolicyStatus::Active;
            is_active.then(|| assignment.with(policy.clone())).into_iter().collect()
        };
        let grant = Grant { before: held(&before), after: held(&after) };
        escalation::check(&mut tx, (person, &stamp), grant).await?;
    }
    let change = (AccessAuditAction::PolicyUpdated, Change::Updated);
    let policy = save::update(&mut tx, &stamp, (&before, after), change, reason.as_deref()).await?;
    tx.commit().await?;
    Ok(save::saved(policy, &stamp))
}

/// Refuses limits of the policy that are tighter than those of an assignment, which may only tighten them.
fn check_overrides(policy: &Policy, assignment: &Terms) -> Result<(), AccessError> {
    let Some(overrides) = assignment.overrides() else { return Ok(()) };
    let mut checks = Checks::default();
    for error in policy::override_errors(policy.limits.as_ref(), overrides) {
        let path = error.path.replace("limit_overrides", "limits");
        let role = &assignment.role_name;
        checks.refuse(path, format!("the role {role} has it with a more generous limit"));
    }
    checks.finish(())
}
