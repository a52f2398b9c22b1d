//! Creates a policy, as a draft or active at once.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{AccessAuditAction, CreatePolicyRequest, Policy, RecordKind, SavedPolicy};

use super::{input, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::stamp::Stamp;

/// Creates a policy. It has no effect before it is assigned to a role, and that is where it is checked whether the
/// administrator may give others what it allows.
pub async fn create(
    ctx: &Context,
    person: Arc<Person>,
    request: CreatePolicyRequest,
) -> Result<SavedPolicy, AccessError> {
    let changes = audit::values(request.policy.as_ref());
    let attempt = Attempt::create(AccessAuditAction::PolicyCreated, RecordKind::Policy, changes);
    audit::audited(ctx, &person, attempt, insert(ctx, &person, request)).await
}

async fn insert(
    ctx: &Context,
    person: &Person,
    request: CreatePolicyRequest,
) -> Result<SavedPolicy, AccessError> {
    let policy = input::checked(request.policy, Policy::default(), ctx.clock.now())?;
    let mut checks = Checks::default();
    let reason = checks.optional_reason(request.reason.as_deref());
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let policy = save::insert(&mut tx, &stamp, policy, reason.as_deref()).await?;
    tx.commit().await?;
    Ok(save::saved(policy, &stamp))
}
