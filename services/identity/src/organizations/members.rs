//! Changes the members of a team as an administrator.

use std::sync::Arc;

use kit::db::Tx;
use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    AuditAction, RemoveOrganizationMemberRequest, RemoveOrganizationMemberResponse,
    SetOrganizationMemberRoleRequest, SetOrganizationMemberRoleResponse,
};
use uuid::Uuid;

use super::lock::{self, LockedOrganization};
use crate::audit::{self, Change, Entry};
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::{access, members::memberships};

/// Makes a member an owner or an owner a member; the last owner stays an owner.
pub async fn set_role(
    ctx: &Context,
    person: Arc<Person>,
    request: SetOrganizationMemberRoleRequest,
) -> Result<SetOrganizationMemberRoleResponse, IdentityError> {
    let role = access::role(request.role)?;
    let mut tx = ctx.db.tx().await?;
    let subject = lock::team(&mut tx, &person, &request.id).await?;
    let (user, email, known) = member(&mut tx, &subject, &request.user_id).await?;
    if known.role == role {
        return Ok(SetOrganizationMemberRoleResponse {});
    }
    memberships::change(&mut tx, subject.id, user, &known, role).await?;
    let change = Change::new("role", [known.role.text()], [role.text()]);
    let action = AuditAction::OrganizationMemberRoleChanged;
    let entry = Entry::of_member(action, (user, &email), subject.named(), vec![change]);
    audit::record(ctx, &mut tx, Some(&subject.actor), entry).await?;
    tx.commit().await?;
    Ok(SetOrganizationMemberRoleResponse {})
}

/// Ends a membership; the person can return by an invitation only.
pub async fn remove(
    ctx: &Context,
    person: Arc<Person>,
    request: RemoveOrganizationMemberRequest,
) -> Result<RemoveOrganizationMemberResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let subject = lock::team(&mut tx, &person, &request.id).await?;
    let (user, email, known) = member(&mut tx, &subject, &request.user_id).await?;
    memberships::end(ctx, &mut tx, subject.id, user, &known).await?;
    memberships::keep_out(ctx, &mut tx, subject.id, user).await?;
    let change = Change::new("role", [known.role.text()], [] as [&str; 0]);
    let action = AuditAction::OrganizationMemberRemoved;
    let entry = Entry::of_member(action, (user, &email), subject.named(), vec![change]);
    audit::record(ctx, &mut tx, Some(&subject.actor), entry).await?;
    tx.commit().await?;
    Ok(RemoveOrganizationMemberResponse {})
}

async fn member(
    tx: &mut Tx,
    team: &LockedOrganization,
    user_id: &str,
) -> Result<(Uuid, String, memberships::Membership), IdentityError> {
    let user: Uuid = user_id.parse().map_err(|_| IdentityError::MemberNotFound)?;
    let known = memberships::find(tx, team.id, user).await?.ok_or(IdentityError::MemberNotFound)?;
    let email = access::user(tx, user).await?.email;
    Ok((user, email, known))
}
