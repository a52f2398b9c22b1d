//! Mails an invitation again with a new link, after which the previous link stops working.

use std::sync::Arc;

use kit::outbox;
use kit::peers::Person;
use proto::codec::Text;
use proto::identity::v1::{
    InvitationResent, MembershipRole, ResendTeamInvitationRequest, ResendTeamInvitationResponse,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::invite::{self, PendingInvitation};
use super::{mail_rate_limits, periods};
use crate::context::Context;
use crate::error::IdentityError;
use crate::secrets;
use crate::teams::access;

/// Mails a new link, valid as long as a new invitation; the previous link stops working.
pub async fn resend(
    ctx: &Context,
    person: Arc<Person>,
    request: ResendTeamInvitationRequest,
) -> Result<ResendTeamInvitationResponse, IdentityError> {
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::InvitationNotFound)?;
    ctx.bounded(allow(ctx, &person, &request, id)).await?;
    let pending = ctx.bounded(renew(ctx, &person, &request, id)).await?;
    invite::send(ctx, &pending).await?;
    let invitation = Some(ctx.bounded(invite::entry(ctx, id)).await?);
    Ok(ResendTeamInvitationResponse { invitation })
}

/// Counts the mail against the rate limits of a permitted caller.
async fn allow(
    ctx: &Context,
    person: &Person,
    request: &ResendTeamInvitationRequest,
    id: Uuid,
) -> Result<(), IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let email: Option<String> =
        sqlx::query_scalar("SELECT email FROM invitations WHERE id = $1 AND organization_id = $2")
            .bind(id)
            .bind(access.organization)
            .fetch_optional(&mut *tx)
            .await?;
    tx.rollback().await?;
    let email = email.ok_or(IdentityError::InvitationNotFound)?;
    mail_rate_limits::take(ctx, access.caller, access.organization, &email).await
}

async fn renew(
    ctx: &Context,
    person: &Person,
    request: &ResendTeamInvitationRequest,
    id: Uuid,
) -> Result<PendingInvitation, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let sender = access::user(&mut tx, access.caller).await?.verified_name()?;
    let known: Option<OffsetDateTime> = sqlx::query_scalar(
        "SELECT expires_at FROM invitations WHERE id = $1 AND organization_id = $2",
    )
    .bind(id)
    .bind(access.organization)
    .fetch_optional(&mut *tx)
    .await?;
    if known.ok_or(IdentityError::InvitationNotFound)? <= ctx.now() {
        invite::check_open(ctx, &mut tx, &access).await?;
    }
    let token = secrets::token()?;
    let expires_at = ctx.after(periods::VALIDITY);
    let (email, role): (String, String) = sqlx::query_as(
        "UPDATE invitations
         SET token_hash = $2, invited_by = $3, sent_at = $4, expires_at = $5
         WHERE id = $1
         RETURNING email, role",
    )
    .bind(id)
    .bind(secrets::link_hash(&token, &ctx.config.auth_secret.present()))
    .bind(access.caller)
    .bind(ctx.now())
    .bind(expires_at)
    .fetch_one(&mut *tx)
    .await?;
    let resent = InvitationResent {
        invitation_id: id.to_string(),
        organization_id: access.organization.to_string(),
        expires_at: kit::clock::milliseconds(expires_at),
    };
    outbox::publish(&mut tx, &resent).await?;
    tx.commit().await?;
    Ok(PendingInvitation {
        id,
        organization: access.organization,
        team: access.name,
        sender,
        email,
        role: MembershipRole::from_text(&role).unwrap_or(MembershipRole::Member),
        token,
    })
}
