//! Claims a domain for a team as an administrator, or withdraws the claim.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{
    AuditAction, SetOrganizationDomainRequest, SetOrganizationDomainResponse,
};

use super::lock;
use crate::audit::{self, Change, Entry};
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::domain_access::{claims, email_domain};

/// Sets the domain that the team claims. Its owners prove it as they prove their own claim.
pub async fn set_domain(
    ctx: &Context,
    person: Arc<Person>,
    request: SetOrganizationDomainRequest,
) -> Result<SetOrganizationDomainResponse, IdentityError> {
    let text = request.domain.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let domain = text.map(email_domain::parse).transpose()?;
    let mut tx = ctx.db.tx().await?;
    let subject = lock::team(&mut tx, &person, &request.id).await?;
    let before = claims::find(&mut tx, subject.id).await?.map(|claim| claim.domain);
    let answer =
        SetOrganizationDomainResponse { domain: domain.as_deref().map(email_domain::to_unicode) };
    if before == domain {
        return Ok(answer);
    }
    match &domain {
        Some(domain) => {
            claims::claim(ctx, &mut tx, subject.id, domain).await?;
        }
        None => claims::withdraw(&mut tx, subject.id).await?,
    }
    let change = Change::new("domain", &before, &domain);
    let action = AuditAction::OrganizationDomainChanged;
    let entry = Entry::of_organization(action, subject.id, &subject.name, vec![change]);
    audit::record(ctx, &mut tx, Some(&subject.actor), entry).await?;
    tx.commit().await?;
    Ok(answer)
}
