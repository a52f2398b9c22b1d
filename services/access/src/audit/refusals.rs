//! Records attempts that were refused, in a transaction of their own.

use kit::peers::Person;
use proto::access::v1::{AccessAuditAction, FieldChange, RecordKind};
use uuid::Uuid;

use super::record::{Entry, record};
use crate::context::Context;
use crate::error::{AccessError, Refusal};
use crate::stamp;

/// A change that an administrator tries to make.
#[derive(Debug)]
pub struct Attempt {
    pub action: AccessAuditAction,
    pub kind: RecordKind,
    /// The id in the request; none of a creation.
    pub record: Option<String>,
    pub user: Option<String>,
    pub organization: Option<String>,
    /// The requested values.
    pub changes: Vec<FieldChange>,
}

impl Attempt {
    /// The creation of a record.
    pub fn create(action: AccessAuditAction, kind: RecordKind, changes: Vec<FieldChange>) -> Self {
        Self { action, kind, record: None, user: None, organization: None, changes }
    }

    /// The change or the end of a record.
    pub fn change(
        action: AccessAuditAction,
        kind: RecordKind,
        id: &str,
        changes: Vec<FieldChange>,
    ) -> Self {
        Self { record: Some(id.to_owned()), ..Self::create(action, kind, changes) }
    }
}

/// The outcome of a verb; if it was refused, the attempt is recorded first.
pub async fn audited<T>(
    ctx: &Context,
    person: &Person,
    attempt: Attempt,
    verb: impl Future<Output = Result<T, AccessError>>,
) -> Result<T, AccessError> {
    let outcome = verb.await;
    if let Err(AccessError::Refused(refusal)) = &outcome
        && let Err(error) = keep(ctx, person, attempt, *refusal).await
    {
        // The refusal stands, whether or not it can be recorded.
        tracing::error!(%error, reason = refusal.reason(), "a refused attempt is not in the audit history");
    }
    outcome
}

async fn keep(
    ctx: &Context,
    person: &Person,
    attempt: Attempt,
    refusal: Refusal,
) -> Result<(), AccessError> {
    let id = |text: &Option<String>| text.as_deref().and_then(|text| Uuid::try_parse(text).ok());
    let mut tx = ctx.db.tx().await?;
    stamp::wait_for_changes(&mut tx).await?;
    let actor = stamp::actor(&mut tx, person).await?;
    let entry = Entry {
        action: attempt.action,
        kind: attempt.kind,
        record: id(&attempt.record),
        version: None,
        user: id(&attempt.user),
        organization: id(&attempt.organization),
        changes: attempt.changes,
        reason: None,
        refusal: Some(refusal.reason()),
    };
    record(&mut tx, Some(actor), ctx.clock.now(), entry).await?;
    Ok(tx.commit().await?)
}
