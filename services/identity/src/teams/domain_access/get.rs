//! The domain that a team claims and the DNS record that proves it, for the owners of the team.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{GetTeamDomainRequest, GetTeamDomainResponse};

use super::claims::{self, Claim};
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// The domain that the team claims, with the record that proves it; none if there is no claim.
pub async fn get(
    ctx: &Context,
    person: Arc<Person>,
    request: GetTeamDomainRequest,
) -> Result<GetTeamDomainResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let claim = claims::find(&mut tx, access.organization).await?;
    tx.rollback().await?;
    Ok(GetTeamDomainResponse { claim: claim.map(Claim::message) })
}
