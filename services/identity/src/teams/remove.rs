//! Removes a member.

use proto::identity::v1::{RemoveTeamMemberRequest, RemoveTeamMemberResponse};
use uuid::Uuid;

use super::{membership, place};
use crate::context::Context;
use crate::error::IdentityError;

/// Ends the membership of somebody else; they come back by an invitation only. Of oneself, it is leaving.
pub async fn remove(
    ctx: &Context,
    request: RemoveTeamMemberRequest,
) -> Result<RemoveTeamMemberResponse, IdentityError> {
    let member: Uuid = request.member_id.parse().map_err(|_| IdentityError::MemberNotFound)?;
    let mut tx = ctx.db.tx().await?;
    let place = place::owner(&mut tx, &request.user_id, &request.organization_id).await?;
    let known = membership::find(&mut tx, place.organization, member)
        .await?
        .ok_or(IdentityError::MemberNotFound)?;
    membership::end(ctx, &mut tx, place.organization, member, &known).await?;
    if member != place.caller {
        membership::keep_out(ctx, &mut tx, place.organization, member).await?;
    }
    tx.commit().await?;
    Ok(RemoveTeamMemberResponse {})
}
