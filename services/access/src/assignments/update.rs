//! Changes the terms on which a role has a policy.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, RecordKind, SavedPolicyAssignment, UpdatePolicyAssignmentRequest,
};
use uuid::Uuid;

use super::{input, row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::policies;
use crate::stamp::Stamp;

/// Replaces the terms of an assignment; without a difference nothing changes.
pub async fn update(
    ctx: &Context,
    person: Arc<Person>,
    request: UpdatePolicyAssignmentRequest,
) -> Result<SavedPolicyAssignment, AccessError> {
    let changes = audit::values(request.terms.as_ref());
    let (action, kind) = (AccessAuditAction::PolicyAssignmentUpdated, RecordKind::PolicyAssignment);
    let attempt = Attempt::change(action, kind, &request.id, changes);
    audit::audited(ctx, &person, attempt, replace(ctx, &person, request)).await
}

async fn replace(
    ctx: &Context,
    person: &Person,
    request: UpdatePolicyAssignmentRequest,
) -> Result<SavedPolicyAssignment, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    checks.finish(())?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let before = row::lock(&mut tx, id, request.version).await?;
    let policy_id: Uuid = before.policy_id.parse().unwrap_or_default();
    let policy = policies::by_id(&mut tx, policy_id).await?;
    let after = input::checked(request.terms, &policy, before.clone(), stamp.now)?;
    if before == after {
        return Ok(save::saved(before, &stamp.unused()));
    }
    let grant = Grant { before: row::held(&before, &policy), after: row::held(&after, &policy) };
    escalation::check(&mut tx, (person, &stamp), grant).await?;
    let assignment = save::update(&mut tx, &stamp, &before, after).await?;
    escalation::check_size(&mut tx, assignment.role_id.parse().unwrap_or_default()).await?;
    tx.commit().await?;
    Ok(save::saved(assignment, &stamp))
}
