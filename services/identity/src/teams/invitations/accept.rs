//! Accepts an invitation: its invited person becomes a member and works in the team from then on.

use std::sync::Arc;

use kit::outbox;
use kit::peers::Person;
use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, InvitationAccepted, MembershipRole,
};

use super::record::{self, Key};
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::members::memberships;

/// Makes the invited person a member; the team becomes their active organization.
pub async fn accept(
    ctx: &Context,
    person: Arc<Person>,
    request: AcceptInvitationRequest,
) -> Result<AcceptInvitationResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let key = Key::parse(ctx, request.token.as_deref(), request.id.as_deref())?;
    let mut tx = ctx.db.tx().await?;
    let invitation = record::claim(ctx, &mut tx, user, &key).await?;
    let organization = invitation.organization_id;
    match memberships::find(&mut tx, organization, user).await? {
        // A member may have joined by the domain in the meantime: an invitation may raise their role, never lower it.
        Some(known) if invitation.role() == MembershipRole::Owner => {
            memberships::change(&mut tx, organization, user, &known, MembershipRole::Owner).await?;
        }
        Some(_) => {}
        None => memberships::add(ctx, &mut tx, organization, user, invitation.role()).await?,
    }
    memberships::forget_removal(&mut tx, organization, user).await?;
    let accepted = InvitationAccepted {
        invitation_id: invitation.id.to_string(),
        organization_id: organization.to_string(),
        user_id: user.to_string(),
    };
    outbox::publish(&mut tx, &accepted).await?;
    memberships::activate(ctx, &mut tx, organization, user).await?;
    tx.commit().await?;
    Ok(AcceptInvitationResponse { organization_id: accepted.organization_id })
}
