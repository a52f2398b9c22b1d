//! Lets people of one e-mail domain come in without an invitation.

use kit::db::Tx;
use proto::identity::v1::{MembershipRole, SetTeamAutoJoinRequest, SetTeamAutoJoinResponse};
use uuid::Uuid;

use super::{domain, membership, place};
use crate::context::Context;
use crate::error::IdentityError;

/// Opens the team to the domain of the caller's own verified address, or closes it.
pub async fn set(
    ctx: &Context,
    request: SetTeamAutoJoinRequest,
) -> Result<SetTeamAutoJoinResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let place = place::owner(&mut tx, &request.user_id, &request.organization_id).await?;
    let wanted = if request.enabled {
        let email = place::person(&mut tx, place.caller).await?.verified_email()?;
        let domain = domain::of(&email).to_owned();
        if domain::is_public(&domain) {
            return Err(IdentityError::DomainPublic);
        }
        Some(domain)
    } else {
        None
    };
    if place.domain != wanted {
        domain::write(&mut tx, place.organization, wanted.as_deref()).await?;
        tx.commit().await?;
    }
    Ok(SetTeamAutoJoinResponse { domain: wanted })
}

/// Takes a new user into the team of their domain, if there is one with room.
pub async fn welcome(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    verified_email: &str,
) -> Result<(), IdentityError> {
    let wanted = domain::of(verified_email);
    let team: Option<Uuid> = sqlx::query_scalar("SELECT id FROM organizations WHERE domain = $1")
        .bind(wanted)
        .fetch_optional(&mut **tx)
        .await?;
    let Some(team) = team else { return Ok(()) };
    // An owner may have closed the team since it was found.
    match place::lock(tx, team).await? {
        Some((_, Some(domain), _)) if domain == wanted => {}
        _ => return Ok(()),
    }
    match membership::add(ctx, tx, team, user, MembershipRole::Member).await {
        Ok(()) => membership::activate(ctx, tx, team, user).await,
        Err(IdentityError::TeamFull) => Ok(()),
        Err(error) => Err(error),
    }
}
