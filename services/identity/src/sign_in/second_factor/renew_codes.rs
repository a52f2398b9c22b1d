//! Replaces the recovery codes of a user.

use std::sync::Arc;

use kit::peers::Person;
use kit::security_log::{Entry, Event};
use proto::identity::v1::{RenewRecoveryCodesRequest, RenewRecoveryCodesResponse};

use super::recovery_codes;
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::passkeys::stored_passkeys;

/// New codes for the caller, who has a passkey; the former ones end.
pub async fn renew(
    ctx: &Context,
    person: Arc<Person>,
    _: RenewRecoveryCodesRequest,
) -> Result<RenewRecoveryCodesResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let mut tx = ctx.db.tx().await?;
    stored_passkeys::lock_owner(&mut tx, user).await?;
    if stored_passkeys::credentials(&mut tx, user).await?.is_empty() {
        return Err(IdentityError::PasskeyRequired);
    }
    let recovery_codes = recovery_codes::replace(ctx, &mut tx, user).await?;
    let renewed = Event::FactorChanged { user, factor: "recovery_codes", change: "renewed" };
    tx.log(Entry::success(renewed));
    tx.commit().await?;
    Ok(RenewRecoveryCodesResponse { recovery_codes })
}
