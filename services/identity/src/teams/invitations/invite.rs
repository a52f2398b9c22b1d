//! Invites a person to a team: stores the invitation, mails it, and revokes it if the mail server refuses the mail.

use std::sync::Arc;

use kit::db::Tx;
use kit::outbox;
use kit::peers::Person;
use kit::security_log::{self, Entry, Event};
use proto::codec::Text;
use proto::identity::v1::{
    InvitationCreated, InviteToTeamRequest, InviteToTeamResponse, MembershipRole, TeamInvitation,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::mail::{self, InvitationMail};
use super::record::Key;
use super::{mail_rate_limits, periods, revoke};
use crate::context::Context;
use crate::email_address;
use crate::error::IdentityError;
use crate::secrets;
use crate::teams::access::{self, Access};
use crate::teams::limits;
use crate::teams::members::memberships;

/// A stored invitation whose mail is still to be sent.
pub struct PendingInvitation {
    pub id: Uuid,
    pub organization: Uuid,
    pub team: String,
    /// Their name, if they have one.
    pub sender: Option<String>,
    pub email: String,
    pub role: MembershipRole,
    pub token: String,
}

/// Stores the invitation and mails it; if the mail server refuses the mail, the invitation is revoked.
pub async fn invite(
    ctx: &Context,
    person: Arc<Person>,
    request: InviteToTeamRequest,
) -> Result<InviteToTeamResponse, IdentityError> {
    let email =
        email_address::normalise(&request.email).ok_or(IdentityError::InvitedAddressRefused)?;
    let role = access::role(request.role)?;
    ctx.bounded(allow(ctx, &person.user_id, &request.organization_id, &email)).await?;
    let pending = ctx.bounded(store(ctx, &person, &request, &email, role)).await?;
    if let Err(error) = send(ctx, &pending).await {
        ctx.bounded(undo(ctx, &pending)).await?;
        return Err(error);
    }
    let invitation = Some(ctx.bounded(entry(ctx, pending.id)).await?);
    Ok(InviteToTeamResponse { invitation })
}

/// Counts the mail against the rate limits of a permitted caller.
async fn allow(
    ctx: &Context,
    user_id: &str,
    organization_id: &str,
    email: &str,
) -> Result<(), IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, user_id, organization_id).await?;
    tx.rollback().await?;
    mail_rate_limits::take(ctx, access.caller, access.organization, email).await
}

async fn store(
    ctx: &Context,
    person: &Person,
    request: &InviteToTeamRequest,
    email: &str,
    role: MembershipRole,
) -> Result<PendingInvitation, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let sender = access::user(&mut tx, access.caller).await?.verified_name()?;
    check_not_a_member(&mut tx, &access, email).await?;
    replace_expired(ctx, &mut tx, &access, email).await?;
    memberships::check_room(&mut tx, access.organization).await?;
    check_open(ctx, &mut tx, &access).await?;

    let id = kit::id::new();
    let token = secrets::token()?;
    let expires_at = ctx.after(periods::VALIDITY);
    sqlx::query(
        "INSERT INTO invitations
             (id, organization_id, email, role, token_hash, invited_by, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(id)
    .bind(access.organization)
    .bind(email)
    .bind(role.text())
    .bind(secrets::link_hash(&token, &ctx.config.auth_secret.present()))
    .bind(access.caller)
    .bind(ctx.now())
    .bind(expires_at)
    .execute(&mut *tx)
    .await?;
    let created = InvitationCreated {
        invitation_id: id.to_string(),
        organization_id: access.organization.to_string(),
        role: role.into(),
        expires_at: kit::clock::milliseconds(expires_at),
    };
    outbox::publish(&mut tx, &created).await?;
    tx.commit().await?;
    Ok(PendingInvitation {
        id,
        organization: access.organization,
        team: access.name,
        sender,
        email: email.to_owned(),
        role,
        token,
    })
}

async fn check_not_a_member(
    tx: &mut Tx,
    access: &Access,
    email: &str,
) -> Result<(), IdentityError> {
    let known: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id
                        WHERE m.organization_id = $1 AND u.email = $2)",
    )
    .bind(access.organization)
    .bind(email)
    .fetch_one(&mut **tx)
    .await?;
    if known { Err(IdentityError::AlreadyMember) } else { Ok(()) }
}

// A new invitation replaces an expired one.
async fn replace_expired(
    ctx: &Context,
    tx: &mut Tx,
    access: &Access,
    email: &str,
) -> Result<(), IdentityError> {
    let known: Option<(Uuid, OffsetDateTime)> = sqlx::query_as(
        "SELECT id, expires_at FROM invitations WHERE organization_id = $1 AND email = $2",
    )
    .bind(access.organization)
    .bind(email)
    .fetch_optional(&mut **tx)
    .await?;
    match known {
        Some((_, expires_at)) if expires_at > ctx.now() => Err(IdentityError::AlreadyInvited),
        Some((id, _)) => revoke::remove(tx, access.organization, id).await.map(drop),
        None => Ok(()),
    }
}

/// Refuses an open invitation beyond the limit of the team.
pub async fn check_open(ctx: &Context, tx: &mut Tx, access: &Access) -> Result<(), IdentityError> {
    let open: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM invitations WHERE organization_id = $1 AND expires_at > $2",
    )
    .bind(access.organization)
    .bind(ctx.now())
    .fetch_one(&mut **tx)
    .await?;
    if open < limits::MOST_OPEN_INVITATIONS {
        Ok(())
    } else {
        Err(IdentityError::TooManyInvitations)
    }
}

/// Sends the mail within the caller's remaining time.
pub async fn send(ctx: &Context, pending: &PendingInvitation) -> Result<(), IdentityError> {
    let letter = InvitationMail {
        to: &pending.email,
        sender: pending.sender.as_deref(),
        team: &pending.team,
        role: pending.role,
        token: &pending.token,
    };
    let mail =
        mail::compose(&ctx.config, &letter).map_err(|_| IdentityError::InvitedAddressRefused)?;
    let sent = Event::InvitationSent {
        organization: pending.organization,
        invitation: pending.id,
        role: pending.role.text(),
    };
    if let Err(cause) = ctx.config.mailer.send(mail).await {
        tracing::warn!(%cause, "an invitation was not sent");
        security_log::write(Entry::failure(sent, "mail_not_sent"));
        return Err(IdentityError::InvitationNotSent);
    }
    security_log::write(Entry::success(sent));
    Ok(())
}

/// The invitation for its owners.
pub async fn entry(ctx: &Context, id: Uuid) -> Result<TeamInvitation, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let row = Key::Id(id).find(&mut tx).await?.ok_or(IdentityError::InvitationNotFound)?;
    Ok(row.entry(ctx.now()))
}

async fn undo(ctx: &Context, pending: &PendingInvitation) -> Result<(), IdentityError> {
    let mut tx = ctx.db.tx().await?;
    access::lock(&mut tx, pending.organization).await?;
    revoke::remove(&mut tx, pending.organization, pending.id).await?;
    tx.commit().await?;
    Ok(())
}
