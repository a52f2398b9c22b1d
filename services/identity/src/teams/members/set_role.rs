//! Makes a member of a team an owner, or an owner a member.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{SetTeamMemberRoleRequest, SetTeamMemberRoleResponse};
use uuid::Uuid;

use super::memberships;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// Makes a member an owner or an owner a member; owners may change their own role.
pub async fn set_role(
    ctx: &Context,
    person: Arc<Person>,
    request: SetTeamMemberRoleRequest,
) -> Result<SetTeamMemberRoleResponse, IdentityError> {
    let role = access::role(request.role)?;
    let member: Uuid = request.member_id.parse().map_err(|_| IdentityError::MemberNotFound)?;
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let known = memberships::find(&mut tx, access.organization, member)
        .await?
        .ok_or(IdentityError::MemberNotFound)?;
    memberships::change(&mut tx, access.organization, member, &known, role).await?;
    tx.commit().await?;
    Ok(SetTeamMemberRoleResponse {})
}
