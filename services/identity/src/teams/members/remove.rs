//! Removes another member from a team, who can return by an invitation only.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{RemoveTeamMemberRequest, RemoveTeamMemberResponse};
use uuid::Uuid;

use super::memberships;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// Ends the membership of another member, who can return by an invitation only. Owners who remove themselves leave.
pub async fn remove(
    ctx: &Context,
    person: Arc<Person>,
    request: RemoveTeamMemberRequest,
) -> Result<RemoveTeamMemberResponse, IdentityError> {
    let member: Uuid = request.member_id.parse().map_err(|_| IdentityError::MemberNotFound)?;
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let known = memberships::find(&mut tx, access.organization, member)
        .await?
        .ok_or(IdentityError::MemberNotFound)?;
    memberships::end(ctx, &mut tx, access.organization, member, &known).await?;
    if member != access.caller {
        memberships::keep_out(ctx, &mut tx, access.organization, member).await?;
    }
    tx.commit().await?;
    Ok(RemoveTeamMemberResponse {})
}
