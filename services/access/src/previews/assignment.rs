//! The effect of an assignment, or of other terms of it.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessStatus, GetPolicyAssignmentPreviewRequest, PolicyAssignment, Preview,
};

use super::effect::{RoleChange, effect};
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::{assignments, escalation, policies, roles};

/// The effect on those who hold the role. A disabled role has none.
pub async fn preview(
    ctx: &Context,
    _: Arc<Person>,
    request: GetPolicyAssignmentPreviewRequest,
) -> Result<Preview, AccessError> {
    let mut checks = Checks::default();
    let role_id = checks.id("role_id", &request.role_id);
    let policy_id = checks.id("policy_id", &request.policy_id);
    checks.finish(())?;
    let now = ctx.clock.now();
    let mut tx = ctx.db.snapshot(kit::grpc::remaining()).await?;
    let role = roles::by_id(&mut tx, role_id).await?;
    let policy = policies::by_id(&mut tx, policy_id).await?;
    let blank = PolicyAssignment::default();
    let assignment = assignments::checked(request.terms, &policy, blank, now)?;
    let mut changes = Vec::new();
    if role.status() == AccessStatus::Active {
        let before = escalation::policies_of_role(&mut tx, role_id).await?;
        let others = before.iter().filter(|held| held.policy.id != policy.id).cloned();
        let after = others.chain(assignments::held(&assignment, &policy)).collect();
        changes.push(RoleChange { role: role_id, before, after });
    }
    let preview = effect(&mut tx, changes, kit::clock::milliseconds(now)).await?;
    tx.rollback().await?;
    Ok(preview)
}
