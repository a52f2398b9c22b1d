//! Adds a member to a team as an administrator, without an invitation.

use std::sync::Arc;

use kit::db::Tx;
use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    AddOrganizationMemberRequest, AddOrganizationMemberResponse, AuditAction,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::lock;
use crate::audit::{self, Change, Entry};
use crate::change_events;
use crate::context::Context;
use crate::email_address;
use crate::error::IdentityError;
use crate::teams::{access, invitations::revoke, members::memberships};

/// Makes the user of an address a member. Their open invitation and the record of an earlier removal are deleted.
pub async fn add(
    ctx: &Context,
    person: Arc<Person>,
    request: AddOrganizationMemberRequest,
) -> Result<AddOrganizationMemberResponse, IdentityError> {
    let role = access::role(request.role)?;
    let email = email_address::normalise(&request.email).ok_or(IdentityError::AddressUnknown)?;
    let mut tx = ctx.db.tx().await?;
    let subject = lock::team(&mut tx, &person, &request.id).await?;
    let user = proved(&mut tx, &email).await?;
    if memberships::find(&mut tx, subject.id, user).await?.is_some() {
        return Err(IdentityError::AlreadyMember);
    }
    memberships::add(ctx, &mut tx, subject.id, user, role).await?;
    memberships::forget_removal(&mut tx, subject.id, user).await?;
    revoke::remove_by_email(&mut tx, subject.id, &email).await?;
    change_events::user_updated(&mut tx, user).await?;
    let change = Change::new("role", [] as [&str; 0], [role.text()]);
    let action = AuditAction::OrganizationMemberAdded;
    let entry = Entry::of_member(action, (user, &email), subject.named(), vec![change]);
    audit::record(ctx, &mut tx, Some(&subject.actor), entry).await?;
    tx.commit().await?;
    Ok(AddOrganizationMemberResponse { user_id: user.to_string() })
}

// The user of an unverified address may be another person than the administrator means.
async fn proved(tx: &mut Tx, email: &str) -> Result<Uuid, IdentityError> {
    let found: Option<(Uuid, Option<OffsetDateTime>)> = sqlx::query_as(
        "SELECT id, email_verified_at FROM users WHERE email = $1 FOR NO KEY UPDATE",
    )
    .bind(email)
    .fetch_optional(&mut **tx)
    .await?;
    match found {
        Some((user, Some(_))) => Ok(user),
        Some((_, None)) => Err(IdentityError::AccountUnverified),
        None => Err(IdentityError::AddressUnknown),
    }
}
