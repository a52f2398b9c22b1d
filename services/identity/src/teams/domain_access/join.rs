//! Joins a team by the domain of the caller's address.

use std::sync::Arc;

use kit::db::Tx;
use kit::peers::Person;
use proto::identity::v1::{JoinTeamRequest, JoinTeamResponse, MembershipRole};
use uuid::Uuid;

use super::{claims, email_domain, public_domains};
use crate::caller;
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
    let user = caller::id(&person.user_id)?;
    let team: Uuid =
        request.organization_id.parse().map_err(|_| IdentityError::OrganizationNotFound)?;
    let mut tx = ctx.db.tx().await?;
    check_open(&mut tx, team, user).await?;
    if memberships::find(&mut tx, team, user).await?.is_none() {
        memberships::add(ctx, &mut tx, team, user, MembershipRole::Member).await?;
    }
    memberships::activate(ctx, &mut tx, team, user).await?;
    tx.commit().await?;
    Ok(JoinTeamResponse {})
}

/// Locks the team and the user, and refuses a team that the user cannot join by their domain.
pub async fn check_open(tx: &mut Tx, team: Uuid, user: Uuid) -> Result<(), IdentityError> {
    access::lock(tx, team).await?;
    let email = access::user(tx, user).await?.verified_email()?;
    let removed: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM removed_members WHERE organization_id = $1 AND user_id = $2)",
    )
    .bind(team)
    .bind(user)
    .fetch_one(&mut **tx)
    .await?;
    let domain = email_domain::domain_of(&email);
    let claim = claims::find(tx, team).await?;
    let proved = claim.is_some_and(|claim| claim.is_proved() && claim.domain == domain);
    // A team may have claimed the domain before it was known to be public.
    if removed || !proved || public_domains::is_public(tx, &domain).await? {
        return Err(IdentityError::OrganizationNotFound);
    }
    Ok(())
}
