//! Looks up the DNS record of a domain claim when an owner of the team asks for it.

use std::sync::Arc;
use std::time::Duration;

use kit::peers::Person;
use proto::identity::v1::{CheckTeamDomainRequest, CheckTeamDomainResponse, DomainCheckResult};

use super::claims::{self, Claim};
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

const CHECK_WINDOW: Duration = Duration::from_mins(10);
// Somebody who waits for DNS clicks again and again.
const CHECKS_PER_TEAM: u32 = 20;

/// Looks the record up and writes the result down. A record that is not found is a result and no error.
pub async fn check(
    ctx: &Context,
    person: Arc<Person>,
    request: CheckTeamDomainRequest,
) -> Result<CheckTeamDomainResponse, IdentityError> {
    let claim = ctx.bounded(begin(ctx, &person, &request)).await?;
    let result = ctx.txt_records.check(&claim.domain, &claim.token).await;
    let claim = ctx.bounded(end(ctx, &person, &request, &claim, result)).await?;
    Ok(CheckTeamDomainResponse { claim: Some(claim.message()) })
}

async fn begin(
    ctx: &Context,
    person: &Person,
    request: &CheckTeamDomainRequest,
) -> Result<Claim, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let claim = claims::find(&mut tx, access.organization).await?;
    tx.rollback().await?;
    let claim = claim.ok_or(IdentityError::DomainNotClaimed)?;
    let key = format!("domain-check:{}", access.organization);
    if ctx.limit(&key, CHECKS_PER_TEAM, CHECK_WINDOW).await {
        Ok(claim)
    } else {
        Err(IdentityError::TooManyDomainChecks)
    }
}

async fn end(
    ctx: &Context,
    person: &Person,
    request: &CheckTeamDomainRequest,
    claim: &Claim,
    result: DomainCheckResult,
) -> Result<Claim, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let checked = claims::record(ctx, &mut tx, claim, result).await?;
    tx.commit().await?;
    checked.ok_or(IdentityError::DomainNotClaimed)
}
