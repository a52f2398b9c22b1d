//! Opens a team to an e-mail domain, so that its people join without an invitation.

use std::sync::Arc;

use kit::db::Tx;
use kit::peers::Person;
use proto::identity::v1::{MembershipRole, SetTeamAutoJoinRequest, SetTeamAutoJoinResponse};
use uuid::Uuid;

use super::{email_domain, public_domains};
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;
use crate::teams::members::memberships;

/// Opens the team to the domain of the caller's own verified address, or closes it.
pub async fn set(
    ctx: &Context,
    person: Arc<Person>,
    request: SetTeamAutoJoinRequest,
) -> Result<SetTeamAutoJoinResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let domain = if request.enabled {
        let email = access::user(&mut tx, access.caller).await?.verified_email()?;
        let domain = email_domain::domain_of(&email).to_owned();
        if public_domains::is_public(&domain) {
            return Err(IdentityError::DomainPublic);
        }
        Some(domain)
    } else {
        None
    };
    if access.domain != domain {
        email_domain::write(&mut tx, access.organization, domain.as_deref()).await?;
        tx.commit().await?;
    }
    Ok(SetTeamAutoJoinResponse { domain })
}

/// Adds a new user to the team of their domain, if there is one below its limit of members.
pub async fn add_new_user(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    verified_email: &str,
) -> Result<(), IdentityError> {
    let domain = email_domain::domain_of(verified_email);
    // A team may have claimed the domain before it was known to be public.
    if public_domains::is_public(domain) {
        return Ok(());
    }
    let team: Option<Uuid> = sqlx::query_scalar("SELECT id FROM organizations WHERE domain = $1")
        .bind(domain)
        .fetch_optional(&mut **tx)
        .await?;
    let Some(team) = team else { return Ok(()) };
    // An owner may have closed the team since it was found.
    match access::lock(tx, team).await? {
        Some((_, Some(claimed), _)) if claimed == domain => {}
        _ => return Ok(()),
    }
    match memberships::add(ctx, tx, team, user, MembershipRole::Member).await {
        Ok(()) => memberships::activate(ctx, tx, team, user).await,
        Err(IdentityError::TeamFull) => Ok(()),
        Err(error) => Err(error),
    }
}
