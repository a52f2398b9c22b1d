//! Ends the caller's own membership of a team, which its last owner cannot do.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{LeaveTeamRequest, LeaveTeamResponse};

use super::memberships;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// Ends the caller's own membership; the last owner cannot leave.
pub async fn leave(
    ctx: &Context,
    person: Arc<Person>,
    request: LeaveTeamRequest,
) -> Result<LeaveTeamResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::member(&mut tx, &person.user_id, &request.organization_id).await?;
    let known = memberships::find(&mut tx, access.organization, access.caller)
        .await?
        .ok_or(IdentityError::OrganizationNotFound)?;
    memberships::end(ctx, &mut tx, access.organization, access.caller, &known).await?;
    tx.commit().await?;
    Ok(LeaveTeamResponse {})
}
