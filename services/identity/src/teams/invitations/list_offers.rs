//! The teams that a user can join: by invitation, and by the domain of their address.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{
    GetInvitationRequest, GetInvitationResponse, JoinOffer, ListTeamOffersRequest,
    ListTeamOffersResponse,
};
use uuid::Uuid;

use super::record::{Key, Row, select};
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::domain_access::{email_domain, public_domains};
use crate::teams::{access, limits};

/// All teams that the caller can join, each once; none with an unverified address.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    _: ListTeamOffersRequest,
) -> Result<ListTeamOffersResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let mut conn = ctx.db.conn().await?;
    let email: Option<String> = sqlx::query_scalar(
        "SELECT email FROM users WHERE id = $1 AND email_verified_at IS NOT NULL",
    )
    .bind(user)
    .fetch_optional(&mut *conn)
    .await?;
    let Some(email) = email else { return Ok(ListTeamOffersResponse::default()) };
    let invitations: Vec<Row> = sqlx::query_as(select!(
        "WHERE i.email = $1 AND i.expires_at > $2
         ORDER BY i.sent_at DESC, i.id DESC
         LIMIT $3"
    ))
    .bind(&email)
    .bind(ctx.now())
    .bind(limits::MOST_LISTED_OFFERS)
    .fetch_all(&mut *conn)
    .await?;
    let domain = email_domain::domain_of(&email);
    // A public domain identifies no employer, although a team may have claimed it before it was listed.
    let is_public = public_domains::is_public(&mut conn, &domain).await?;
    let private = Some(domain).filter(|_| !is_public);
    let joins: Vec<(Uuid, String, String)> = sqlx::query_as(
        "SELECT o.id, o.name, o.domain
         FROM domain_claims c
         JOIN organizations o ON o.id = c.organization_id AND o.domain = c.domain
         WHERE c.domain = $1 AND c.state = 'proved'
           AND NOT EXISTS (SELECT FROM memberships m
                           WHERE m.organization_id = o.id AND m.user_id = $2)
           AND NOT EXISTS (SELECT FROM removed_members r
                           WHERE r.organization_id = o.id AND r.user_id = $2)
           AND NOT EXISTS (SELECT FROM dismissed_offers d
                           WHERE d.organization_id = o.id AND d.user_id = $2)
           AND NOT EXISTS (SELECT FROM invitations i
                           WHERE i.organization_id = o.id AND i.email = $3
                             AND i.expires_at > $4)",
    )
    .bind(private)
    .bind(user)
    .bind(&email)
    .bind(ctx.now())
    .fetch_all(&mut *conn)
    .await?;
    Ok(ListTeamOffersResponse {
        invitations: invitations.into_iter().map(Row::offer).collect(),
        joins: joins
            .into_iter()
            .map(|(id, organization_name, domain)| JoinOffer {
                organization_id: id.to_string(),
                organization_name,
                domain: email_domain::to_unicode(&domain),
            })
            .collect(),
    })
}

/// The invitation behind a mailed link, shown before it is answered.
pub async fn get_by_link(
    ctx: &Context,
    person: Arc<Person>,
    request: GetInvitationRequest,
) -> Result<GetInvitationResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let key = Key::parse(ctx, Some(&request.token), None)?;
    let mut tx = ctx.db.tx().await?;
    let row = key.find(&mut tx).await?.ok_or(IdentityError::InvitationNotFound)?;
    let email = access::user(&mut tx, user).await?.verified_email()?;
    key.check(&row, &email, ctx.now())?;
    Ok(GetInvitationResponse { invitation: Some(row.offer()) })
}
