//! Joins a team by the domain of the caller's address.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{JoinTeamRequest, JoinTeamResponse, MembershipRole};
use uuid::Uuid;

use super::{email_domain, public_domains};
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;
use crate::teams::members::memberships;

/// Makes the caller a member of a team that is open to their domain.
pub async fn join(
    ctx: &Context,
    person: Arc<Person>,
    request: JoinTeamRequest,
) -> Result<JoinTeamResponse, IdentityError> {
    let user = access::caller(&person.user_id)?;
    let team: Uuid =
        request.organization_id.parse().map_err(|_| IdentityError::OrganizationNotFound)?;
    let mut tx = ctx.db.tx().await?;
    let opened = access::lock(&mut tx, team).await?.and_then(|(_, domain, _)| domain);
    let email = access::user(&mut tx, user).await?.verified_email()?;
    let removed: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM removed_members WHERE organization_id = $1 AND user_id = $2)",
    )
    .bind(team)
    .bind(user)
    .fetch_one(&mut *tx)
    .await?;
    let domain = email_domain::domain_of(&email);
    // A team may have claimed the domain before it was known to be public.
    let open = opened.as_deref() == Some(domain) && !public_domains::is_public(domain);
    if !open || removed {
        return Err(IdentityError::OrganizationNotFound);
    }
    if memberships::find(&mut tx, team, user).await?.is_none() {
        memberships::add(ctx, &mut tx, team, user, MembershipRole::Member).await?;
    }
    memberships::activate(ctx, &mut tx, team, user).await?;
    tx.commit().await?;
    Ok(JoinTeamResponse {})
}
