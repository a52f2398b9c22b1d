//! Removes a policy from a role.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, RecordKind, RemovePolicyAssignmentRequest, SavedPolicyAssignment,
};
use uuid::Uuid;

use super::{row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::policies;
use crate::stamp::Stamp;

/// Deletes the assignment. Its history stays.
pub async fn remove(
    ctx: &Context,
    person: Arc<Person>,
    request: RemovePolicyAssignmentRequest,
) -> Result<SavedPolicyAssignment, AccessError> {
    let (action, kind) = (AccessAuditAction::PolicyAssignmentRemoved, RecordKind::PolicyAssignment);
    let attempt = Attempt::change(action, kind, &request.id, Vec::new());
    audit::audited(ctx, &person, attempt, end(ctx, &person, request)).await
}

async fn end(
    ctx: &Context,
    person: &Person,
    request: RemovePolicyAssignmentRequest,
) -> Result<SavedPolicyAssignment, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    let reason = checks.optional_reason(request.reason.as_deref());
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let assignment = row::lock(&mut tx, id, request.version).await?;
    let policy_id: Uuid = assignment.policy_id.parse().unwrap_or_default();
    let policy = policies::by_id(&mut tx, policy_id).await?;
    let grant = Grant::taking(row::held(&assignment, &policy));
    escalation::check(&mut tx, (person, &stamp), grant).await?;
    save::remove(&mut tx, &stamp, &assignment, reason.as_deref()).await?;
    tx.commit().await?;
    Ok(save::saved(assignment, &stamp))
}
