//! Archives a policy: it has no effect any more, and its history stays.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, ArchivePolicyRequest, Change, Policy, PolicyStatus, RecordKind, SavedPolicy,
};

use super::{row, save};
use crate::audit::{self, Attempt};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, Grant};
use crate::input::Checks;
use crate::stamp::Stamp;

/// Archives the policy for good. Its assignments stay, without effect.
pub async fn archive(
    ctx: &Context,
    person: Arc<Person>,
    request: ArchivePolicyRequest,
) -> Result<SavedPolicy, AccessError> {
    let action = AccessAuditAction::PolicyArchived;
    let attempt = Attempt::change(action, RecordKind::Policy, &request.id, Vec::new());
    audit::audited(ctx, &person, attempt, end(ctx, &person, request)).await
}

async fn end(
    ctx: &Context,
    person: &Person,
    request: ArchivePolicyRequest,
) -> Result<SavedPolicy, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("id", &request.id);
    let reason = checks.optional_reason(request.reason.as_deref());
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let stamp = Stamp::of_person(&mut tx, &ctx.clock, person).await?;
    let before = row::lock(&mut tx, id, request.version).await?;
    if before.status() == PolicyStatus::Active {
        for assignment in escalation::assignments_of_policy(&mut tx, id).await? {
            let grant = Grant::taking(vec![assignment.with(before.clone())]);
            escalation::check(&mut tx, (person, &stamp), grant).await?;
        }
    }
    let after = Policy { status: PolicyStatus::Archived.into(), ..before.clone() };
    let change = (AccessAuditAction::PolicyArchived, Change::Ended);
    let policy = save::update(&mut tx, &stamp, (&before, after), change, reason.as_deref()).await?;
    tx.commit().await?;
    Ok(save::saved(policy, &stamp))
}
