//! Leaves a team.

use proto::identity::v1::{LeaveTeamRequest, LeaveTeamResponse};

use super::{membership, place};
use crate::context::Context;
use crate::error::IdentityError;

/// Ends the caller's own membership; the last owner stays.
pub async fn leave(
    ctx: &Context,
    request: LeaveTeamRequest,
) -> Result<LeaveTeamResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let place = place::member(&mut tx, &request.user_id, &request.organization_id).await?;
    let known = membership::find(&mut tx, place.organization, place.caller)
        .await?
        .ok_or(IdentityError::OrganizationNotFound)?;
    membership::end(ctx, &mut tx, place.organization, place.caller, &known).await?;
    tx.commit().await?;
    Ok(LeaveTeamResponse {})
}
