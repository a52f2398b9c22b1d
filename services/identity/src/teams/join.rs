//! Joins a team by the domain of one's address.

use proto::identity::v1::{JoinTeamRequest, JoinTeamResponse, MembershipRole};
use uuid::Uuid;

use super::{domain, membership, place};
use crate::context::Context;
use crate::error::IdentityError;

/// Makes the caller a member of a team that is open to their domain.
pub async fn join(
    ctx: &Context,
    request: JoinTeamRequest,
) -> Result<JoinTeamResponse, IdentityError> {
    let user = place::caller(&request.user_id)?;
    let team: Uuid =
        request.organization_id.parse().map_err(|_| IdentityError::OrganizationNotFound)?;
    let mut tx = ctx.db.tx().await?;
    let opened = place::lock(&mut tx, team).await?.and_then(|(_, domain, _)| domain);
    let email = place::person(&mut tx, user).await?.verified_email()?;
    let removed: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM removed_members WHERE organization_id = $1 AND user_id = $2)",
    )
    .bind(team)
    .bind(user)
    .fetch_one(&mut *tx)
    .await?;
    if opened.as_deref() != Some(domain::of(&email)) || removed {
        return Err(IdentityError::OrganizationNotFound);
    }
    if membership::find(&mut tx, team, user).await?.is_none() {
        membership::add(ctx, &mut tx, team, user, MembershipRole::Member).await?;
    }
    membership::activate(ctx, &mut tx, team, user).await?;
    tx.commit().await?;
    Ok(JoinTeamResponse {})
}
