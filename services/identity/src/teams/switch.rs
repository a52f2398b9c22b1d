//! Changes the organization that a user works in.

use proto::identity::v1::{SwitchOrganizationRequest, SwitchOrganizationResponse};

use super::{membership, place};
use crate::context::Context;
use crate::error::IdentityError;

/// Makes one of the caller's organizations the active one.
pub async fn switch(
    ctx: &Context,
    request: SwitchOrganizationRequest,
) -> Result<SwitchOrganizationResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let place = place::enter(&mut tx, &request.user_id, &request.organization_id).await?;
    membership::activate(ctx, &mut tx, place.organization, place.caller).await?;
    tx.commit().await?;
    Ok(SwitchOrganizationResponse {})
}
