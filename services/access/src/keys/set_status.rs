//! Disables, enables or revokes a key of somebody else, as an administrator.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{
    AccessAuditAction, ApiKeyStatus, Change, RevocationReason, SetApiKeyStatusRequest,
    SetApiKeyStatusResponse,
};
use proto::codec::Text;

use super::row::{self, Row};
use super::save::{self, Author};
use super::{enable, room};
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::notices::add::{self, KeyNotice};

/// Gives the key another status, for a reason, and informs its owner by mail. One that has the status stays as it is.
pub async fn set(
    ctx: &Context,
    person: Arc<Person>,
    request: SetApiKeyStatusRequest,
) -> Result<SetApiKeyStatusResponse, AccessError> {
    let mut checks = Checks::default();
    let status: ApiKeyStatus = checks.choice("status", request.status);
    let reason = checks.reason(&request.reason);
    let reason = checks.finish(reason)?;
    let mut tx = ctx.db.tx().await?;
    let author = Author::of_person(&mut tx, &ctx.clock, &person).await?.with_reason(reason);
    let before = row::lock(&mut tx, &request.id, request.version).await?;
    let is_disabled_by_administrator = status == ApiKeyStatus::Disabled;
    // A key that nobody used can still be disabled by an administrator: its owner then does not enable it.
    if before.status() == status
        && before.is_disabled_by_administrator == is_disabled_by_administrator
    {
        return Ok(SetApiKeyStatusResponse { key: Some(before.key()) });
    }
    if !before.is_open(author.now) {
        return Err(AccessError::KeyEnded);
    }
    let with_status =
        Row { status: status.text().to_owned(), is_disabled_by_administrator, ..before.clone() };
    let (after, change, notice) = match status {
        ApiKeyStatus::Unspecified | ApiKeyStatus::Active => (
            with_status,
            (AccessAuditAction::ApiKeyEnabled, Change::Updated),
            KeyNotice::EnabledByAdministrator,
        ),
        ApiKeyStatus::Disabled => (
            with_status,
            (AccessAuditAction::ApiKeyDisabled, Change::Ended),
            KeyNotice::DisabledByAdministrator,
        ),
        ApiKeyStatus::Revoked => (
            before.clone().revoked(RevocationReason::Administrator, author.now),
            (AccessAuditAction::ApiKeyRevoked, Change::Ended),
            KeyNotice::RevokedByAdministrator,
        ),
    };
    let row = save::update(&mut tx, &author, (&before, after), change).await?;
    if status == ApiKeyStatus::Active {
        enable::begin_period(&mut tx, &row.id, author.now).await?;
        room::check(&mut tx, row.user_id, row.organization_id, author.now).await?;
    }
    add::about_key(&mut tx, &row.id, notice, None, author.now).await?;
    tx.commit().await?;
    Ok(SetApiKeyStatusResponse { key: Some(row.key()) })
}
