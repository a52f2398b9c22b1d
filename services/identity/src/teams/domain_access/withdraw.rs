//! Withdraws the domain claim of a team: nobody else joins by the domain, and members stay.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{WithdrawTeamDomainRequest, WithdrawTeamDomainResponse};

use super::claims;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// Withdraws the claim; nobody else joins by the domain, and members stay.
pub async fn withdraw(
    ctx: &Context,
    person: Arc<Person>,
    request: WithdrawTeamDomainRequest,
) -> Result<WithdrawTeamDomainResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    claims::withdraw(&mut tx, access.organization).await?;
    tx.commit().await?;
    Ok(WithdrawTeamDomainResponse {})
}
