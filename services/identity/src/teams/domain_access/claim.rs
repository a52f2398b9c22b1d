//! Claims an e-mail domain for a team, which is offered to nobody before the claim is proved.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{ClaimTeamDomainRequest, ClaimTeamDomainResponse};

use super::claims;
use super::email_domain;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// Claims the domain. Nobody is offered the team before the claim is proved.
pub async fn claim(
    ctx: &Context,
    person: Arc<Person>,
    request: ClaimTeamDomainRequest,
) -> Result<ClaimTeamDomainResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let domain = email_domain::parse(&request.domain)?;
    let claim = claims::claim(ctx, &mut tx, access.organization, &domain).await?;
    tx.commit().await?;
    Ok(ClaimTeamDomainResponse { claim: Some(claim.message()) })
}
