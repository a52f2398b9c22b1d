//! Deletes a draft.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, DeletePolicyRequest, PolicyStatus, RecordKind, SavedPolicy,
};

use super::{row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::stamp::Stamp;

/// Deletes a policy that was never active and is assigned to no role.
pub async fn delete(
    ctx: &Context,
    person: Arc<Person>,
    request: DeletePolicyRequest,
) -> Result<SavedPolicy, AccessError> {
    let action = AccessAuditAction::PolicyDeleted;
    let attempt = Attempt::change(action, RecordKind::Policy, &request.id, Vec::new());
    audit::audited(ctx, &person, attempt, remove(ctx, &person, request)).await
}

async fn remove(
    ctx: &Context,
    person: &Person,
    request: DeletePolicyRequest,
) -> Result<SavedPolicy, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    let reason = checks.optional_reason(request.reason.as_deref());
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let policy = row::lock(&mut tx, id, request.version).await?;
    if policy.status() != PolicyStatus::Draft {
        return Err(AccessError::NotADraft);
    }
    save::delete(&mut tx, &stamp, &policy, reason.as_deref()).await?;
    tx.commit().await?;
    Ok(save::saved(policy, &stamp))
}
