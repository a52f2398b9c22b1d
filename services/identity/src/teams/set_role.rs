//! Gives a member another role.

use proto::identity::v1::{SetTeamMemberRoleRequest, SetTeamMemberRoleResponse};
use uuid::Uuid;

use super::{membership, place};
use crate::context::Context;
use crate::error::IdentityError;

/// Makes a member an owner or an owner a member; owners may step back themselves.
pub async fn set_role(
    ctx: &Context,
    request: SetTeamMemberRoleRequest,
) -> Result<SetTeamMemberRoleResponse, IdentityError> {
    let role = place::role(request.role)?;
    let member: Uuid = request.member_id.parse().map_err(|_| IdentityError::MemberNotFound)?;
    let mut tx = ctx.db.tx().await?;
    let place = place::owner(&mut tx, &request.user_id, &request.organization_id).await?;
    let known = membership::find(&mut tx, place.organization, member)
        .await?
        .ok_or(IdentityError::MemberNotFound)?;
    membership::change(&mut tx, place.organization, member, &known, role).await?;
    tx.commit().await?;
    Ok(SetTeamMemberRoleResponse {})
}
