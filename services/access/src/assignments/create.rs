//! Assigns a policy to a role.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, CreatePolicyAssignmentRequest, PolicyAssignment, PolicyStatus, RecordKind,
    SavedPolicyAssignment,
};

use super::{input, row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::{AccessError, Refusal};
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::stamp::Stamp;
use crate::{policies, roles};

/// Assigns a policy to a role that may be edited. The policy may be a managed one or a draft, and not an archived one.
pub async fn create(
    ctx: &Context,
    person: Arc<Person>,
    request: CreatePolicyAssignmentRequest,
) -> Result<SavedPolicyAssignment, AccessError> {
    let changes = audit::values(Some(&request));
    let (action, kind) = (AccessAuditAction::PolicyAssignmentCreated, RecordKind::PolicyAssignment);
    let attempt = Attempt::create(action, kind, changes);
    audit::audited(ctx, &person, attempt, insert(ctx, &person, request)).await
}

async fn insert(
    ctx: &Context,
    person: &Person,
    request: CreatePolicyAssignmentRequest,
) -> Result<SavedPolicyAssignment, AccessError> {
    let mut checks = Checks::default();
    let role_id = checks.id("role_id", &request.role_id);
    let policy_id = checks.id("policy_id", &request.policy_id);
    checks.finish(())?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    if roles::by_id(&mut tx, role_id).await?.managed {
        return Err(Refusal::Managed.into());
    }
    let policy = policies::by_id(&mut tx, policy_id).await?;
    if policy.status() == PolicyStatus::Archived {
        return Err(AccessError::Archived);
    }
    let blank = PolicyAssignment {
        role_id: role_id.to_string(),
        policy_id: policy_id.to_string(),
        ..PolicyAssignment::default()
    };
    let assignment = input::checked(request.terms, &policy, blank, stamp.now)?;
    let grant = Grant::giving(row::held(&assignment, &policy));
    escalation::check(&mut tx, (person, &stamp), grant).await?;
    let assignment = save::insert(&mut tx, &stamp, assignment).await?;
    escalation::check_size(&mut tx, role_id).await?;
    tx.commit().await?;
    Ok(save::saved(assignment, &stamp))
}
