//! Declines an invitation, which ends without a membership.

use std::sync::Arc;

use kit::outbox;
use kit::peers::Person;
use proto::identity::v1::{
    DeclineInvitationRequest, DeclineInvitationResponse, InvitationDeclined,
};

use super::record::{self, Key};
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

/// Ends the invitation without a membership.
pub async fn decline(
    ctx: &Context,
    person: Arc<Person>,
    request: DeclineInvitationRequest,
) -> Result<DeclineInvitationResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let key = Key::parse(ctx, request.token.as_deref(), request.id.as_deref())?;
    let mut tx = ctx.db.tx().await?;
    let invitation = record::claim(ctx, &mut tx, user, &key).await?;
    let declined = InvitationDeclined {
        invitation_id: invitation.id.to_string(),
        organization_id: invitation.organization_id.to_string(),
        user_id: user.to_string(),
    };
    outbox::publish(&mut tx, &declined).await?;
    tx.commit().await?;
    Ok(DeclineInvitationResponse {})
}
